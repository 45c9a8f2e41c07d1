import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { seededHash } from "~/domain/calendar/seeded-random";
import { annualDatesOf, occursOn, type FixedRecurrence, type Recurrence } from "./intention";

/**
 * The rule of turns. Those in turn stand in one queue. Every day the first few come (three, less those whose own day
 * it is, but always one) and go to the end at night. So nobody who came later goes first, and with n in turn each
 * comes within n days. The queue is stored as it stood on `day`; later days are computed from there, and
 * only a change of what is carried rewrites it.
 */
export type Rotation = {
  day: string;
  /** Ids of those in turn; the first come first. */
  queue: string[];
  /** Those with days of their own. */
  fixed: { id: string; rhythm: FixedRecurrence }[];
  /** Places of this day that stay empty: those who had them came today and are no longer carried. */
  spent: number;
};

/**
 * How many may stand beside a text.
 * @internal Exported for tests.
 */
export const MAX_BESIDE_TEXT = 3;
/**
 * How many one prays through at most, even if more have this day for their own.
 * @internal Exported for tests.
 */
export const MAX_PRAYED_THROUGH = 12;

/** Before anything is carried. */
export const emptyRotation = (day: string): Rotation => ({ day, queue: [], fixed: [], spent: 0 });

/** How many of the queue come on a day, given how many have it for their own. */
const shareOf = (own: number) => Math.max(1, MAX_BESIDE_TEXT - own);

/** Counts once how many have each day for their own, so that a long absence is computed quickly. */
function counter(fixed: Rotation["fixed"]): (date: string) => number {
  let always = 0;
  const byWeekday = [0, 0, 0, 0, 0, 0, 0];
  const untils: string[] = [];
  const yearly: Rotation["fixed"] = [];
  for (const one of fixed) {
    const { rhythm } = one;
    if (rhythm.kind === "daily") always++;
    else if (rhythm.kind === "until") untils.push(rhythm.until);
    else if (rhythm.kind === "yearly") yearly.push(one);
    else for (const weekday of rhythm.weekdays) byWeekday[weekday] = (byWeekday[weekday] ?? 0) + 1;
  }
  const yearDays = new Set(yearly.flatMap(({ rhythm }) => annualDatesOf(rhythm)));
  return (date) => {
    let own = always + (byWeekday[weekdayOf(date)] ?? 0);
    for (const until of untils) if (date <= until) own++;
    if (yearDays.has(date.slice(5))) own += yearly.filter(({ rhythm }) => occursOn(rhythm, date)).length;
    return own;
  };
}

/** How many of the queue come on the day it is stored for. */
const slotsFilled = ({ day, fixed, spent }: Rotation) => Math.max(0, shareOf(counter(fixed)(day)) - spent);

/** The same order, as it stands on a later day. */
export function rotateTo(turn: Rotation, date: string): Rotation {
  const { day, queue, fixed } = turn;
  if (date <= day) return turn;
  const count = counter(fixed);
  let gone = Math.min(slotsFilled(turn), queue.length);
  for (let at = addDays(day, 1); at < date; at = addDays(at, 1))
    gone += Math.min(shareOf(count(at)), queue.length);
  const start = queue.length > 0 ? gone % queue.length : 0;
  return { day: date, queue: [...queue.slice(start), ...queue.slice(0, start)], fixed, spent: 0 };
}

/** An intention in its place: at the end of the queue, or among those with days of their own. */
export function addToRotation(turn: Rotation, id: string, rhythm: Recurrence): Rotation {
  if (rhythm.kind === "turn" && turn.queue.includes(id)) return turn;
  const others = removeFromRotation(turn, id);
  return rhythm.kind === "turn"
    ? { ...others, queue: [...others.queue, id] }
    : withPlaces({ ...others, fixed: [...others.fixed, { id, rhythm }] }, slotsFilled(others));
}

/** Several that are new, in the order given. */
export function addAllToRotation(
  turn: Rotation,
  added: readonly { id: string; rhythm: Recurrence }[],
): Rotation {
  const known = new Set([...turn.queue, ...turn.fixed.map(({ id }) => id)]);
  const queue = [...turn.queue];
  const fixed = [...turn.fixed];
  for (const { id, rhythm } of added) {
    if (known.has(id)) continue;
    if (rhythm.kind === "turn") queue.push(id);
    else fixed.push({ id, rhythm });
  }
  return withPlaces({ ...turn, queue, fixed }, slotsFilled(turn));
}

/** The others. Nobody moves up into a place that was seen filled today: they would seem to have had their turn. */
export function removeFromRotation(turn: Rotation, id: string): Rotation {
  const { queue, fixed } = turn;
  const places = slotsFilled(turn);
  const hadPlace = queue.slice(0, places).includes(id);
  const after = {
    ...turn,
    queue: queue.filter((other) => other !== id),
    fixed: fixed.filter((other) => other.id !== id),
  };
  return withPlaces(after, hadPlace ? places - 1 : places);
}

/** At most `places` of the queue come on this day. */
function withPlaces(turn: Rotation, places: number): Rotation {
  const share = shareOf(counter(turn.fixed)(turn.day));
  return { ...turn, spent: Math.max(0, share - places) };
}

export const rotationSize = ({ queue, fixed }: Rotation) => queue.length + fixed.length;

/** The few of a day: those that stand beside a text, and all that one prays through. */
export type DailySelection = { beside: string[]; arc: string[] };

/** The few of a day: the same whenever they are asked for. */
export function selectionFor(turn: Rotation, date: string): DailySelection {
  const today = rotateTo(turn, date);
  const { queue, fixed } = today;
  const own = fixed.filter(({ rhythm }) => occursOn(rhythm, date));
  const inTurn = queue.slice(0, slotsFilled(today));
  // A day that comes once a year is not missed; the others take turns at being first.
  const first = own
    .map(({ id, rhythm }) => ({ id, place: rhythm.kind === "yearly" ? -1 : seededHash(`${date}|${id}`) }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id);
  const room = MAX_BESIDE_TEXT - inTurn.length;
  const beside = [...first.slice(0, room), ...inTurn];
  return { beside, arc: [...beside, ...first.slice(room)].slice(0, MAX_PRAYED_THROUGH) };
}
