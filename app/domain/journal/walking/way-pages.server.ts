import { JournalEntryModel } from "#models/journal-entry.server";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { shownContents } from "~/domain/journal/entries/shown-content.server";
import type { Member } from "~/domain/member/member";
import { currentSlotOf, todayIn } from "~/domain/member/today.server";
import { missingInWords } from "~/domain/print/scripts";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { guidanceOf } from "~/domain/ways/guidance.server";
import { slotOf } from "~/domain/ways/walk";
import type { Way } from "~/domain/ways/way";
import { dateOfDay, isWayOver, nearness } from "~/domain/ways/way-season";
import { wayNamed, waysOffered } from "~/domain/ways/ways-offered.state";
import { wayOfDay } from "./open-way.server";
import { keptOn } from "./prayed.server";

/** What is here, the nearest first, and what the person walks. */
export function listWays(member: Member) {
  const today = todayIn(member.timezone);
  const { walks } = guidanceOf(member);
  const ways = waysOffered().map(([id, way]) => ({ ...wayLine(id, way), ...nearness(way, today) }));
  return {
    walking: (["morning", "evening"] as const).flatMap((slot) => {
      const walk = walks[slot];
      return walk ? [{ id: walk.way, name: walk.name, slot, isHere: wayNamed(walk.way) !== undefined }] : [];
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
  const way = wayNamed(id);
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
          when: nearness(way, today).words,
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
    slot: slotOf(walks, id) ?? null,
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
  const slot = slotOf(guidanceOf(member).walks, id);
  if (!slot) return null;
  const flow = await wayOfDay(member, slot, currentSlotOf(member).date);
  return flow?.way ? { day: flow.way.day, title: flow.way.title, slot } : null;
}

/** What a person has written on a way, in the order of its dates. */
async function wordsOf(member: Member, id: string) {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(keptOn(member, keys, id), { words: 0 })
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(MOST_WORDS)
    .lean();
  const entries = (await entriesFrom(keys, records)).reverse();
  const shown = await shownContents(
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
  const way = wayNamed(id);
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
    slot: slotOf(guidanceOf(member).walks, id) ?? currentSlotOf(member).slot,
    last: way.days.length,
  };
}
