import { HOUR, MINUTE } from "~/domain/calendar/durations";

/**
 * The second tier of lockouts: beyond a free allowance each failure doubles the wait, from one second to a
 * quarter of an hour. Never longer, so that no one can be locked out for good.
 */
export type GrowingPolicy = { free: number; windowMs: number };
export type GrowingState = { failures: number; windowStart: Date; lastAt: Date };

const LONGEST_MS = 15 * MINUTE;

export const GROWING = {
  /** Accounts that one network has failed at. */
  network: { free: 30, windowMs: HOUR },
  /** Failures at one account, from wherever. */
  account: { free: 100, windowMs: 24 * HOUR },
} as const satisfies Record<string, GrowingPolicy>;

/** How long a failure makes the next try wait. */
export function waitAfter(failures: number, policy: GrowingPolicy): number {
  const over = failures - policy.free;
  return over <= 0 ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** Math.min(over - 1, 20));
}

/** Milliseconds until a try is allowed. */
export function waitLeft(state: GrowingState | null, policy: GrowingPolicy, now: Date): number {
  if (!state || now.getTime() - state.windowStart.getTime() >= policy.windowMs) return 0;
  return Math.max(0, state.lastAt.getTime() + waitAfter(state.failures, policy) - now.getTime());
}

/** The state after one more failure; a window that is over begins again. */
export function addFailure(state: GrowingState | null, policy: GrowingPolicy, now: Date): GrowingState {
  const fresh = !state || now.getTime() - state.windowStart.getTime() >= policy.windowMs;
  return fresh
    ? { failures: 1, windowStart: now, lastAt: now }
    : { failures: state.failures + 1, windowStart: state.windowStart, lastAt: now };
}
