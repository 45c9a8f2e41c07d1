import {
  ANONYMOUS_PRAYER_SECONDS,
  claimAnonymousPrayer,
  storeAnonymousPrayer,
} from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { log } from "~/platform/log.server";
import { clientNetworks } from "./client-address.server";
import { anonymousPrayerCookie, readCookie } from "./cookies.server";

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
