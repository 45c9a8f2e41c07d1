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

/** The landing page's variants at the door (the assignment is a signed cookie). */
export async function abSession(request: CookieRequest): Promise<AbSession | undefined> {
  return decodeAbSession(await readCookie(abCookie, request));
}

export const abSessionCookie = (session: AbSession) => abCookie.serialize(encodeAbSession(session));

/** Takes the cookie away: the next visit draws again. */
export const clearAbSession = () => abCookie.serialize("", { maxAge: 0 });

/**
 * Which variant a visitor of the landing page sees. The first visit draws and sets the cookie. It is counted when a
 * browser says that a person opened the page, or else when the cookie comes back, which the programs that walk the web
 * do not do. People who are signed in, prefetches and programs that name themselves are not counted.
 */
export async function landingVisit(
  request: CookieRequest,
  signedIn: boolean,
): Promise<{ variant: Variant; headers: Headers }> {
  const known = await abSession(request);
  const session = known ?? newAbSession();
  const headers = new Headers();
  const counts =
    session.state === "new" &&
    !signedIn &&
    isPageView(request) &&
    (known !== undefined || saysNavigation(request));
  const counted = counts && bufferVisit(session, clientNetwork(request));
  if (!known || counted)
    headers.append("Set-Cookie", await abSessionCookie(counted ? { ...session, state: "counted" } : session));
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

const saysNavigation = (request: CookieRequest) =>
  request.headers.get("Sec-Fetch-Mode") === "navigate" &&
  request.headers.get("Sec-Fetch-Dest") === "document";

/** Notes that the visitor of this browser has registered. A failure is only logged. */
export async function recordBrowserConversion(request: Request, type: Conversion): Promise<void> {
  try {
    const session = await abSession(request);
    if (session) await recordConversion(session, type);
  } catch (error) {
    log.error("experiment.conversion_lost", error);
  }
}

/** Holds a prayer for this browser. @returns the cookie that opens it, or null where there is no room */
export async function issueAnonymousPrayerCookie(
  request: Request,
  date: string,
  answers: readonly [first: string, second: string],
): Promise<string | null> {
  const secret = await storeAnonymousPrayer(date, answers, clientNetworks(request));
  return secret && anonymousPrayerCookie.serialize(secret, { maxAge: ANONYMOUS_PRAYER_SECONDS });
}

/** Gives what this browser held to the account that signs in. Never in the way of the sign-in. @returns cookies to set */
export async function claimAnonymousPrayerCookie(request: Request, userId: number): Promise<string[]> {
  const secret = await readCookie(anonymousPrayerCookie, request);
  if (!secret) return [];
  try {
    await claimAnonymousPrayer(secret, userId);
    return [await anonymousPrayerCookie.serialize("", { maxAge: 0 })];
  } catch (error) {
    log.error("prayer.not_kept", error);
    return [];
  }
}
