import { CommitCache } from "#models/db/connection.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { readConversation } from "~/domain/journal/conversation/conversation.server";
import {
  FAVOURITE_TERM,
  kindTerm,
  PICTURES_TERM,
  slotTerm,
} from "~/domain/journal/entries/sealed-content.server";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import type { Member } from "~/domain/member/member";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { now } from "~/platform/clock";

type Found = {
  marks: readonly string[];
  oldest: string | undefined;
  hasTrash: boolean;
  hasPassages: boolean;
};

/** Caches facts about journals: every page of the history reads them, and they seldom change. */
const foundCache = new CommitCache<Found>(["journalEntries"], 200);

/** The kinds of content that a journal has, so that a page offers no filter without results. */
export type JournalContents = {
  isEmpty: boolean;
  kinds: EntryKind[];
  slots: Slot[];
  hasTags: boolean;
  hasMoods: boolean;
  hasFavourites: boolean;
  hasPictures: boolean;
  hasPassages: boolean;
  /** Whether an entry is old enough for the random choice. */
  hasOldPages: boolean;
  /** True if a morning may have a kept word. Inferred from kinds and layout, because kept words are encrypted. */
  hasKeptWords: boolean;
  hasTopics: boolean;
  hasTrash: boolean;
};

/** Reads what a journal has from indexes alone; the cost does not grow with the journal. */
export async function readJournalContents(member: Member): Promise<JournalContents> {
  const [found, { topics, before }] = await Promise.all([
    foundCache.get(String(member.id), () => readFound(member)),
    readConversation(member),
  ]);
  const marks = found?.marks ?? [];
  const has = (term: string) => marks.includes(term);
  const hasPrefix = (prefix: string) => marks.some((mark) => mark.startsWith(prefix));
  return {
    isEmpty: !found?.oldest,
    kinds: ENTRY_KINDS.filter((kind) => has(kindTerm(kind))),
    slots: SLOTS.filter((slot) => has(slotTerm(slot))),
    hasTags: hasPrefix("tag:"),
    hasMoods: hasPrefix("mood:"),
    hasFavourites: has(FAVOURITE_TERM),
    hasPictures: has(PICTURES_TERM),
    hasPassages: found?.hasPassages ?? false,
    hasOldPages: found?.oldest !== undefined && found.oldest <= oldPagesEnd(member),
    hasKeptWords: has(kindTerm("lectio")) || member.prayer.shape.morning.includes("wordKept"),
    hasTopics: topics.length > 0 || before.length > 0,
    hasTrash: found?.hasTrash ?? false,
  };
}

async function readFound(member: Member): Promise<Found> {
  const finals = { userId: member.id, status: "final" as const };
  const [marks, oldest, deleted, withPassage] = await Promise.all([
    JournalEntryModel.distinct("marks", { ...finals, deletedAt: null }),
    oldestDay(member),
    JournalEntryModel.exists({ ...finals, deletedAt: { $gt: new Date(0) } }),
    JournalEntryModel.exists({ userId: member.id, passageRef: { $gt: "" } }),
  ]);
  return { marks, oldest, hasTrash: deleted !== null, hasPassages: withPassage !== null };
}

const yearsCache = new CommitCache<string[]>(["journalEntries"], 200);
const MAX_YEARS = 120;

/** The years with entries, newest first. One index seek a year: the cost does not grow with the entries. */
export async function readJournalYears(member: Member): Promise<string[]> {
  return (await yearsCache.get(String(member.id), () => findYears(member))) ?? [];
}

async function findYears(member: Member): Promise<string[]> {
  const years: string[] = [];
  let after = "";
  while (years.length < MAX_YEARS) {
    const day = await oldestDay(member, after);
    if (!day) break;
    const year = day.slice(0, 4);
    years.unshift(year);
    after = `${year}-12-31`;
  }
  return years;
}

const MIN_AGE_DAYS = 90;

/** The last day whose entries are old enough for the random choice. */
export const oldPagesEnd = ({ timezone }: Pick<Member, "timezone">): string =>
  addDays(localMoment(now(), timezone).date, -MIN_AGE_DAYS);

/** The days and slots of the entries from one day to another; reads no content. */
export async function listWrittenDays(
  member: Member,
  from: string,
  to: string,
): Promise<{ forDate: string; slot: Slot }[]> {
  return JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $gte: from, $lte: to } },
    { forDate: 1, slot: 1, _id: 0 },
  ).lean<{ forDate: string; slot: Slot }[]>();
}

/** The first day with an entry; `after`: the first one later than that day. */
export async function oldestDay(member: Member, after = ""): Promise<string | undefined> {
  const oldest = await JournalEntryModel.findOne(
    { userId: member.id, status: "final", deletedAt: null, ...(after && { forDate: { $gt: after } }) },
    { forDate: 1, _id: 0 },
  )
    .sort({ forDate: 1, createdAt: 1, _id: 1 })
    .lean<{ forDate: string }>();
  return oldest?.forDate;
}
