import { redirect } from "@remix-run/node";
import type { TopicResult } from "~/domain/journal/conversation/conversation.server";
import { TOO_MANY_TOPICS } from "~/domain/journal/conversation/topic";
import { redirectWithToast } from "~/http/cookies.server";
import { notFound } from "~/http/guards.server";

/** The response to a mark: a redirect to the same part of the page. */
export function topicResponse(
  result: TopicResult | { ok: false; code: "not_found" },
  pagePath: string,
  place: string,
): Response | Promise<Response> {
  if (result.ok) return redirect(`${pagePath}#talk-${place}`);
  if (result.code === "not_found") throw notFound();
  return redirectWithToast(pagePath, TOO_MANY_TOPICS);
}

/** The query of a page whose marking stays on after a mark. */
export const markQuery = (request: Request) => ({
  mark: new URL(request.url).searchParams.get("mark") === "1",
});
