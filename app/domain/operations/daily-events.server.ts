import { incrementCount } from "#models/db/queries.server";
import { DailyEventCountModel } from "#models/statistics.server";
import { DAY } from "~/domain/calendar/durations";
import { utcDay } from "~/domain/calendar/local-day";
import { now } from "~/platform/clock";
import { BufferedCounter } from "~/platform/metrics.server";

/** The daily roll-up reads the counts and may run late, so they are stored longer than it can be delayed. */
const COUNT_TTL_MS = 40 * DAY;

export const countEvent = (event: string): Promise<void> => add(utcDay(now()), event, 1);

/** Write buffer, keyed by day and event; contains no user. */
const bufferedEvents = new BufferedCounter();

/** Counts an event of a page, which must not wait for a write. */
const bufferEvent = (event: string): void => bufferedEvents.increment(`${utcDay(now())}|${event}`);

/** Writes the buffer. Failed writes stay buffered. */
export const flushEvents = (): Promise<void> =>
  bufferedEvents.flush((key, count) => add(key.slice(0, 10), key.slice(11), count));

const add = (day: string, event: string, count: number): Promise<void> =>
  incrementCount(
    DailyEventCountModel,
    { _id: `${day}|${event}`, day, event, count: 0, expiresAt: new Date(now().getTime() + COUNT_TTL_MS) },
    { count },
  );

/** Counts of a day's events that begin with `prefix`, by the rest of the name. */
export async function eventCountsOn(day: string, prefix: string): Promise<Record<string, number>> {
  const events = await DailyEventCountModel.find({ day }).select({ event: 1, count: 1 }).lean();
  return Object.fromEntries(
    events
      .filter(({ event }) => event.startsWith(prefix))
      .map(({ event, count }) => [event.slice(prefix.length), count]),
  );
}

/** Library content on a page; never the member's own. */
type Impression = { passageRef: string; promptIds: readonly string[] };

/** Counts the passage and prompts that a page shows, without the viewer. */
export function recordImpression({ passageRef, promptIds }: Impression): void {
  if (passageRef) bufferEvent(`served:${passageRef}`);
  for (const id of promptIds) bufferEvent(`shown:${id}`);
}

type Tally = Map<string, number>;

export async function impressionsOn(day: string): Promise<{ served: Tally; shown: Tally }> {
  const [served, shown] = await Promise.all([eventCountsOn(day, "served:"), eventCountsOn(day, "shown:")]);
  return { served: new Map(Object.entries(served)), shown: new Map(Object.entries(shown)) };
}
