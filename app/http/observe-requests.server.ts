import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import morgan from "morgan";
import { env } from "~/platform/env.server";
import { noteRequest } from "~/platform/metrics.server";
import { log } from "~/platform/log.server";
import { requestContext } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { connectionOf } from "./connection.server";
import { CLIENT_ADDRESS_HEADER, LOCAL_CLIENT_HEADER, clientAddress, subnetOf } from "./client-address.server";
import { SECURITY_HEADERS } from "./security-headers.server";

/** Where a request's own Origin header is kept; Remix's partial check must not answer 500 before ours answers 403. */
export const ORIGIN_HEADER = "x-request-origin";

type RequestStart = { request: IncomingMessage; response: ServerResponse; server: Server };

const publicHost = new URL(env.PUBLIC_ORIGIN).host;
const shared = globalThis as typeof globalThis & { requestsObserved?: boolean };

/**
 * What must hold for every answer of `remix-serve` (documents, data, assets, errors): security headers, the client's
 * true address, an id, and one log line without its query. Hangs on Node's own channel, because the server's code is not ours.
 */
export function observeRequests(): void {
  if (shared.requestsObserved) return;
  shared.requestsObserved = true;
  // The server's own access log would print query strings; ours replaces it.
  morgan.format("tiny", () => undefined);
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as RequestStart;
    limitSlowClients(server);
    const context = {
      id: randomToken(9),
      subnet: subnetOf(trustOnlyOurselves(request)),
      memo: new Map<string, unknown>(),
      answerHeaders: new Headers(),
      connection: connectionOf(response),
    };
    requestContext.enterWith(context);
    turnAwayUnknownMethods(request);
    turnAwayLongAddresses(request);
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    response.setHeader("X-Request-Id", context.id);
    completeHeaders(response, context.answerHeaders);
    logWhenDone(request, response, context.id);
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** TRACE and inventions: the web framework cannot even represent them, so they go to a page that answers 405. */
function turnAwayUnknownMethods(request: IncomingMessage): void {
  if (METHODS.has(request.method ?? "")) return;
  request.method = "GET";
  request.url = "/method-not-allowed";
}

/** The longest address that is read; every page's own is far shorter. */
const LONGEST_URL = 8 * 1024;

function turnAwayLongAddresses(request: IncomingMessage): void {
  if ((request.url?.length ?? 0) <= LONGEST_URL) return;
  request.method = "GET";
  request.url = "/address-too-long";
}

function limitSlowClients(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
}

/** Overwrites every header by which a client could choose its own address, host or scheme. @returns its true address */
function trustOnlyOurselves(request: IncomingMessage): string {
  const { headers, socket } = request;
  const forwarded = headers["x-forwarded-for"];
  // A client on this very machine, unless it is a proxy passing on someone else's request.
  const isLocal = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "");
  headers[LOCAL_CLIENT_HEADER] = isLocal && !forwarded && !headers.forwarded && !headers.via ? "yes" : "no";
  const address = clientAddress(
    socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    env.TRUST_PROXY,
  );
  headers[CLIENT_ADDRESS_HEADER] = address;
  delete headers[ORIGIN_HEADER];
  if (headers.origin !== undefined) headers[ORIGIN_HEADER] = headers.origin;
  for (const name of [
    "origin",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-port",
  ])
    delete headers[name];
  headers.host = publicHost;
  return address;
}

/** Pages are private unless they say otherwise; a shared cache or the back button must not show them after sign-out. */
function completeHeaders(response: ServerResponse, answerHeaders: Headers): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    for (const [name, value] of answerHeaders) if (!this.hasHeader(name)) this.setHeader(name, value);
    if (!this.hasHeader("Cache-Control")) {
      this.setHeader("Cache-Control", "no-store");
      this.appendHeader("Vary", "Cookie");
    }
    return Reflect.apply(writeHead, this, args) as ServerResponse;
  } as typeof writeHead;
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const started = performance.now();
  const route = (request.url ?? "").split("?")[0] ?? "";
  const { method } = request;
  response.once("close", () => {
    const ms = performance.now() - started;
    noteRequest(method, route, response.statusCode, ms);
    // Assets by the dozen say nothing; everything else is one line.
    const fields = {
      requestId,
      method,
      route: routeForLog(route),
      status: response.statusCode,
      ms: Math.round(ms),
    };
    if (route.startsWith("/assets/")) log.debug("request", fields);
    else log.info("request", fields);
  });
}

/** A path may hold a secret (the calendar feed's address, the way out of a mail) or control characters; neither reaches the log. */
function routeForLog(path: string): string {
  return path
    .replace(/^\/(calendar|unsubscribe)\/[^/]+/, "/$1/:token")
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 200);
}
