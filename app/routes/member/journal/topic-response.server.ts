import { redirect } from "@remix-run/node";
import type { TopicResult } from "~/domain/journal/conversation/conversation.server";
import { TOO_MANY_TOPICS } from "~/domain/journal/conversation/topic";
import { redirectWithToast } from "~/http/cookies.server";
import { notFound } from "~/http/guards.server";

/** The response to a button "To talk about": back to the same section of the page. */
export function topicResponse(
  result: TopicResult | { ok: false; code: "not_found" },
  page: string,
  section: string,
): Response | Promise<Response> {
  if (result.ok) return redirect(`${page}#talk-${section}`);
  if (result.code === "not_found") throw notFound();
  return redirectWithToast(page, TOO_MANY_TOPICS);
}
