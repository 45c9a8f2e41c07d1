import { localMoment } from "~/domain/journal/local-day";

const DAY_MS = 86_400_000;

/** How far the clocks of `zone` are ahead of Universal Time at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const { date, time } = localMoment(new Date(at), zone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}

/**
 * The moment at which clocks in `zone` show a local date and time. A time that a clock change leaves out is as much
 * later as the clocks are put forward; of a time that comes twice it is the first.
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const plain = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(plain - DAY_MS, zone), offsetAt(plain + DAY_MS, zone)];
  const fits = [before, after]
    .map((offset) => plain - offset)
    .filter((at) => plain - at === offsetAt(at, zone));
  return new Date(fits.length > 0 ? Math.min(...fits) : plain - before);
}
