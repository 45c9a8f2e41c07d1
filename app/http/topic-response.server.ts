import { redirect } from "@remix-run/node";
import { TOO_MANY_TOPICS } from "~/domain/journal/conversation/topic";
import type { TopicResult } from "~/domain/journal/conversation/topics.server";
import { notFound } from "./loaders.server";
import { redirectWithToast } from "./toast.server";

/** After a button "To talk about": the same place of the same page. */
export function topicResponse(
  result: TopicResult | { ok: false; code: "not_found" },
  here: string,
  place: string,
): Response | Promise<Response> {
  if (result.ok) return redirect(`${here}#talk-${place}`);
  if (result.code === "not_found") throw notFound();
  return redirectWithToast(here, TOO_MANY_TOPICS);
}
