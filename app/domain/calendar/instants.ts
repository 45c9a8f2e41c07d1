import { DAY, MINUTE } from "./durations";
import { localMoment } from "./local-day";

/** How far the clocks of `zone` are ahead of Universal Time at a moment, in milliseconds. */
export function offsetAt(at: number, zone: string): number {
  const { date, time } = localMoment(new Date(at), zone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE) * MINUTE;
}

/**
 * The moment when clocks in `zone` show a local date and time. A time that a clock change skips is moved
 * forward with the clocks; of a time that comes twice, the first counts.
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const plain = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(plain - DAY, zone), offsetAt(plain + DAY, zone)];
  const fits = [before, after]
    .map((offset) => plain - offset)
    .filter((at) => plain - at === offsetAt(at, zone));
  return new Date(fits.length > 0 ? Math.min(...fits) : plain - before);
}

/** The moment when `date` begins in `zone`; where a clock change skips midnight, the first moment after it. */
export function startOfDay(date: string, zone: string): Date {
  return instantOf(date, "00:00", zone);
}
