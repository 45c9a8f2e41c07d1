import { duplicateKeyFields } from "#models/db/failures.server";
import { EventDayModel } from "#models/event-day.server";
import { now } from "~/platform/clock";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/utc";

/** Longer than the roll-up of a day can be late. */
const KEEP_MS = 40 * DAY;

/** Counts one more of something that is only counted: the record first, then the count. */
export async function countEvent(event: string): Promise<void> {
  const at = now();
  const day = utcDay(at);
  const _id = `${day}|${event}`;
  const change = () => EventDayModel.updateOne({ _id }, { $inc: { count: 1 } });
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
