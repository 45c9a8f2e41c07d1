/** Lengths of time in milliseconds, as Date counts them. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const withRest = (whole: string, rest: number, unit: string) =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`;

/** A length of time in words: "3 d 4 h", "12 min", "8 s". */
export function formatTimeSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRest(`${hours} h`, minutes % 60, "min");
  return withRest(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}

/** By how much the clocks of several servers on one database may differ. */
const SKEW_MS = 5_000;

/** Whether a moment that was noted as past has not come yet: the clock has been set back since. */
export function isBeyondClockSkew(noted: Date, now: Date): boolean {
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
export function pendingDeadline(now: Date, maxMs: number): { $gt: Date; $lte: Date } {
  return { $gt: now, $lte: new Date(now.getTime() + maxMs + SKEW_MS) };
}
