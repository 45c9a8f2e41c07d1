/** Lengths of time in milliseconds, as Date counts them. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const withRest = (whole: string, rest: number, unit: string) =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`;

/** A length of time in words: "3 d 4 h", "12 min", "8 s". */
export function durationInWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRest(`${hours} h`, minutes % 60, "min");
  return withRest(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}
