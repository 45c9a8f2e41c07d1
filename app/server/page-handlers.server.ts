import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  writeReadableStreamToWritable,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import compression from "compression";
import { LRUCache } from "lru-cache";
import { MINUTE } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/local-day";
import { settingsRevision } from "~/domain/operations/instance-settings.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { matchPattern, routePatterns, type Pattern } from "./route-patterns.server";

/** Created once, because a DOMException is expensive and hundreds of clients may disconnect at once. */
const CLIENT_DISCONNECTED = new DOMException("client gone", "AbortError");

/**
 * Converts Node's request, whose host is the public one already (observe-requests.server.ts). The signal aborts when the client
 * disconnects before the response is complete.
 */
export function createRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = "GET", url = "/" } = incoming;
  const aborted = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) aborted.abort(CLIENT_DISCONNECTED);
  });
  const init = { method, headers: createHeaders(incoming.headers), signal: aborted.signal };
  const target = `http://${incoming.headers.host}${url}`;
  if (method === "GET" || method === "HEAD") return new Request(target, init);
  const body = { body: createReadableStreamFromReadable(incoming), duplex: "half" as const };
  return new Request(target, { ...init, ...body });
}

export function createHeaders(incoming: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming))
    for (const value of Array.isArray(values) ? values : [values])
      if (value !== undefined) headers.append(name, value);
  return headers;
}

/** Pages without form or script, which are the same for all anonymous visitors. */
const PUBLIC_PAGES = new Set([paths.about(), paths.faq(), paths.terms(), paths.privacy(), paths.cookies()]);
/** Any other cookie may change the page: a session, a toast, the demo. */
const ANONYMOUS_COOKIES = /^(?:(?:__Host-)?(?:visitor|ab)=[^;]*(?:;\s*|$))*$/;

const pages = new LRUCache<string, { body: string; headers: [string, string][] }>({
  max: PUBLIC_PAGES.size,
  ttl: MINUTE,
});

/** Whether the response is the same for all anonymous visitors. */
export const isPublicPage = ({ method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">) =>
  method === "GET" &&
  PUBLIC_PAGES.has(url ?? "") &&
  ANONYMOUS_COOKIES.test(headers.cookie ?? "") &&
  headers["save-data"] === undefined;

/** The page of this request, rendered at most once a minute for each day and revision of the instance settings. */
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

/** Node publishes listening servers on this channel. */
const LISTENING = "tracing:net.server.listen:asyncEnd";
/** Paths of pages in the spelling of the route table; other spellings, and files, go to `remix-serve`. */
const PAGE_PATH = /^\/(?:[\w~-]+(?:\/[\w~-]+)*)?(?:\.data)?$/;

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Installs one request handler per page before that of `remix-serve`, which flattens, ranks and compiles the whole route table
 * several times a request. In development the routes change, so its handler stays.
 */
export function installPageHandlers(readBuild: () => ServerBuild): void {
  const onListening = (message: unknown) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    unsubscribe(LISTENING, onListening);
    const build = readBuild();
    const [fallback] = server.listeners("request") as RequestListener[];
    if (!fallback || build.mode !== "production") return;
    server.off("request", fallback);
    server.on("request", pageListener(fallback, build));
  };
  subscribe(LISTENING, onListening);
}

/**
 * Finds the request handler of a path, created at the first request of its page.
 * @internal Exported for tests.
 */
export function pageHandlers(
  build: ServerBuild,
  readPatterns: () => readonly Pattern[],
): (path: string) => RequestHandler | undefined {
  const handlers = new Map<Pattern, RequestHandler>();
  return (path) => {
    const patterns = readPatterns();
    const page = PAGE_PATH.test(path) ? matchPattern(path, patterns) : undefined;
    if (!page || page.segments.includes("*")) return undefined;
    const handler = handlers.get(page) ?? createRequestHandler(pageBuild(build, page, patterns), build.mode);
    handlers.set(page, handler);
    return handler;
  };
}

function pageListener(fallback: RequestListener, build: ServerBuild): RequestListener {
  const findHandler = pageHandlers(build, routePatterns);
  const compress = compression() as unknown as Compress;
  return (incoming, outgoing) => {
    const handler = findHandler((incoming.url ?? "").split("?", 1)[0] ?? "");
    if (!handler) return fallback(incoming, outgoing);
    compress(incoming, outgoing, () => {
      respond(handler, incoming, outgoing).catch((error: unknown) => {
        log.error("request.failed", error);
        if (!outgoing.headersSent) outgoing.writeHead(500);
        outgoing.end();
      });
    });
  };
}

async function respond(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = createRequest(incoming, outgoing);
  const response = await (isPublicPage(incoming) ? cachedPage(request, handle) : handle(request));
  outgoing.statusCode = response.status;
  if (response.statusText) outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body) await writeReadableStreamToWritable(response.body, outgoing);
  else outgoing.end();
}

/**
 * The build with the routes of one page: its own branch, and those of its parent paths, which Remix sends to the browser with it.
 * @internal Exported for tests.
 */
export function pageBuild(build: ServerBuild, page: Pattern, patterns: readonly Pattern[]): ServerBuild {
  const ids = new Set([
    ...page.branch,
    ...parentPaths(page).flatMap((path) => branchAt(path, build, patterns)),
  ]);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** The paths above a page: "/" and "/journal" for "/journal/history". */
function parentPaths({ segments }: Pattern): string[] {
  const above = segments.slice(0, -1);
  return ["/", ...above.map((_, at) => `/${above.slice(0, at + 1).join("/")}`)];
}

/** The routes of a path, or those of the not-found page. */
function branchAt(path: string, build: ServerBuild, patterns: readonly Pattern[]): string[] {
  const found = matchPattern(path, patterns);
  if (found) return found.branch;
  return Object.values(build.routes).flatMap((route) =>
    route?.path === "*" ? [...(route.parentId ? [route.parentId] : []), route.id] : [],
  );
}
