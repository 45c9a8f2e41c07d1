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
import { availableWays, findWay } from "~/domain/ways/available-ways.server";
import {
  dateOfDay,
  dayOfWalkOn,
  daysUntilSoon,
  hasWayEnded,
  leaveWalk,
  nextDay,
  occurrenceNear,
  slotOfWay,
  startWalk,
  wayTiming,
  type PrayedDays,
  type Walk,
  type Way,
} from "~/domain/ways/way";
import { t } from "~/i18n/t";
import { orphanedWayFlow, parseWayVariant, wayFlow } from "./flow";

/** The filter for the member's entries of a way; during a re-encryption, with the terms of either key. */
function entriesOnWay(member: Member, keys: JournalKeys, id: string) {
  const earlier = previousKeyTerms(keys);
  const marks = [wayTerm(keys, id), ...(earlier ? [wayTerm(earlier, id)] : [])];
  return { userId: member.id, status: "final" as const, deletedAt: null, marks: { $in: marks } };
}

/** The days of a way prayed since a date, with the last date of each; from index terms, without decrypting an entry. */
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
 * The flow of a way's day for a slot; undefined without a way. A draft or a shown form keeps its day, even if the member has
 * left the way or it no longer exists.
 */
export async function wayReflection(
  member: Member,
  slot: DaySlot,
  date: string,
  { draft, variant }: { draft?: Draft; variant?: string },
): Promise<Flow | undefined> {
  const draftPlace = draft?.content.way;
  const place = draftPlace ?? parseWayVariant(variant);
  const way = place && findWay(place.id);
  const flow = way && wayFlow(slot, date, place.id, way, place.day);
  if (flow) return flow;
  if (draftPlace && draft)
    return orphanedWayFlow(slot, date, draftPlace, { ...draft, answers: draft.content.answers });
  return draft || variant ? undefined : wayReflectionFor(member, slot, date);
}

/** The flow of the day that the member has reached on the way of a slot; undefined without a way or such a day. */
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

/** The day of a way that the member has reached on a date. Only a way without dates needs the query for days prayed so far. */
async function dayOfWalk(member: Member, way: Way, walk: Walk, date: string): Promise<number | undefined> {
  const isAny = way.begins === "any" && date >= walk.since;
  return dayOfWalkOn(
    way,
    walk,
    date,
    isAny ? await prayedDaysSince(member, walk.way, way, walk.since) : new Map(),
  );
}

/** "over" means that the dates of the way have passed. */
type BeginResult = { ok: true } | { ok: false; code: "unknown" | "over" };

/** Begins a way in a slot. A way without dates continues at the first day not prayed, and begins again after all days. */
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

/** Leaves a way, so that its slot has the member's own reflection again. */
export async function leaveWay(member: Member, id: string): Promise<void> {
  await changeGuidance(member, ({ walks }) => ({ walks: leaveWalk(walks, id) }));
}

/** The available ways, nearest first, and the ways that the member walks. */
export function listWays(member: Member) {
  const today = todayIn(member.timezone);
  const { walks } = guidanceOf(member);
  const ways = availableWays().map(([id, way]) => ({ ...wayLine(id, way, today), ...wayTiming(way, today) }));
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

/** The next way that begins within a week, for the dashboard; null if no way begins or the member walks it already. */
export function nextWay(member: Member) {
  const today = todayIn(member.timezone);
  const { walks } = guidanceOf(member);
  const [next] = availableWays()
    .flatMap(([id, way]) => {
      const days = daysUntilSoon(way, today);
      return days === undefined || slotOfWay(walks, id) ? [] : [{ id, way, days }];
    })
    .sort((a, b) => a.days - b.days);
  if (!next) return null;
  const { id, way } = next;
  return { id, name: way.name, language: way.language, when: wayTiming(way, today).words };
}

/** A way in the list. `count` omits the days without a date in the current or next run, because a short Advent drops some. */
const wayLine = (id: string, way: Way, today: string) => ({
  id,
  name: way.name,
  by: way.by,
  language: way.language,
  count: occurrenceNear(way, today)?.days.size ?? way.days.length,
});

/** Entries shown on the page of a way. */
const MAX_ENTRIES = 100;

/** The data of a way's page: its days and the member's entries; null if neither exists. */
export async function openWayPage(member: Member, id: string) {
  const way = findWay(id);
  const [words, flow] = await Promise.all([readEntriesOnWay(member, id), currentDayOf(member, id)]);
  if (!way && words.length === 0) return null;
  const { walks } = guidanceOf(member);
  const today = todayIn(member.timezone);
  const notPrinted = way && describeMissingScripts([JSON.stringify(way)]);
  return {
    id,
    name: way?.name ?? words.at(-1)?.wayName ?? id,
    way: way
      ? {
          about: way.about ?? "",
          by: way.by,
          licence: way.licence,
          language: way.language,
          when: wayTiming(way, today).words,
          isOver: hasWayEnded(way, today),
          /** A description of the scripts that the fonts of the booklet do not cover. */
          ...(notPrinted && { notPrinted }),
          days: way.days.map(({ title, passage }, at) => ({
            title,
            passage: passage.replaceAll("-", "–"),
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

/** The date of a day; null for a way without dates. A short Advent has no date for some days. */
function dateOf(way: Way, day: number, today: string): string | null {
  const date = dateOfDay(way, day, today);
  if (date !== undefined) return formatFullDate(date);
  return way.begins === "any" || hasWayEnded(way, today) ? null : t("left out this year");
}

/** Today's day of a way, if the member walks it. */
async function currentDayOf(member: Member, id: string) {
  const slot = slotOfWay(guidanceOf(member).walks, id);
  if (!slot) return null;
  const flow = await wayReflectionFor(member, slot, currentSlotOf(member).date);
  return flow?.way ? { day: flow.way.day, title: flow.way.title, slot } : null;
}

/** The member's entries of a way, oldest first. */
async function readEntriesOnWay(member: Member, id: string) {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(entriesOnWay(member, keys, id), { words: 0 })
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(MAX_ENTRIES)
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

/** The data of the page of a way's day; null if it does not exist. */
export function openWayDay(member: Member, id: string, day: number) {
  const way = findWay(id);
  const wayDay = way?.days[day - 1];
  if (!way || !wayDay) return null;
  const { title, point, questions, closing, writer } = wayDay;
  return {
    id,
    day,
    name: way.name,
    language: way.language,
    title,
    point,
    closing,
    writer: writer || way.by,
    questions: [...questions],
    date: dateOf(way, day, todayIn(member.timezone)),
    passage: findPassage(wayDay.passage, member.prayer.translation) ?? null,
    slot: slotOfWay(guidanceOf(member).walks, id) ?? currentSlotOf(member).slot,
    last: way.days.length,
  };
}
