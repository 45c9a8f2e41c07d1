import { JournalEntryModel } from "#models/journal-entry.server";
import { formatFullDate } from "~/domain/calendar/local-day";
import type { Draft } from "~/domain/journal/entries/drafts.server";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import {
  entriesFrom,
  journalKeys,
  previousKeyTerms,
  wayTerm,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import type { Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { currentSlotOf, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { describeMissingScripts } from "~/domain/print/print-task";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { changeGuidance, guidanceOf } from "~/domain/ways/assigned-passages.server";
import { availableWays, findWay } from "~/domain/ways/available-ways.state";
import {
  dateOfDay,
  dayOfWalkOn,
  hasWayEnded,
  leaveWalk,
  nextDay,
  slotOfWay,
  startWalk,
  wayTiming,
  type PrayedDays,
  type Walk,
  type Way,
} from "~/domain/ways/way";
import { orphanedWayFlow, parseWayVariant, wayFlow } from "./way-flow";

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
  const place = begun ?? parseWayVariant(variant);
  const way = place && findWay(place.id);
  const flow = way && wayFlow(slot, date, place.id, way, place.day);
  if (flow) return flow;
  if (begun && draft) return orphanedWayFlow(slot, date, begun, { ...draft, answers: draft.content.answers });
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
  if (hasWayEnded(way, today)) return { ok: false, code: "over" };
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

/** What is here, the nearest first, and what the person walks. */
export function listWays(member: Member) {
  const today = todayIn(member.timezone);
  const { walks } = guidanceOf(member);
  const ways = availableWays().map(([id, way]) => ({ ...wayLine(id, way), ...wayTiming(way, today) }));
  return {
    walking: (["morning", "evening"] as const).flatMap((slot) => {
      const walk = walks[slot];
      return walk ? [{ id: walk.way, name: walk.name, slot, isHere: findWay(walk.way) !== undefined }] : [];
    }),
    ways: ways
      .sort((a, b) => a.days - b.days)
      .map(({ id, name, by, language, count, words }) => ({ id, name, by, language, count, words })),
  };
}

const wayLine = (id: string, { name, by, language, days }: Way) => ({
  id,
  name,
  by,
  language,
  count: days.length,
});

/** More of a way than anyone writes in some years. */
const MOST_WORDS = 100;

/** A way with all its days, and one's own words of it; null where neither the way nor anything written on it is here. */
export async function openWayPage(member: Member, id: string) {
  const way = findWay(id);
  const [words, flow] = await Promise.all([wordsOf(member, id), todaysDay(member, id)]);
  if (!way && words.length === 0) return null;
  const { walks } = guidanceOf(member);
  const today = todayIn(member.timezone);
  const notPrinted = way && describeMissingScripts([JSON.stringify(way)]);
  return {
    id,
    name: way?.name ?? words.at(-1)?.wayName ?? id,
    way: way
      ? {
          by: way.by,
          licence: way.licence,
          language: way.language,
          when: wayTiming(way, today).words,
          isOver: hasWayEnded(way, today),
          /** The scripts that a booklet has no letters for, in words. */
          ...(notPrinted && { notPrinted }),
          days: way.days.map(({ title, passage }, at) => ({
            title,
            passage,
            date: dateOf(way, at + 1, today),
            isToday: flow?.day === at + 1,
          })),
        }
      : null,
    slot: slotOfWay(walks, id) ?? null,
    today: flow,
    words: words.map(({ wayName: _, ...shown }) => shown),
  };
}

const dateOf = (way: Way, day: number, today: string) => {
  const date = dateOfDay(way, day, today);
  return date === undefined ? null : formatFullDate(date);
};

/** The day of this way that is there to be prayed now, in the slot that it has taken. */
async function todaysDay(member: Member, id: string) {
  const slot = slotOfWay(guidanceOf(member).walks, id);
  if (!slot) return null;
  const flow = await wayReflectionFor(member, slot, currentSlotOf(member).date);
  return flow?.way ? { day: flow.way.day, title: flow.way.title, slot } : null;
}

/** What a person has written on a way, in the order of its dates. */
async function wordsOf(member: Member, id: string) {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(entriesOnWay(member, keys, id), { words: 0 })
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(MOST_WORDS)
    .lean();
  const entries = (await entriesFrom(keys, records)).reverse();
  const shown = await renderContents(
    entries.map(({ content }) => content),
    4,
  );
  return entries.flatMap(({ id: entryId, forDate, content }, at) => {
    const words = shown[at];
    if (!content?.way || !words) return [];
    const { name, title } = content.way;
    return [{ entryId, wayName: name, title, day: formatFullDate(forDate), content: words }];
  });
}

/** A day of a way to read; null where there is none. */
export function openWayDay(member: Member, id: string, day: number) {
  const way = findWay(id);
  const written = way?.days[day - 1];
  if (!way || !written) return null;
  const { title, point, questions, closing, writer } = written;
  return {
    id,
    day,
    name: way.name,
    language: way.language,
    ...{ title, point, closing, writer: writer || way.by },
    questions: [...questions],
    date: dateOf(way, day, todayIn(member.timezone)),
    passage: findPassage(written.passage, member.prayer.translation) ?? null,
    slot: slotOfWay(guidanceOf(member).walks, id) ?? currentSlotOf(member).slot,
    last: way.days.length,
  };
}
