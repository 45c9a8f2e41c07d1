import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { MINUTE } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/local-day";
import { settingsRevision } from "~/domain/operations/instance-settings.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";

/** Pages without a form and without script, the same for every stranger. */
const PUBLIC_PAGES = new Set([paths.about(), paths.faq(), paths.terms(), paths.privacy(), paths.cookies()]);
/** A browser with any other cookie may get another page: a session, a toast, the demonstration. */
const STRANGERS_COOKIES = /^(?:(?:__Host-)?(?:visitor|ab)=[^;]*(?:;\s*|$))*$/;

const pages = new LRUCache<string, { body: string; headers: [string, string][] }>({
  max: PUBLIC_PAGES.size,
  ttl: MINUTE,
});

/** Whether the request shows a stranger what it shows every stranger. */
export const isPublicPage = ({ method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">) =>
  method === "GET" && PUBLIC_PAGES.has(url ?? "") && STRANGERS_COOKIES.test(headers.cookie ?? "");

/** The page of this request, rendered once a minute at most for each day and state of the house. */
export async function cachedPage(request: Request, render: RequestHandler): Promise<Response> {
  const key = `${request.url} ${utcDay(now())} ${settingsRevision()}`;
  const known = pages.get(key);
  if (known) return new Response(known.body, { headers: known.headers });
  const response = await render(request);
  const body = await response.text();
  const isShared = response.status === 200 && !response.headers.has("Set-Cookie");
  if (isShared) pages.set(key, { body, headers: [...response.headers] });
  return new Response(body, response);
}
