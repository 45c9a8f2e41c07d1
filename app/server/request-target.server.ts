import type { IncomingMessage } from "node:http";
import * as paths from "~/paths";

/** Remix cannot represent TRACE or invented methods. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const MAX_URL_LENGTH = 8 * 1024;
/** A shared text travels in the URL of the free page; Node limits its length. */
const LONG_URL = new RegExp(`^(?:${paths.freePage.pattern}|${paths.share.pattern})(?:\\.data)?\\?`);

/** Clients may send absolute URLs (RFC 9112, 3.2.2). A request for anything else gets a page that names the problem. */
export function normalizeRequestTarget(request: IncomingMessage, publicHost: string): void {
  const { method = "", url = "" } = request;
  const path = pathOf(url, publicHost);
  let problem: string | undefined;
  if (!METHODS.has(method)) problem = paths.methodNotAllowed();
  else if (url.length > MAX_URL_LENGTH && !LONG_URL.test(url)) problem = paths.addressTooLong();
  else if (path === undefined) problem = paths.badRequest();
  request.url = problem ?? path;
  if (problem) request.method = "GET";
}

/** The path and query of a URL; undefined for another host and for an escape that cannot be decoded. */
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
