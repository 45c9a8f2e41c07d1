import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { isLoopback, isPrivateHost, normalizeHost } from "~/platform/private-host";
import { CROSS_SITE_POST } from "./failure-responses.server";

/** The client's Origin header, moved here because Remix would respond 500 to a foreign one before our check responds 403. */
export const ORIGIN_HEADER = "x-request-origin";
/** The client's Host header. `Host` itself is replaced by the public host. */
export const HOST_HEADER = "x-request-host";
/** The protocol that a trusted proxy reports. */
export const PROTOCOL_HEADER = "x-request-protocol";

type Refused = "foreign" | "other_address" | "unknown_host";

/**
 * The claimed origin of a request. "unsaid": no header names one. "withheld": `Origin: null`, as browsers send for our own
 * forms behind a proxy that adds `Referrer-Policy: no-referrer`. "other_address": from our own page on another host than that
 * of PUBLIC_ORIGIN. "unknown_host": PUBLIC_ORIGIN is unset, and the host is not a private address.
 */
type OriginVerdict = "same_origin" | "unsaid" | "withheld" | Refused;

const originHeader = ({ headers }: Pick<Request, "headers">) =>
  headers.get(ORIGIN_HEADER) ?? headers.get("Origin");

/** The origins in Origin and Referer; "null" for an unreadable Referer. */
function claimedOrigins(request: Pick<Request, "headers">): string[] {
  const origin = originHeader(request);
  const referer = request.headers.get("Referer");
  const claimed = origin === null ? [] : [origin];
  if (referer) claimed.push(URL.canParse(referer) ? new URL(referer).origin : "null");
  return claimed;
}

/** Whether an origin matches a Host header. Its scheme may be either, because a proxy may terminate https. */
const isAt = (host: string | null) => (origin: string) =>
  /^https?:/.test(origin) && origin === normalizeHost(host, origin.split("//", 1)[0])?.origin;

/** The origin that a request was sent to, if its host is private. Only the browser or a trusted proxy can report https. */
export function homeOriginOf(request: Pick<Request, "headers">): string | undefined {
  const host = request.headers.get(HOST_HEADER);
  const own = claimedOrigins(request).find(isAt(host));
  const isByHttps = request.headers.get(PROTOCOL_HEADER) === "https";
  const url = own ? new URL(own) : normalizeHost(host, isByHttps ? "https:" : "http:");
  return url && isPrivateHost(url.hostname) ? url.origin : undefined;
}

/** Compares the claimed origins with ours; Sec-Fetch-Site can only make the verdict stricter. */
export function originVerdict(request: Request): OriginVerdict {
  const host = request.headers.get(HOST_HEADER);
  const site = request.headers.get("Sec-Fetch-Site");
  const claimed = claimedOrigins(request);
  const isOurs = env.isOriginNamed
    ? (origin: string) => origin === env.PUBLIC_ORIGIN
    : privateHostMatcher(host);
  if (!isOurs) return "unknown_host";
  // "none" means a typed URL or a bookmark, never a form.
  const isForeignSite = site !== null && site !== "same-origin";
  if (isForeignSite) return "foreign";
  if (claimed.every(isOurs)) return claimed.length > 0 || site !== null ? "same_origin" : "unsaid";
  if (originHeader(request) === "null" && claimed.slice(1).every(isOurs)) return "withheld";
  return env.isOriginNamed && claimed.every(isAt(host)) ? "other_address" : "foreign";
}

/** Without PUBLIC_ORIGIN: returns a test for the origin of this site; undefined unless the host is private. */
function privateHostMatcher(host: string | null): ((origin: string) => boolean) | undefined {
  const { hostname, port } = normalizeHost(host) ?? {};
  if (hostname === undefined || !isPrivateHost(hostname)) return undefined;
  const { origin: ownOrigin, port: ownPort } = new URL(env.PUBLIC_ORIGIN);
  // Programs on this machine may use any of its loopback names.
  const isThisServer = isLoopback(hostname) && port === ownPort;
  return (origin) => isAt(host)(origin) || (isThisServer && origin === ownOrigin);
}

/** The reason why a request may not act. `siteOrigin` is the origin that accepts the form. */
type OriginRefusal = { title: string; message: string; siteOrigin?: string };

/**
 * Undefined for a request from our own pages or without an origin. `mayWithhold` accepts a withheld origin, because our token
 * proves it. The first refusal of each kind is logged.
 */
export function originRefusal(request: Request, { mayWithhold = false } = {}): OriginRefusal | undefined {
  const claimed = originVerdict(request);
  const verdict = claimed === "withheld" && !mayWithhold ? "foreign" : claimed;
  if (verdict === "same_origin" || verdict === "unsaid" || verdict === "withheld") return undefined;
  const host = normalizeHost(request.headers.get(HOST_HEADER));
  const origins = claimedOrigins(request);
  const address = origins.find(isAt(host?.host ?? null)) ?? host?.origin;
  logOnce(verdict, { from: origins[0]?.slice(0, 200), host: host?.host });
  if (verdict === "foreign") return CROSS_SITE_POST;
  if (verdict === "other_address") {
    const siteOrigin = env.PUBLIC_ORIGIN;
    return {
      title: t("This site has another address"),
      message: t(
        "Nothing was saved, because this site’s address is {siteOrigin}. What you wrote is below: please send it from there.",
        { siteOrigin },
      ),
      siteOrigin,
    };
  }
  return {
    title: t("This site does not recognise the address you used"),
    message: t(
      "Nothing was saved, and what you wrote is below. The person who runs this site can add the address: write PUBLIC_ORIGIN={address} in the file .env, and start the server again.",
      { address: address ?? "https://journal.example.org" },
    ),
  };
}

const LOG_MESSAGES: Record<Refused, string> = {
  foreign: t(
    "A form was refused because it came from another site. If `from` is the address that people type, name it in PUBLIC_ORIGIN.",
  ),
  other_address: t("A form was refused because it came by another address than PUBLIC_ORIGIN."),
  unknown_host: t(
    "A form was refused because its host is no address at home. If it is the one that people type, name it in PUBLIC_ORIGIN.",
  ),
};
const logged = new Set<Refused>();

function logOnce(verdict: Refused, fields: { from?: string; host?: string }): void {
  if (logged.has(verdict)) return;
  logged.add(verdict);
  log.warn("form.refused", { why: verdict, ...fields, message: LOG_MESSAGES[verdict] });
}
