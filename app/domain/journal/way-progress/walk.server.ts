import { JournalEntryModel } from "#models/journal-entry.server";
import type { Draft } from "~/domain/journal/entries/drafts.server";
import {
  journalKeys,
  previousKeyTerms,
  wayTerm,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import type { Flow } from "~/domain/journal/prompt-sets/flow";
import type { Member } from "~/domain/member/member";
import { todayIn } from "~/domain/member/member-from-record.server";
import type { DaySlot } from "~/domain/member/prayer-times";
import { changeGuidance, guidanceOf } from "~/domain/ways/assigned-passages.server";
import { findWay } from "~/domain/ways/available-ways.state";
import {
  dayOfWalkOn,
  isWayOver,
  leaveWalk,
  nextDay,
  startWalk,
  type PrayedDays,
  type Walk,
} from "~/domain/ways/walk";
import type { Way } from "~/domain/ways/way";
import { begunOnWay, dayShown, wayFlow } from "./way-flow";

/** Finds what a person has kept on a way, by both keys while a move from one to the other lasts. */
export function entriesOnWay(member: Member, keys: JournalKeys, id: string) {
  const earlier = previousKeyTerms(keys);
  const marks = [wayTerm(keys, id), ...(earlier ? [wayTerm(earlier, id)] : [])];
  return { userId: member.id, status: "final" as const, deletedAt: null, marks: { $in: marks } };
}

/** Which days of a way a person has prayed since a date, and when last; by fingerprints, without opening an entry. */
async function prayedDaysSince(member: Member, id: string, way: Way, since: string): Promise<PrayedDays> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    { ...entriesOnWay(member, keys, id), forDate: { $gte: since } },
    { marks: 1, forDate: 1 },
  )
    .sort({ forDate: 1 })
    .lean();
  if (records.length === 0) return new Map();
  const rings = [keys, previousKeyTerms(keys)].flatMap((ring) => ring ?? []);
  const days = new Map(
    rings.flatMap((ring) => way.days.map((_, at) => [wayTerm(ring, id, at + 1), at + 1] as const)),
  );
  return new Map(
    records.flatMap(({ marks, forDate }) =>
      marks.flatMap((mark) => {
        const day = days.get(mark);
        return day === undefined ? [] : [[day, forDate] as const];
      }),
    ),
  );
}

/**
 * The day of a way that takes the place of a morning or an evening; undefined where none does. What was begun, or shown in
 * a form, stays as it was, even if the way has been left or is gone.
 */
export async function wayReflection(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant }: { draft?: Draft; variant?: string },
): Promise<Flow | undefined> {
  const begun = draft?.content.way;
  const place = begun ?? dayShown(variant);
  const way = place && findWay(place.id);
  const flow = way && wayFlow(slot, date, place.id, way, place.day);
  if (flow) return flow;
  if (begun && draft) return begunOnWay(slot, date, begun, { ...draft, answers: draft.content.answers });
  return draft || variant ? undefined : wayReflectionFor(member, slot, date);
}

/** The day of the way that a person walks, as the reflection of a slot and day. */
export async function wayReflectionFor(
  member: Member,
  slot: DaySlot,
  date: string,
): Promise<Flow | undefined> {
  const walk = guidanceOf(member).walks[slot];
  const way = walk && findWay(walk.way);
  if (!way) return undefined;
  const day = await dayOfWalk(member, way, walk, date);
  return day === undefined ? undefined : wayFlow(slot, date, walk.way, way, day);
}

/** Only a way without dates has to know what was prayed. */
async function dayOfWalk(member: Member, way: Way, walk: Walk, date: string): Promise<number | undefined> {
  const isAny = way.begins === "any" && date >= walk.since;
  return dayOfWalkOn(
    way,
    walk,
    date,
    isAny ? await prayedDaysSince(member, walk.way, way, walk.since) : new Map(),
  );
}

/** "over": the days of a way with a date are over. */
export type BeginResult = { ok: true } | { ok: false; code: "unknown" | "over" };

/** Begins a way: it takes the place of the morning or the evening. What has been written is untouched. */
export async function beginWay(member: Member, id: string, slot: DaySlot): Promise<BeginResult> {
  const way = findWay(id);
  if (!way) return { ok: false, code: "unknown" };
  const today = todayIn(member.timezone);
  if (isWayOver(way, today)) return { ok: false, code: "over" };
  const since = guidanceOf(member).walks.before[id];
  const isAny = way.begins === "any";
  const prayed = isAny && since ? await prayedDaysSince(member, id, way, since) : new Map<number, string>();
  const again = !isAny || nextDay(way, new Set(prayed.keys())) === undefined;
  await changeGuidance(member, ({ walks }) => ({
    walks: startWalk(walks, slot, { id, name: way.name }, { today, again }),
  }));
  return { ok: true };
}

/** Leaves a way: the morning or the evening is what it was before. */
export async function leaveWay(member: Member, id: string): Promise<void> {
  await changeGuidance(member, ({ walks }) => ({ walks: leaveWalk(walks, id) }));
}
