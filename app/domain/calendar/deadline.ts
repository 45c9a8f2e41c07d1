/** By how much the clocks of several servers on one database may differ. */
const SKEW_MS = 5_000;

/** Whether a moment that was noted as past has not come yet: the clock has been set back since. */
export function isAhead(noted: Date, now: Date): boolean {
  return noted.getTime() - now.getTime() > SKEW_MS;
}

/**
 * Whether a deadline has passed that is never set further ahead than `maxMs`. One that is further away was set by a clock
 * that was ahead, and counts as passed: no wait exceeds its rule when the clock is set back.
 */
export function hasPassed(deadline: Date, now: Date, maxMs: number): boolean {
  return deadline <= now || deadline.getTime() - now.getTime() > maxMs + SKEW_MS;
}

/** The same as a database condition on deadlines that have not passed; those that are missing have. */
export function notPassed(now: Date, maxMs: number): { $gt: Date; $lte: Date } {
  return { $gt: now, $lte: new Date(now.getTime() + maxMs + SKEW_MS) };
}
