import { redirect } from "@remix-run/node";
import type { TopicResult } from "~/domain/journal/conversation/conversation.server";
import { TOO_MANY_TOPICS } from "~/domain/journal/conversation/topic";
import { redirectWithToast } from "~/http/cookies.server";
import { notFound } from "~/http/guards.server";

/** The response after a topic was marked or unmarked: a redirect to the same part of the page. @throws a 404 response */
export function topicMarkResponse(
  result: TopicResult | { ok: false; code: "not_found" },
  pagePath: string,
  place: string,
): Response | Promise<Response> {
  if (result.ok) return redirect(`${pagePath}#talk-${place}`);
  if (result.code === "not_found") throw notFound();
  return redirectWithToast(pagePath, TOO_MANY_TOPICS);
}

/** Query parameters for that redirect, which keep the mark buttons shown if they were. */
export const topicMarkQuery = (request: Request) => ({
  mark: new URL(request.url).searchParams.get("mark") === "1",
});
