import { HOUR, SECOND } from "~/domain/calendar/durations";

const GIVE_UP_AFTER = 24 * HOUR;
const MAX_JITTER = 1 / 5;
export const MAX_RETRY_WAIT_MS = HOUR * (1 + MAX_JITTER);

/**
 * When to try again after `tries` failures: ten seconds, doubling to an hour, with up to a fifth of jitter
 * (`random` is in [0, 1)). Null when a day has passed since the mail was made.
 */
export function nextTry(tries: number, createdAt: Date, now: Date, random: number): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER) return null;
  const wait = Math.min(HOUR, 10 * SECOND * 2 ** Math.max(0, tries - 1));
  return new Date(now.getTime() + Math.round(wait * (1 + random * MAX_JITTER)));
}
