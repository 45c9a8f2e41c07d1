import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import morgan from "morgan";
import { CLIENT_ADDRESS_HEADER, clientAddress, subnetOf } from "~/http/client-address.server";
import { PROXIES_HEADER } from "~/http/doctor-probe.server";
import { createHeaders } from "~/http/node-request.server";
import { homeOriginOf, HOST_HEADER, ORIGIN_HEADER, PROTOCOL_HEADER } from "~/http/request-origin.server";
import { routePatternOf } from "~/http/route-patterns.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { noteRequest } from "~/platform/metrics.server";
import { requestContext } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { clientBackpressure } from "./client-backpressure.server";
import { countOpen, limitBodyTime } from "./client-limits.server";
import { normalizeRequestTarget } from "./request-target.server";
import { setSecurityHeaders } from "./security-headers.server";

const publicHost = new URL(env.PUBLIC_ORIGIN).host;
const FORWARDED = ["origin", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];
/** nginx logs this status for a client that closed its connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

let [isObserving, hasWarned] = [false, false];

/**
 * Gives every request of `remix-serve`, assets and errors included, a context, its client's true address, security headers
 * and one log line. `remix-serve` has no place for middleware; Node publishes here before a listener sees the request.
 */
export function observeRequests(): void {
  if (isObserving) return;
  isObserving = true;
  // The access log of remix-serve would print query strings.
  morgan.format("tiny", () => undefined);
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const address = replaceForwardedHeaders(request);
    if (env.TRUST_PROXY > 0 && !countOpen(address, response)) request.socket.destroy();
    const id = randomToken(9);
    requestContext.enterWith({
      id,
      subnet: subnetOf(address),
      memo: new Map<string, unknown>(),
      answerHeaders: new Headers(),
      connection: clientBackpressure(response),
      giveTime: limitBodyTime(request),
      homeOrigin: () => homeOriginOf({ headers: createHeaders(request.headers) }),
    });
    normalizeRequestTarget(request, publicHost);
    setSecurityHeaders(request, response);
    response.setHeader("X-Request-Id", id);
    logWhenClosed(request, response, id);
  });
}

/** Replaces the headers by which a client could choose its address, host or scheme. Remix answers 500 to a foreign Origin. */
function replaceForwardedHeaders({ headers, socket }: IncomingMessage): string {
  const { host, origin, "x-forwarded-for": forwarded, "x-forwarded-proto": protocol } = headers;
  if (forwarded && env.TRUST_PROXY === 0 && !hasWarned) {
    hasWarned = true;
    log.warn("proxy.not_set", {
      message:
        "A request came with X-Forwarded-For, but TRUST_PROXY is 0. Behind a proxy set TRUST_PROXY to the number of proxies.",
    });
  }
  const chain = [forwarded ?? []].flat().join(",");
  const address = clientAddress(socket.remoteAddress, chain, env.TRUST_PROXY);
  for (const name of FORWARDED) delete headers[name];
  Object.assign(headers, {
    host: publicHost,
    [CLIENT_ADDRESS_HEADER]: address,
    [PROXIES_HEADER]: String(chain ? chain.split(",").length : 0),
    [HOST_HEADER]: host,
    [ORIGIN_HEADER]: origin,
    [PROTOCOL_HEADER]: env.TRUST_PROXY > 0 ? protocol : undefined,
  });
  return address;
}

function logWhenClosed(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const started = performance.now();
  const path = (request.url ?? "").split("?")[0] ?? "";
  const { method } = request;
  response.once("close", () => {
    const ms = performance.now() - started;
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
    noteRequest(method, path, status, ms);
    const level = path.startsWith("/assets/") ? "debug" : "info";
    log[level]("request", { requestId, method, route: routePatternOf(path), status, ms: Math.round(ms) });
  });
}
