/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const withRemainder = (whole: string, rest: number, unit: string) =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`;

/** "3 d 4 h", "12 min", "8 s". */
export function formatTimeSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRemainder(`${hours} h`, minutes % 60, "min");
  return withRemainder(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}

/** Tolerated difference between the clocks of servers that share a database. */
const SKEW_MS = 5_000;

/** Whether a recorded past moment is in the future by more than the clock skew: the clock has been set back since. */
export function isBeyondClockSkew(recorded: Date, now: Date): boolean {
  return recorded.getTime() - now.getTime() > SKEW_MS;
}

/**
 * Whether a deadline has passed. Deadlines are set at most `maxMs` ahead. A deadline further ahead was set while the clock was
 * fast and counts as passed, so that correcting the clock never prolongs a wait.
 */
export function hasPassed(deadline: Date, now: Date, maxMs: number): boolean {
  return deadline <= now || deadline.getTime() - now.getTime() > maxMs + SKEW_MS;
}

/** Mongo condition equivalent to `!hasPassed`. A missing deadline does not match. */
export function pendingDeadline(now: Date, maxMs: number): { $gt: Date; $lte: Date } {
  return { $gt: now, $lte: new Date(now.getTime() + maxMs + SKEW_MS) };
}
