import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import morgan from "morgan";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { noteRequest } from "~/platform/metrics.server";
import { requestContext } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { CLIENT_ADDRESS_HEADER, clientAddress, subnetOf } from "./client-address.server";
import { limitEveryServer, limitRequests } from "./connection-limits.server";
import { connectionOf } from "./connection.server";
import { PROXIES_HEADER } from "./doctor-question.server";
import { createHeaders } from "./node-request.server";
import { straightenRequest } from "./request-line.server";
import { homeOriginOf, HOST_HEADER, ORIGIN_HEADER, PROTOCOL_HEADER } from "./request-origin.server";
import { routeOf } from "./route-patterns.server";
import { SECURITY_HEADERS } from "./security-headers.server";
import { limitBodyTime, limitSlowClients } from "./slow-clients.server";

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
  limitEveryServer();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as RequestStart;
    limitSlowClients(server);
    const address = trustOnlyOurselves(request);
    if (env.TRUST_PROXY > 0) limitRequests(address, request.socket, (ended) => response.once("close", ended));
    const context = {
      id: randomToken(9),
      subnet: subnetOf(address),
      memo: new Map<string, unknown>(),
      answerHeaders: new Headers(),
      connection: connectionOf(response),
      giveTime: limitBodyTime(request),
      homeOrigin: () => homeOriginOf({ headers: createHeaders(request.headers) }),
    };
    requestContext.enterWith(context);
    straightenRequest(request, publicHost);
    response.setHeader("X-Request-Id", context.id);
    completeHeaders(response, () => [...SECURITY_HEADERS, ...context.answerHeaders]);
    logWhenDone(request, response, context.id);
  });
}

let hasWarned = false;

/** Behind a proxy that the settings do not name everyone has the proxy's address, and one person's limits are everyone's. */
function warnOfProxy(): void {
  if (hasWarned) return;
  hasWarned = true;
  log.warn("proxy.not_set", {
    message:
      "A request came with X-Forwarded-For, but TRUST_PROXY is 0. Behind a proxy set TRUST_PROXY to the number of proxies.",
  });
}

/** Overwrites every header by which a client could choose its own address, host or scheme. @returns its true address */
function trustOnlyOurselves(request: IncomingMessage): string {
  const { headers, socket } = request;
  const forwarded = headers["x-forwarded-for"];
  if (forwarded && env.TRUST_PROXY === 0) warnOfProxy();
  const chain = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  const address = clientAddress(socket.remoteAddress, chain, env.TRUST_PROXY);
  headers[CLIENT_ADDRESS_HEADER] = address;
  headers[PROXIES_HEADER] = String(chain ? chain.split(",").length : 0);
  delete headers[ORIGIN_HEADER];
  delete headers[HOST_HEADER];
  delete headers[PROTOCOL_HEADER];
  const protocol = headers["x-forwarded-proto"];
  if (protocol !== undefined && env.TRUST_PROXY > 0) headers[PROTOCOL_HEADER] = protocol;
  if (headers.host !== undefined) headers[HOST_HEADER] = headers.host;
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

/**
 * Adds what the answer does not say for itself. Set earlier, a header that a route names too would be sent twice: Remix
 * appends. Pages are private unless they say otherwise; a shared cache or the back button must not show them after sign-out.
 */
function completeHeaders(response: ServerResponse, defaults: () => Iterable<[string, string]>): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    for (const [name, value] of defaults()) if (!this.hasHeader(name)) this.setHeader(name, value);
    if (!this.hasHeader("Cache-Control")) {
      this.setHeader("Cache-Control", "no-store");
      this.appendHeader("Vary", "Cookie");
    }
    return Reflect.apply(writeHead, this, args) as ServerResponse;
  } as typeof writeHead;
}

/** Where the connection ended before there was an answer, as nginx has it in its log. */
const CLOSED_BEFORE_ANSWER = 499;

function logWhenDone(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const started = performance.now();
  const path = (request.url ?? "").split("?")[0] ?? "";
  const { method } = request;
  response.once("close", () => {
    const ms = performance.now() - started;
    const status = response.headersSent ? response.statusCode : CLOSED_BEFORE_ANSWER;
    noteRequest(method, path, status, ms);
    // Assets by the dozen say nothing; everything else is one line.
    const fields = {
      requestId,
      method,
      route: routeOf(path),
      status,
      ms: Math.round(ms),
    };
    if (path.startsWith("/assets/")) log.debug("request", fields);
    else log.info("request", fields);
  });
}
