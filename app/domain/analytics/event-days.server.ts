import { countUp } from "#models/db/count-up.server";
import { EventDayModel } from "#models/event-day.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";
import { now } from "~/platform/clock";
import { WaitingCounts } from "~/platform/waiting-counts";

/** Longer than the roll-up of a day can be late. */
const KEEP_MS = 40 * DAY;

/** Counts one more of something that is only counted, now. */
export const countEvent = (event: string): Promise<void> => add(utcDay(now()), event, 1);

/** What was counted in this process and is not written yet: by the day and the event, and by nobody. */
const noted = new WaitingCounts();

/** Counts one more in memory, for pages: they never wait for a write. */
export const noteEvent = (event: string): void => noted.note(`${utcDay(now())}|${event}`);

/** Adds what was counted in memory. What could not be written is kept for the next time. */
export const writeEvents = (): Promise<void> =>
  noted.write((key, count) => add(key.slice(0, 10), key.slice(11), count));

const add = (day: string, event: string, count: number): Promise<void> =>
  countUp(
    EventDayModel,
    { _id: `${day}|${event}`, day, event, count: 0, expiresAt: new Date(now().getTime() + KEEP_MS) },
    { count },
  );

/** What was counted on a day under names that begin so, without that beginning. */
export async function eventsOf(day: string, beginning: string): Promise<Record<string, number>> {
  const events = await EventDayModel.find({ day }).select({ event: 1, count: 1 }).lean();
  return Object.fromEntries(
    events
      .filter(({ event }) => event.startsWith(beginning))
      .map(({ event, count }) => [event.slice(beginning.length), count]),
  );
}
