import { isAhead } from "~/domain/calendar/deadline";
import { MINUTE } from "~/domain/calendar/durations";

/** Lockouts as data: how many failures lead to how long a wait. */
export const LOCKOUTS = {
  login: { failures: 5, waitMs: 30_000 },
  registration: { failures: 5, waitMs: MINUTE },
} as const;
export type LockoutScope = keyof typeof LOCKOUTS;

export type Attempts = { failures: number; lockedUntil: Date | null };

/**
 * Whole seconds until `lockedUntil`, at least 1 while it lies ahead, else 0. A lock that is longer than its rule was made by
 * a clock that was wrong, and is ignored: nobody waits for the difference.
 */
export function secondsLeft(lockedUntil: Date | null, scope: LockoutScope, now: Date): number {
  if (!lockedUntil || lockedUntil <= now) return 0;
  const { waitMs } = LOCKOUTS[scope];
  if (isAhead(new Date(lockedUntil.getTime() - waitMs), now)) return 0;
  return Math.ceil(Math.min(waitMs, lockedUntil.getTime() - now.getTime()) / 1000);
}

/**
 * The counter after one more try begins. A try is counted before its password is checked, so that many at once get no
 * further than the limit; success clears the counter. Null while the lock holds: the try is refused and lengthens nothing.
 */
export function reserveAttempt(attempts: Attempts, scope: LockoutScope, now: Date): Attempts | null {
  if (secondsLeft(attempts.lockedUntil, scope, now) > 0) return null;
  const { failures: limit, waitMs } = LOCKOUTS[scope];
  // A lock that has run out begins a new count.
  const failures = attempts.lockedUntil ? 1 : attempts.failures + 1;
  return { failures, lockedUntil: failures >= limit ? new Date(now.getTime() + waitMs) : null };
}
