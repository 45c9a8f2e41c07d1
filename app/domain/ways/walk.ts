import type { DaySlot } from "~/domain/member/prayer-times";
import type { Way } from "./way";
import { nextDay, runNear } from "./way-days";

/** A day of a way by its number; named, so that it reads the same where the way is gone. */
export type PlaceOnWay = { id: string; name: string; day: number; title: string };

/** A way that takes the place of a person's morning or evening; `since` is the local day when they began it. */
export type Walk = { way: string; name: string; since: string };

/** The ways that a person walks, and since when they have walked others: one that is begun again goes on. */
export type Walks = Record<DaySlot, Walk | null> & { before: Readonly<Record<string, string>> };

export const NO_WALKS: Walks = { morning: null, evening: null, before: {} };

/** How many ways are remembered after they were left. */
const MOST_BEFORE = 40;

/** What was prayed of a way: the latest date of each of its days. */
export type Prayed = ReadonlyMap<number, string>;

/** The slot that a way has taken. */
export function slotOf(walks: Walks, way: string): DaySlot | undefined {
  return (["morning", "evening"] as const).find((slot) => walks[slot]?.way === way);
}

/**
 * With a way begun; what held the slot is left. A way that was left goes on since when it was begun first, unless it is to
 * begin `again`.
 */
export function begun(
  walks: Walks,
  slot: DaySlot,
  { id, name }: { id: string; name: string },
  { today, again }: { today: string; again: boolean },
): Walks {
  const others = left(left(walks, id), walks[slot]?.way ?? id);
  const { [id]: earlier = today, ...before } = others.before;
  return { ...others, before, [slot]: { way: id, name, since: again ? today : earlier } };
}

/** Without a way; when it was begun is remembered. */
export function left(walks: Walks, way: string): Walks {
  const slot = slotOf(walks, way);
  if (!slot) return walks;
  const { [way]: _again, ...others } = walks.before;
  const before = Object.entries({ ...others, [way]: walks[slot]?.since ?? "" }).slice(-MOST_BEFORE);
  return { ...walks, [slot]: null, before: Object.fromEntries(before) };
}

/**
 * The day of a way that a person prays on a date: the season's, or of a way without dates the one that was prayed on that
 * date, else the next that was not prayed yet. Undefined outside of its days, and after all of them.
 */
export function dayOfWalkOn(way: Way, { since }: Walk, date: string, prayed: Prayed): number | undefined {
  if (way.begins !== "any") return runNear(way, since)?.days.get(date);
  if (date < since) return undefined;
  const [onDate] = [...prayed].find(([, on]) => on === date) ?? [];
  return onDate ?? nextDay(way, new Set(prayed.keys()));
}
