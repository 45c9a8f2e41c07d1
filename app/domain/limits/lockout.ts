import { HOUR, isBeyondClockSkew, MINUTE } from "~/domain/calendar/durations";

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
export function lockoutSecondsLeft(lockedUntil: Date | null, scope: LockoutScope, now: Date): number {
  if (!lockedUntil || lockedUntil <= now) return 0;
  const { waitMs } = LOCKOUTS[scope];
  if (isBeyondClockSkew(new Date(lockedUntil.getTime() - waitMs), now)) return 0;
  return Math.ceil(Math.min(waitMs, lockedUntil.getTime() - now.getTime()) / 1000);
}

/**
 * The counter after one more try begins. A try is counted before its password is checked, so that many at once get no
 * further than the limit; success clears the counter. Null while the lock holds: the try is refused and lengthens nothing.
 */
export function countAttempt(attempts: Attempts, scope: LockoutScope, now: Date): Attempts | null {
  if (lockoutSecondsLeft(attempts.lockedUntil, scope, now) > 0) return null;
  const { failures: limit, waitMs } = LOCKOUTS[scope];
  // A lock that has run out begins a new count.
  const failures = attempts.lockedUntil ? 1 : attempts.failures + 1;
  return { failures, lockedUntil: failures >= limit ? new Date(now.getTime() + waitMs) : null };
}

/**
 * The second tier of lockouts: beyond a free allowance each failure doubles the wait, from one second to a
 * quarter of an hour. Never longer, so that no one can be locked out for good.
 */
export type BackoffPolicy = { free: number; windowMs: number };
export type BackoffState = { failures: number; windowStart: Date; lastAt: Date };

const MAX_BACKOFF_MS = 15 * MINUTE;

export const BACKOFFS = {
  /** Accounts that one network has failed at. */
  network: { free: 30, windowMs: HOUR },
  /** Failures at one account, from any network. */
  account: { free: 100, windowMs: 24 * HOUR },
} as const satisfies Record<string, BackoffPolicy>;

/**
 * How long a failure makes the next try wait.
 * @internal Exported for tests.
 */
export function backoffMs(failures: number, policy: BackoffPolicy): number {
  const over = failures - policy.free;
  return over <= 0 ? 0 : Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(over - 1, 20));
}

/** A window that is over, or that a clock which was ahead has begun. */
const isWindowExpired = ({ windowStart }: BackoffState, { windowMs }: BackoffPolicy, now: Date) =>
  now.getTime() - windowStart.getTime() >= windowMs || isBeyondClockSkew(windowStart, now);

/** Milliseconds until a try is allowed. A failure that lies ahead makes nobody wait, since it was noted by a wrong clock. */
export function remainingBackoffMs(state: BackoffState | null, policy: BackoffPolicy, now: Date): number {
  if (!state || isWindowExpired(state, policy, now) || isBeyondClockSkew(state.lastAt, now)) return 0;
  const waitMs = backoffMs(state.failures, policy);
  return Math.min(waitMs, Math.max(0, state.lastAt.getTime() + waitMs - now.getTime()));
}

/** The state after one more failure; a window that is over begins again. */
export function recordFailure(state: BackoffState | null, policy: BackoffPolicy, now: Date): BackoffState {
  return !state || isWindowExpired(state, policy, now)
    ? { failures: 1, windowStart: now, lastAt: now }
    : { failures: state.failures + 1, windowStart: state.windowStart, lastAt: now };
}
