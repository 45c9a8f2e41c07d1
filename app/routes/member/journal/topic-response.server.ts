import { redirect } from "@remix-run/node";
import type { TopicResult } from "~/domain/journal/conversation/conversation.server";
import { TOO_MANY_TOPICS } from "~/domain/journal/conversation/topic";
import { redirectWithToast } from "~/http/cookies.server";
import { notFound } from "~/http/guards.server";

/** The response to a button "To talk about": a redirect to the same part of the page. */
export function topicResponse(
  result: TopicResult | { ok: false; code: "not_found" },
  here: string,
  place: string,
): Response | Promise<Response> {
  if (result.ok) return redirect(`${here}#talk-${place}`);
  if (result.code === "not_found") throw notFound();
  return redirectWithToast(here, TOO_MANY_TOPICS);
}
