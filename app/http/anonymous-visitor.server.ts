import {
  ANONYMOUS_PRAYER_SECONDS,
  claimAnonymousPrayer,
  storeAnonymousPrayer,
} from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { bufferVisit, newAbSession, recordConversion } from "~/domain/plans/experiments/assignments.server";
import {
  decodeAbSession,
  encodeAbSession,
  isCrawler,
  type AbSession,
  type Variant,
} from "~/domain/plans/experiments/variant";
import type { Conversion } from "~/domain/plans/schema";
import { log } from "~/platform/log.server";
import { clientNetwork, clientNetworks } from "./client-address.server";
import { abCookie, anonymousPrayerCookie, readCookie, type CookieRequest } from "./cookies.server";

/** The browser's landing page variant, from its signed cookie. */
export async function abSession(request: CookieRequest): Promise<AbSession | undefined> {
  return decodeAbSession(await readCookie(abCookie, request));
}

export const abSessionCookie = (session: AbSession) => abCookie.serialize(encodeAbSession(session));

/** @returns the cookie that clears the assignment: the next visit draws a variant */
export const clearAbSession = () => abCookie.serialize("", { maxAge: 0 });

/**
 * Assigns a landing page variant; the first visit sets the cookie. It is counted when the browser reports a navigation, or
 * else when the cookie is sent again, which crawlers do not do. Members, prefetches and declared crawlers are not counted.
 */
export async function landingVisit(
  request: CookieRequest,
  signedIn: boolean,
): Promise<{ variant: Variant; headers: Headers }> {
  const known = await abSession(request);
  const session = known ?? newAbSession();
  const headers = new Headers();
  const isCounted =
    session.state === "new" &&
    !signedIn &&
    isPageView(request) &&
    (known !== undefined || isNavigation(request)) &&
    bufferVisit(session, clientNetwork(request));
  if (!known || isCounted)
    headers.append(
      "Set-Cookie",
      await abSessionCookie(isCounted ? { ...session, state: "counted" } : session),
    );
  return { variant: session.variant, headers };
}

function isPageView(request: CookieRequest): boolean {
  const purpose = `${request.headers.get("Sec-Purpose") ?? ""} ${request.headers.get("Purpose") ?? ""}`;
  return (
    request.method === "GET" &&
    !purpose.includes("prefetch") &&
    !isCrawler(request.headers.get("User-Agent") ?? "")
  );
}

const isNavigation = (request: CookieRequest) =>
  request.headers.get("Sec-Fetch-Mode") === "navigate" &&
  request.headers.get("Sec-Fetch-Dest") === "document";

/** Records the conversion of this browser's visitor. A failure is only logged. */
export async function recordBrowserConversion(request: Request, type: Conversion): Promise<void> {
  try {
    const session = await abSession(request);
    if (session) await recordConversion(session, type);
  } catch (error) {
    log.error("experiment.conversion_lost", error);
  }
}

/** Stores a prayer for this browser. @returns the cookie that opens it, or null without capacity */
export async function issueAnonymousPrayerCookie(
  request: Request,
  date: string,
  answers: readonly [first: string, second: string],
): Promise<string | null> {
  const secret = await storeAnonymousPrayer(date, answers, clientNetworks(request));
  return secret && anonymousPrayerCookie.serialize(secret, { maxAge: ANONYMOUS_PRAYER_SECONDS });
}

/** Whether a prayer of this browser waits for an account. */
export async function hasAnonymousPrayer(request: Request): Promise<boolean> {
  return Boolean(await readCookie(anonymousPrayerCookie, request));
}

/**
 * Moves this browser's prayer to the account that signs in. A failure is only logged.
 * @returns the cookie to set, null for none, and whether the prayer is in the journal now
 */
export async function claimAnonymousPrayerCookie(
  request: Request,
  userId: number,
): Promise<{ cookie: string | null; isSaved: boolean }> {
  const secret = await readCookie(anonymousPrayerCookie, request);
  if (!secret) return { cookie: null, isSaved: false };
  try {
    const isSaved = await claimAnonymousPrayer(secret, userId);
    return { cookie: await anonymousPrayerCookie.serialize("", { maxAge: 0 }), isSaved };
  } catch (error) {
    log.error("prayer.not_kept", error);
    return { cookie: null, isSaved: false };
  }
}
