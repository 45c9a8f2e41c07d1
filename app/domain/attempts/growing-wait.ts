import { isAhead } from "~/domain/calendar/deadline";
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
  /** Failures at one account, from any network. */
  account: { free: 100, windowMs: 24 * HOUR },
} as const satisfies Record<string, GrowingPolicy>;

/**
 * How long a failure makes the next try wait.
 * @internal Exported for tests.
 */
export function waitAfter(failures: number, policy: GrowingPolicy): number {
  const over = failures - policy.free;
  return over <= 0 ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** Math.min(over - 1, 20));
}

/** A window that is over, or that a clock which was ahead has begun. */
const isOver = ({ windowStart }: GrowingState, { windowMs }: GrowingPolicy, now: Date) =>
  now.getTime() - windowStart.getTime() >= windowMs || isAhead(windowStart, now);

/** Milliseconds until a try is allowed. A failure that lies ahead makes nobody wait, since it was noted by a wrong clock. */
export function waitLeft(state: GrowingState | null, policy: GrowingPolicy, now: Date): number {
  if (!state || isOver(state, policy, now) || isAhead(state.lastAt, now)) return 0;
  const waitMs = waitAfter(state.failures, policy);
  return Math.min(waitMs, Math.max(0, state.lastAt.getTime() + waitMs - now.getTime()));
}

/** The state after one more failure; a window that is over begins again. */
export function addFailure(state: GrowingState | null, policy: GrowingPolicy, now: Date): GrowingState {
  return !state || isOver(state, policy, now)
    ? { failures: 1, windowStart: now, lastAt: now }
    : { failures: state.failures + 1, windowStart: state.windowStart, lastAt: now };
}
