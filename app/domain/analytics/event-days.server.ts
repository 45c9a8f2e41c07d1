import { duplicateKeyFields } from "#models/db/failures.server";
import { EventDayModel } from "#models/event-day.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";
import { now } from "~/platform/clock";

/** Longer than the roll-up of a day can be late. */
const KEEP_MS = 40 * DAY;

/** Counts one more of something that is only counted, now. */
export const countEvent = (event: string): Promise<void> => add(utcDay(now()), event, 1);

/** What was counted in this process and is not written yet: by the day and the event, and by nobody. */
const noted = new Map<string, number>();

/** Counts one more in memory, for pages: they never wait for a write. */
export function noteEvent(event: string): void {
  const key = `${utcDay(now())}|${event}`;
  noted.set(key, (noted.get(key) ?? 0) + 1);
}

/** Adds what was counted in memory. What could not be written is kept for the next time. */
export async function writeEvents(): Promise<void> {
  for (const [key, count] of noted) {
    noted.delete(key);
    const [day, event] = [key.slice(0, 10), key.slice(11)];
    try {
      await add(day, event, count);
    } catch (error) {
      noted.set(key, (noted.get(key) ?? 0) + count);
      throw error;
    }
  }
}

/** The record first, then the count. */
async function add(day: string, event: string, count: number): Promise<void> {
  const at = now();
  const _id = `${day}|${event}`;
  const change = () => EventDayModel.updateOne({ _id }, { $inc: { count } });
  if ((await change()).matchedCount === 1) return;
  try {
    await EventDayModel.create({ _id, day, event, count: 0, expiresAt: new Date(at.getTime() + KEEP_MS) });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  await change();
}

/** What was counted on a day under names that begin so, without that beginning. */
export async function eventsOf(day: string, beginning: string): Promise<Record<string, number>> {
  const events = await EventDayModel.find({ day }).select({ event: 1, count: 1 }).lean();
  return Object.fromEntries(
    events
      .filter(({ event }) => event.startsWith(beginning))
      .map(({ event, count }) => [event.slice(beginning.length), count]),
  );
}
