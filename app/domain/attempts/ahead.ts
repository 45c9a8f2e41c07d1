/** By how much the clocks of several servers on one database may differ. */
const SKEW_MS = 5_000;

/** Whether a moment that was noted as past has not come yet: the clock has been set back since. */
export function isAhead(noted: Date, now: Date): boolean {
  return noted.getTime() - now.getTime() > SKEW_MS;
}
