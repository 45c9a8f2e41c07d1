import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { isLoopback, isPrivateHost, normalizeHost } from "~/platform/private-host";
import { CROSS_SITE_POST } from "./failure-responses.server";

/** Where a request's own Origin header is kept; Remix's partial check must not answer 500 before ours answers 403. */
export const ORIGIN_HEADER = "x-request-origin";
/** Where its own Host header is kept: everything else sees the public host. */
export const HOST_HEADER = "x-request-host";
/** Where a trusted proxy's word is kept by which protocol the browser came. */
export const PROTOCOL_HEADER = "x-request-protocol";

type Refused = "foreign" | "other_address" | "unknown_host";

/**
 * Where a request says it comes from. "withheld": the browser says `Origin: null`, as it does for a form of our own behind a
 * proxy that adds `Referrer-Policy: no-referrer`. "other_address": from our own page, by another address than the one that
 * the settings name. "unknown_host": the settings name none, and the host is no address at home.
 */
export type OriginVerdict = "same_origin" | "unsaid" | "withheld" | Refused;

const originHeader = ({ headers }: Pick<Request, "headers">) =>
  headers.get(ORIGIN_HEADER) ?? headers.get("Origin");

/** What Origin and Referer say, each as an origin; "null" for what cannot be read. */
function saidOrigins(request: Pick<Request, "headers">): string[] {
  const origin = originHeader(request);
  const referer = request.headers.get("Referer");
  const said = origin === null ? [] : [origin];
  if (referer) said.push(URL.canParse(referer) ? new URL(referer).origin : "null");
  return said;
}

/** Whether an origin is the one that a Host header names, by http or by https: a proxy may have spoken https for us. */
const isAt = (host: string | null) => (origin: string) =>
  /^https?:/.test(origin) && origin === normalizeHost(host, origin.split("//", 1)[0])?.origin;

/**
 * The origin by which a request came, if its host is one at home. That it came by https only the browser says, or a trusted
 * proxy.
 */
export function homeOriginOf(request: Pick<Request, "headers">): string | undefined {
  const host = request.headers.get(HOST_HEADER);
  const own = saidOrigins(request).find(isAt(host));
  const isByHttps = request.headers.get(PROTOCOL_HEADER) === "https";
  const url = own ? new URL(own) : normalizeHost(host, isByHttps ? "https:" : "http:");
  return url && isPrivateHost(url.hostname) ? url.origin : undefined;
}

/** Where a request says it comes from. */
export function originVerdict(request: Request): OriginVerdict {
  const host = request.headers.get(HOST_HEADER);
  const site = request.headers.get("Sec-Fetch-Site");
  const said = saidOrigins(request);
  const isOurs = env.isOriginNamed ? (origin: string) => origin === env.PUBLIC_ORIGIN : oursAtHome(host);
  if (!isOurs) return "unknown_host";
  // "none" is a request that a person typed, which no form is.
  const isForeignSite = site !== null && site !== "same-origin";
  if (!isForeignSite && said.every(isOurs))
    return said.length > 0 || site !== null ? "same_origin" : "unsaid";
  if (!isForeignSite && originHeader(request) === "null" && said.slice(1).every(isOurs)) return "withheld";
  return env.isOriginNamed && !isForeignSite && said.every(isAt(host)) ? "other_address" : "foreign";
}

/** What is ours where no address is named; undefined where the host is none of home. */
function oursAtHome(host: string | null): ((origin: string) => boolean) | undefined {
  const { hostname, port } = normalizeHost(host) ?? {};
  if (hostname === undefined || !isPrivateHost(hostname)) return undefined;
  const usual = new URL(env.PUBLIC_ORIGIN);
  // What programs on this machine say, by whichever of its names they call.
  const isThisDoor = isLoopback(hostname) && port === usual.port;
  return (origin) => isAt(host)(origin) || (isThisDoor && origin === usual.origin);
}

/** Why a request may not act, in words for its sender. `house` is where the form can be sent instead. */
export type OriginRefusal = { title: string; message: string; house?: string };

/**
 * Undefined for what comes from our own pages, or does not say. A withheld origin needs `mayWithhold`: a token of ours stands
 * for it. The first of each kind is told to the operator.
 */
export function originRefusal(request: Request, { mayWithhold = false } = {}): OriginRefusal | undefined {
  const said = originVerdict(request);
  const verdict = said === "withheld" && !mayWithhold ? "foreign" : said;
  if (verdict === "same_origin" || verdict === "unsaid" || verdict === "withheld") return undefined;
  const host = normalizeHost(request.headers.get(HOST_HEADER));
  const origins = saidOrigins(request);
  const here = origins.find(isAt(host?.host ?? null)) ?? host?.origin;
  tellOnce(verdict, { from: origins[0]?.slice(0, 200), host: host?.host });
  if (verdict === "foreign") return CROSS_SITE_POST;
  if (verdict === "other_address") {
    const house = env.PUBLIC_ORIGIN;
    return {
      title: t("This house has another address"),
      message: t(
        "Nothing was done, because this house is at {house}. What you wrote is below: please take it there.",
        {
          house,
        },
      ),
      house,
    };
  }
  return {
    title: t("This house does not know the address you came by"),
    message: t(
      "Nothing was done, and what you wrote is below. The person who runs this house can make the address known: write PUBLIC_ORIGIN={address} into the file .env, and start it again.",
      { address: here ?? "https://journal.example.org" },
    ),
  };
}

const WORDS: Record<Refused, string> = {
  foreign: t(
    "A form was refused because it came from another site. If `from` is the address that people type, name it in PUBLIC_ORIGIN.",
  ),
  other_address: t("A form was refused because it came by another address than PUBLIC_ORIGIN."),
  unknown_host: t(
    "A form was refused because its host is no address at home. If it is the one that people type, name it in PUBLIC_ORIGIN.",
  ),
};
const told = new Set<Refused>();

function tellOnce(verdict: Refused, fields: { from?: string; host?: string }): void {
  if (told.has(verdict)) return;
  told.add(verdict);
  log.warn("form.refused", { why: verdict, ...fields, message: WORDS[verdict] });
}
