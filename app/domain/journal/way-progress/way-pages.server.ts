import { JournalEntryModel } from "#models/journal-entry.server";
import { dayInWords } from "~/domain/calendar/local-day";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { currentSlotOf, todayIn } from "~/domain/member/member-from-record.server";
import { missingInWords } from "~/domain/print/block";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { guidanceOf } from "~/domain/ways/assigned-passages.server";
import { availableWays, findWay } from "~/domain/ways/available-ways.state";
import { dateOfDay, isWayOver, slotOfWay, wayTiming } from "~/domain/ways/walk";
import type { Way } from "~/domain/ways/way";
import { entriesOnWay, wayReflectionFor } from "./walk.server";

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
  const notPrinted = way && missingInWords([JSON.stringify(way)]);
  return {
    id,
    name: way?.name ?? words.at(-1)?.wayName ?? id,
    way: way
      ? {
          by: way.by,
          licence: way.licence,
          language: way.language,
          when: wayTiming(way, today).words,
          isOver: isWayOver(way, today),
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
  return date === undefined ? null : dayInWords(date);
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
    return [{ entryId, wayName: name, title, day: dayInWords(forDate), content: words }];
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
