import { HOUR, isBeyondClockSkew, MINUTE } from "~/domain/calendar/durations";

/** Failures that lead to a lockout, and its duration. */
export const LOCKOUTS = {
  login: { failures: 5, waitMs: 30_000 },
  registration: { failures: 5, waitMs: MINUTE },
} as const;
export type LockoutScope = keyof typeof LOCKOUTS;

/** The refusal of a locked account; `seconds` is the rest of the lock. */
export type LockedOut = { ok: false; code: "locked"; seconds: number };

export type Attempts = { failures: number; lockedUntil: Date | null };

/**
 * Whole seconds until a lockout ends, 0 if there is none. A lockout that ends later than its rule allows was written by a fast
 * clock and is ignored.
 */
export function lockoutSecondsLeft(lockedUntil: Date | null, scope: LockoutScope, now: Date): number {
  if (!lockedUntil || lockedUntil <= now) return 0;
  const { waitMs } = LOCKOUTS[scope];
  if (isBeyondClockSkew(new Date(lockedUntil.getTime() - waitMs), now)) return 0;
  return Math.ceil(Math.min(waitMs, lockedUntil.getTime() - now.getTime()) / 1000);
}

/**
 * The counter after one more attempt, or null during a lockout, which a rejected attempt does not prolong. An attempt is
 * counted before the password is checked, so that concurrent attempts cannot exceed the limit; success clears the counter.
 */
export function countAttempt(attempts: Attempts, scope: LockoutScope, now: Date): Attempts | null {
  if (lockoutSecondsLeft(attempts.lockedUntil, scope, now) > 0) return null;
  const { failures: limit, waitMs } = LOCKOUTS[scope];
  // After a lockout the count starts over.
  const failures = attempts.lockedUntil ? 1 : attempts.failures + 1;
  return { failures, lockedUntil: failures >= limit ? new Date(now.getTime() + waitMs) : null };
}

/**
 * Exponential backoff, in addition to the lockout: after `free` failures each further one doubles the wait, from one second
 * to `MAX_BACKOFF_MS`. The maximum keeps an attacker from locking an account for good.
 */
type BackoffPolicy = { free: number; windowMs: number };
export type BackoffState = { failures: number; windowStart: Date; lastAt: Date };

const MAX_BACKOFF_MS = 15 * MINUTE;

export const BACKOFFS = {
  /** Counts accounts with a failure from one network. */
  network: { free: 30, windowMs: HOUR },
  /** Counts the failures at one account from all networks. */
  account: { free: 100, windowMs: 24 * HOUR },
} as const satisfies Record<string, BackoffPolicy>;

/**
 * Wait after the last failure, in milliseconds.
 * @internal Exported for tests.
 */
export function backoffMs(failures: number, policy: BackoffPolicy): number {
  const excess = failures - policy.free;
  return excess <= 0 ? 0 : Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(excess - 1, 20));
}

/** A window that begins in the future was started by a fast clock and counts as expired. */
const isWindowExpired = ({ windowStart }: BackoffState, { windowMs }: BackoffPolicy, now: Date) =>
  now.getTime() - windowStart.getTime() >= windowMs || isBeyondClockSkew(windowStart, now);

/** Milliseconds until an attempt is allowed. A failure in the future was recorded by a fast clock and causes no wait. */
export function remainingBackoffMs(state: BackoffState | null, policy: BackoffPolicy, now: Date): number {
  if (!state || isWindowExpired(state, policy, now) || isBeyondClockSkew(state.lastAt, now)) return 0;
  const waitMs = backoffMs(state.failures, policy);
  return Math.min(waitMs, Math.max(0, state.lastAt.getTime() + waitMs - now.getTime()));
}

/** The state after one more failure; starts a new window if the last one has expired. */
export function recordFailure(state: BackoffState | null, policy: BackoffPolicy, now: Date): BackoffState {
  return !state || isWindowExpired(state, policy, now)
    ? { failures: 1, windowStart: now, lastAt: now }
    : { failures: state.failures + 1, windowStart: state.windowStart, lastAt: now };
}
