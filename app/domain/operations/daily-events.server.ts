import { DailyEventCountModel } from "#models/daily-event-count.server";
import { incrementCount } from "#models/db/queries.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/local-day";
import { BufferedCounter } from "~/platform/buffered-counter";
import { now } from "~/platform/clock";

/** Longer than the roll-up of a day can be late. */
const KEEP_MS = 40 * DAY;

/** Counts one more of something that is only counted, now. */
export const countEvent = (event: string): Promise<void> => add(utcDay(now()), event, 1);

/** What was counted in this process and is not written yet: by the day and the event, and by nobody. */
const bufferedEvents = new BufferedCounter();

/** Counts one more in memory, for pages: they never wait for a write. */
const bufferEvent = (event: string): void => bufferedEvents.note(`${utcDay(now())}|${event}`);

/** Adds what was counted in memory. What could not be written is kept for the next time. */
export const flushEvents = (): Promise<void> =>
  bufferedEvents.write((key, count) => add(key.slice(0, 10), key.slice(11), count));

const add = (day: string, event: string, count: number): Promise<void> =>
  incrementCount(
    DailyEventCountModel,
    { _id: `${day}|${event}`, day, event, count: 0, expiresAt: new Date(now().getTime() + KEEP_MS) },
    { count },
  );

/** What was counted on a day under names that begin so, without that beginning. */
export async function eventCountsOn(day: string, beginning: string): Promise<Record<string, number>> {
  const events = await DailyEventCountModel.find({ day }).select({ event: 1, count: 1 }).lean();
  return Object.fromEntries(
    events
      .filter(({ event }) => event.startsWith(beginning))
      .map(({ event, count }) => [event.slice(beginning.length), count]),
  );
}

/** What a page shows of what came with the product or from the operator, and nothing of a person's own. */
type Shown = { passageRef: string; promptIds: readonly string[] };

/** Counts which passage and library questions a page shows, but not who sees them. */
export function recordImpression({ passageRef, promptIds }: Shown): void {
  if (passageRef) bufferEvent(`served:${passageRef}`);
  for (const id of promptIds) bufferEvent(`shown:${id}`);
}

type Tally = Map<string, number>;

/** What was shown on a day, and how often. */
export async function impressionsOn(day: string): Promise<{ served: Tally; shown: Tally }> {
  const [served, shown] = await Promise.all([eventCountsOn(day, "served:"), eventCountsOn(day, "shown:")]);
  return { served: new Map(Object.entries(served)), shown: new Map(Object.entries(shown)) };
}
