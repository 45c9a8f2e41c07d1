import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import morgan from "morgan";
import { CLIENT_ADDRESS_HEADER, clientAddress, subnetOf } from "~/http/client-address.server";
import { PROXIES_HEADER } from "~/http/monitoring.server";
import { homeOriginOf, HOST_HEADER, ORIGIN_HEADER, PROTOCOL_HEADER } from "~/http/request-origin.server";
import * as paths from "~/paths";
import { env, isHttps } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { countRequest } from "~/platform/metrics.server";
import { requestContext, type Backpressure } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { countOpenConnection, limitBodyTime } from "./client-limits.server";
import { createHeaders } from "./page-handlers.server";
import { routePatternOf } from "./route-patterns.server";

/** Back-pressure for streams: Remix writes as fast as a stream yields, whatever the client has read. */
export const clientBackpressure = (response: ServerResponse): Backpressure => ({
  drained: () =>
    new Promise((resolve) => {
      const settle = () => resolve(!response.off("drain", settle).off("close", settle).destroyed);
      if (response.destroyed || response.socket?.destroyed) resolve(false);
      else if (response.writableNeedDrain) response.on("drain", settle).on("close", settle);
      else resolve(true);
    }),
  cut: () => response.destroy(),
});

/** The methods that Remix can represent. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const MAX_URL_LENGTH = 8 * 1024;
/** A shared text is part of the URL of the free page; Node limits its length. */
const LONG_URL = new RegExp(`^(?:${paths.freePage.pattern}|${paths.share.pattern})(?:\\.data)?\\?`);

/**
 * Rewrites an absolute URL (RFC 9112, 3.2.2) to its path. A request that Remix cannot represent becomes a GET of the page that
 * names its problem.
 */
function normalizeRequestTarget(request: IncomingMessage, publicHost: string): void {
  const { method = "", url = "" } = request;
  const path = pathOf(url, publicHost);
  let problem: string | undefined;
  if (!METHODS.has(method)) problem = paths.methodNotAllowed();
  else if (url.length > MAX_URL_LENGTH && !LONG_URL.test(url)) problem = paths.addressTooLong();
  else if (path === undefined) problem = paths.badRequest();
  request.url = problem ?? path;
  if (problem) request.method = "GET";
}

/** The path and query of a URL; undefined for another host and for an invalid escape. */
function pathOf(url: string, publicHost: string): string | undefined {
  let path = url;
  if (!url.startsWith("/")) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
    const { host, pathname, search } = new URL(url);
    if (host !== publicHost) return undefined;
    path = pathname + search;
  }
  try {
    decodeURIComponent(path.split("?")[0] ?? "");
    return path;
  } catch {
    return undefined;
  }
}

const HEADERS = [
  helmet.xContentTypeOptions(),
  // With "no-referrer" browsers would send `Origin: null` with a form, and only its token would prove its origin.
  helmet.referrerPolicy({ policy: "same-origin" }),
  helmet.crossOriginOpenerPolicy(),
  helmet.crossOriginResourcePolicy(),
  helmet.xFrameOptions({ action: "deny" }),
  ...(isHttps ? [helmet.strictTransportSecurity({ maxAge: 31_536_000 })] : []),
];
const PERMISSIONS_POLICY =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()";

/** Sets the security headers. Routes must not set them, because Remix would append a second value. */
function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const setHeader of HEADERS) setHeader(request, response, () => undefined);
  response.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
}

const publicHost = new URL(env.PUBLIC_ORIGIN).host;
const FORWARDED = ["origin", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];
/** nginx logs this status for a client that closed its connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

let [isObserving, hasWarned] = [false, false];

/**
 * Gives every request of `remix-serve`, assets and errors included, a context, its client's IP address, security headers and one
 * log line. `remix-serve` has no middleware, but Node publishes each request on a channel before its listeners run.
 */
export function observeRequests(): void {
  if (isObserving) return;
  isObserving = true;
  // The access log of remix-serve would print query strings.
  morgan.format("tiny", () => undefined);
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const address = replaceForwardedHeaders(request);
    if (env.TRUST_PROXY > 0 && !countOpenConnection(address, response)) request.socket.destroy();
    const id = randomToken(9);
    requestContext.enterWith({
      id,
      subnet: subnetOf(address),
      memo: new Map<string, unknown>(),
      responseHeaders: new Headers(),
      connection: clientBackpressure(response),
      extendBodyTimeout: limitBodyTime(request),
      homeOrigin: () => homeOriginOf({ headers: createHeaders(request.headers) }),
    });
    normalizeRequestTarget(request, publicHost);
    setSecurityHeaders(request, response);
    response.setHeader("X-Request-Id", id);
    logWhenClosed(request, response, id);
  });
}

/** Replaces the headers by which a client could choose its IP address, host or scheme. @returns the client's IP address */
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
    countRequest(method, path, status, ms);
    const level = path.startsWith("/assets/") ? "debug" : "info";
    log[level]("request", { requestId, method, route: routePatternOf(path), status, ms: Math.round(ms) });
  });
}
