import type { IncomingMessage } from "node:http";
import * as addresses from "~/addresses";

/** TRACE and inventions cannot even be represented by the web framework. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The longest address that is read; every page's own is far shorter. */
const LONGEST_URL = 8 * 1024;
/** A text that is shared with us travels in the address of the free page; how long that may be, the server itself says. */
const SHARED = new RegExp(`^(?:${addresses.freePage.pattern}|${addresses.share.pattern})(?:\\.data)?\\?`);

/**
 * Makes of what stands in the first line of a request an address of ours, or leads it to a page that says what is wrong
 * with it. Programs may send whole addresses (RFC 9112, 3.2.2), scanners send anything.
 */
export function straightenRequest(request: IncomingMessage, publicHost: string): void {
  const place = refusalOf(request, publicHost);
  if (place === undefined) return;
  request.method = "GET";
  request.url = place;
}

function refusalOf(request: IncomingMessage, publicHost: string): string | undefined {
  const { method = "", url = "" } = request;
  if (!METHODS.has(method)) return addresses.methodNotAllowed();
  if (url.length > LONGEST_URL && !SHARED.test(url)) return addresses.addressTooLong();
  const path = pathIn(url, publicHost);
  if (path === undefined || !isReadable(path)) return addresses.badRequest();
  request.url = path;
  return undefined;
}

/** The path and query of an address; undefined where it is another host's, or none. */
function pathIn(url: string, publicHost: string): string | undefined {
  if (url.startsWith("/")) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { host, pathname, search } = new URL(url);
  return host === publicHost ? pathname + search : undefined;
}

/** Whether every escape in the path is one. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
