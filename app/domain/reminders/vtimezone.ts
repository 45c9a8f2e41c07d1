import { DAY, MINUTE } from "~/domain/calendar/durations";
import { offsetAt } from "~/domain/calendar/instants";

/** From `at` on, clocks are `after` ahead of Universal Time; until then they were `before`. In milliseconds. */
type Observance = { at: number; before: number; after: number };

/** A zone as a VTIMEZONE (RFC 5545, 3.6.5), with the clock changes between two moments. Ends with a line break. */
export function vtimezoneText(zone: string, from: Date, to: Date): string {
  const [start, end] = [from.getTime(), to.getTime()];
  const first = offsetAt(start, zone);
  const observances: Observance[] = [{ at: start, before: first, after: first }];
  for (let at = start; at < end; at += DAY) {
    const [before, after] = [offsetAt(at, zone), offsetAt(at + DAY, zone)];
    if (before !== after) observances.push({ at: changeBetween(at, at + DAY, zone), before, after });
  }
  const lines = observances.flatMap(({ at, before, after }) => {
    const name = isDaylight(at, after, zone) ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${name}`,
      `DTSTART:${localText(at + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${name}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...lines, "END:VTIMEZONE", ""].join("\r\n");
}

/** The first minute with the later offset. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / (2 * MINUTE)) * MINUTE;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function isDaylight(at: number, offset: number, zone: string): boolean {
  const year = new Date(at).getUTCFullYear();
  return offset > Math.min(offsetAt(Date.UTC(year, 0, 1), zone), offsetAt(Date.UTC(year, 6, 1), zone));
}

const localText = (local: number) => new Date(local).toISOString().slice(0, 19).replace(/[-:]/g, "");

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
}
