/** Moments as administrators read them: in UTC, to be compared with logs (product 2.12). */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** "2026-11-21" */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
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
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The day `days` after `day`, or before it. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(startOfDay(day).getTime() + days * DAY_MS));
}

/** "3 d 4 h", and "3 d" where nothing is left over. */
const together = (whole: string, rest: number, unit: string) =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`;

/** A length of time in words: "3 d 4 h", "12 min", "8 s". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return together(`${hours} h`, minutes % 60, "min");
  return together(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}

/** Bytes in words: "1.4 MB". */
export function bytes(count: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
