/** Moments in Universal Time, as administrators read them: to be compared with the log. */

/** "2026-11-21" */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** "2026-11" */
export function utcMonth(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** "2026-11-21 13:05" */
export function utcMinute(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", " ");
}

/** "2026-11-21 13:05:09" */
export function utcSecond(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}

/** The first moment of a day. */
export function startOfUtcDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
