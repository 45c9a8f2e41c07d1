import { holdPrayer, keepHeldPrayer, PRAYER_HOLD_SECONDS } from "~/domain/onboarding/held-prayer.server";
import { log } from "~/platform/log.server";
import { clientNetworks } from "./client-address.server";
import { heldPrayerCookie, readCookie } from "./cookies.server";

/** Holds a prayer for this browser. @returns the cookie that opens it, or null where there is no room */
export async function holdForBrowser(
  request: Request,
  date: string,
  answers: readonly [first: string, second: string],
): Promise<string | null> {
  const secret = await holdPrayer(date, answers, clientNetworks(request));
  return secret && heldPrayerCookie.serialize(secret, { maxAge: PRAYER_HOLD_SECONDS });
}

/** Gives what this browser held to the account that signs in. Never in the way of the sign-in. @returns cookies to set */
export async function keepWhatWasHeld(request: Request, userId: number): Promise<string[]> {
  const secret = await readCookie(heldPrayerCookie, request);
  if (!secret) return [];
  try {
    await keepHeldPrayer(secret, userId);
    return [await heldPrayerCookie.serialize("", { maxAge: 0 })];
  } catch (error) {
    log.error("prayer.not_kept", error);
    return [];
  }
}
