import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { seededHash } from "~/domain/calendar/seeded-random";
import { annualDatesOf, occursOn, type FixedRecurrence, type Recurrence } from "./intention";

/**
 * The rotation of intentions: a FIFO queue. A day's slots (three, less the intentions with a fixed day today, but at least
 * one) go to the head of the queue, and at night those intentions move to its end, so that each of n has a slot within n
 * days. The rotation is stored as of `day` and rewritten only when the set of intentions changes; later days are computed.
 */
export type Rotation = {
  day: string;
  /** The ids in the queue, next one first. */
  queue: string[];
  /** Intentions with fixed days. */
  fixed: { id: string; rhythm: FixedRecurrence }[];
  /** Slots of this day that stay empty, because their intentions were removed today. */
  spent: number;
};

/**
 * Intentions shown beside a text.
 * @internal Exported for tests.
 */
export const MAX_BESIDE_TEXT = 3;
/**
 * Maximum intentions of a day, even if more have that day as a fixed day.
 * @internal Exported for tests.
 */
export const MAX_PRAYED_THROUGH = 12;

export const emptyRotation = (day: string): Rotation => ({ day, queue: [], fixed: [], spent: 0 });

/** The slots of a day for the queue, given the number of intentions with a fixed day. */
const queueSlots = (fixedCount: number) => Math.max(1, MAX_BESIDE_TEXT - fixedCount);

/** Returns a counter of the intentions with a fixed day on a date. Prepared once, so that a long absence is computed quickly. */
function fixedCounter(fixed: Rotation["fixed"]): (date: string) => number {
  let always = 0;
  const byWeekday = [0, 0, 0, 0, 0, 0, 0];
  const untils: string[] = [];
  const yearly: Rotation["fixed"] = [];
  for (const each of fixed) {
    const { rhythm } = each;
    if (rhythm.kind === "daily") always++;
    else if (rhythm.kind === "until") untils.push(rhythm.until);
    else if (rhythm.kind === "yearly") yearly.push(each);
    else for (const weekday of rhythm.weekdays) byWeekday[weekday] = (byWeekday[weekday] ?? 0) + 1;
  }
  const yearDays = new Set(yearly.flatMap(({ rhythm }) => annualDatesOf(rhythm)));
  return (date) => {
    let count = always + (byWeekday[weekdayOf(date)] ?? 0);
    for (const until of untils) if (date <= until) count++;
    if (yearDays.has(date.slice(5))) count += yearly.filter(({ rhythm }) => occursOn(rhythm, date)).length;
    return count;
  };
}

/** The slots filled from the queue on the stored day. */
const slotsFilled = ({ day, fixed, spent }: Rotation) =>
  Math.max(0, queueSlots(fixedCounter(fixed)(day)) - spent);

/** Advances the rotation to a later day. */
export function rotateTo(rotation: Rotation, date: string): Rotation {
  const { day, queue, fixed } = rotation;
  if (date <= day) return rotation;
  const count = fixedCounter(fixed);
  let served = Math.min(slotsFilled(rotation), queue.length);
  for (let at = addDays(day, 1); at < date; at = addDays(at, 1))
    served += Math.min(queueSlots(count(at)), queue.length);
  const start = queue.length > 0 ? served % queue.length : 0;
  return { day: date, queue: [...queue.slice(start), ...queue.slice(0, start)], fixed, spent: 0 };
}

/**
 * Adds an intention to the end of the queue or to `fixed`, and removes its earlier entry. An intention that is in the queue and
 * stays there keeps its position.
 */
export function addToRotation(rotation: Rotation, id: string, rhythm: Recurrence): Rotation {
  if (rhythm.kind === "turn" && rotation.queue.includes(id)) return rotation;
  const others = removeFromRotation(rotation, id);
  return rhythm.kind === "turn"
    ? { ...others, queue: [...others.queue, id] }
    : withSlots({ ...others, fixed: [...others.fixed, { id, rhythm }] }, slotsFilled(others));
}

/** Adds the intentions that are not in the rotation yet, in order. */
export function addAllToRotation(
  rotation: Rotation,
  added: readonly { id: string; rhythm: Recurrence }[],
): Rotation {
  const known = new Set([...rotation.queue, ...rotation.fixed.map(({ id }) => id)]);
  const queue = [...rotation.queue];
  const fixed = [...rotation.fixed];
  for (const { id, rhythm } of added) {
    if (known.has(id)) continue;
    if (rhythm.kind === "turn") queue.push(id);
    else fixed.push({ id, rhythm });
  }
  return withSlots({ ...rotation, queue, fixed }, slotsFilled(rotation));
}

/**
 * Removes an intention. Its slot for today stays empty: an intention that moved up might not be seen any more today, but would go
 * to the end of the queue at night.
 */
export function removeFromRotation(rotation: Rotation, id: string): Rotation {
  const { queue, fixed } = rotation;
  const slots = slotsFilled(rotation);
  const hadSlot = queue.slice(0, slots).includes(id);
  const after = {
    ...rotation,
    queue: queue.filter((other) => other !== id),
    fixed: fixed.filter((other) => other.id !== id),
  };
  return withSlots(after, hadSlot ? slots - 1 : slots);
}

/** Sets `spent`, so that the stored day has at most this many slots. */
function withSlots(rotation: Rotation, slots: number): Rotation {
  const available = queueSlots(fixedCounter(rotation.fixed)(rotation.day));
  return { ...rotation, spent: Math.max(0, available - slots) };
}

export const rotationSize = ({ queue, fixed }: Rotation) => queue.length + fixed.length;

/** The ids of a day: `beside` has those shown beside a text, `arc` these and the others for praying through. */
export type DailySelection = { beside: string[]; arc: string[] };

/** The selection of a day; deterministic. */
export function selectionFor(rotation: Rotation, date: string): DailySelection {
  const today = rotateTo(rotation, date);
  const { queue, fixed } = today;
  const queued = queue.slice(0, slotsFilled(today));
  // Annual days come first, so that they are not missed; the others are in a different order each day.
  const ofDay = fixed
    .filter(({ rhythm }) => occursOn(rhythm, date))
    .map(({ id, rhythm }) => ({ id, rank: rhythm.kind === "yearly" ? -1 : seededHash(`${date}|${id}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
  const remaining = MAX_BESIDE_TEXT - queued.length;
  const beside = [...ofDay.slice(0, remaining), ...queued];
  return { beside, arc: [...beside, ...ofDay.slice(remaining)].slice(0, MAX_PRAYED_THROUGH) };
}
