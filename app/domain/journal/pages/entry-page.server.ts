import { addDays, formatFullDate } from "~/domain/calendar/local-day";
import {
  addTopic,
  readConversation,
  removeTopic,
  type TopicResult,
} from "~/domain/journal/conversation/conversation.server";
import { topicOfEntry } from "~/domain/journal/conversation/topic";
import { pageFieldsOf, readPageNumber, type EntryContent } from "~/domain/journal/entries/content";
import {
  moveToTrash,
  readEntry,
  restore,
  setExcluded,
  setFavourite,
} from "~/domain/journal/entries/entries.server";
import { editParts, entryName, storedDayLine, textsOfPart, type Entry } from "~/domain/journal/entries/entry";
import { renderPage } from "~/domain/journal/entries/render-content.server";
import { describeDeletion } from "~/domain/journal/history/query";
import {
  arePicturesEnabled,
  findEntryWithPicture,
  findPicture,
  openPicture,
  picturesToEdit,
} from "~/domain/journal/pictures/pictures.server";
import { readIntention } from "~/domain/journal/prayers/list-intentions.server";
import { carryoverFrom } from "~/domain/journal/reflection/answers";
import type { EntryIntent } from "~/domain/journal/schema";
import { recentTags } from "~/domain/journal/tags/list-tags.server";
import { currentDayFor, currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import { entryCareNote } from "~/domain/safety/detect-crisis.server";
import type { Passage, Verse } from "~/domain/scripture/passages/passage";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type EditPageAddress = {
  /** The id of the picture to show beside the fields, for transcribing handwriting. */
  picture: string | null;
  /** The part of a long entry, from 1. */
  part: string | null;
};

/** The data of an entry's edit form, for one part of a long entry; null if the member cannot edit such an entry. */
export async function openEditPage(member: Member, entryId: string, address: EditPageAddress) {
  const [entry, suggestedTags] = await Promise.all([readEntry(member, entryId), recentTags(member)]);
  if (!entry?.content || entry.deletedAt) return null;
  const { id, kind, slot, forDate, version, content } = entry;
  const parts = editParts(kind, content);
  const part = readPageNumber(address.part, parts.length);
  const pictures = picturesToEdit(content.pictures);
  return {
    id,
    kind,
    version,
    suggestedTags,
    pictures,
    part,
    parts: parts.length,
    content: {
      ...pageFieldsOf(content),
      ...textsOfPart(content, parts[part - 1] ?? []),
      prayer: content.prayer,
    },
    typedOut: pictures?.find((each) => each.id === address.picture) ?? null,
    name: entryName(kind, slot),
    dateLine: formatFullDate(forDate),
  };
}

/** The parts of an entry that are topics: the keys of answers, and "" for the whole entry. */
async function marksOfEntry(member: Member, entryId: string) {
  const { topics, before } = await readConversation(member);
  return {
    marked: topics.flatMap((topic) => (topic.entry === entryId && !topic.line ? [topic.part] : [])),
    isFirstMark: topics.length + before.length === 0,
  };
}

/** Adds an entry, or one answer in it, to the topics, or removes it. */
export async function actOnTopic(
  member: Member,
  entryId: string,
  intent: "talk" | "untalk",
  part: string,
): Promise<TopicResult | { ok: false; code: "not_found" }> {
  const entry = await readEntry(member, entryId);
  const hasPart = !part || entry?.content?.answers.some(({ key, text }) => key === part && text.trim());
  if (!entry?.content || entry.deletedAt || !hasPart) return { ok: false, code: "not_found" };
  const topic = topicOfEntry(entryId, part);
  if (intent === "talk") return addTopic(member, topic);
  await removeTopic(member, topic.id);
  return { ok: true };
}

/** The closing verse and sentence on the page of an entry that was just finished. */
export type Ending = { verse: Passage; farewell: string };

function endingOf(
  member: Member,
  { slot, forDate }: Pick<Entry, "slot" | "forDate">,
  content: EntryContent,
  passage: Passage | undefined,
): Ending | null {
  const keptWord = content.answers.find(({ key }) => key === "wordKept")?.text ?? "";
  const prayed = closingVerse(passage, keptWord);
  const verse =
    passage && prayed
      ? { ...passage, verses: [prayed] }
      : findPassage(DEFAULT_VERSES[slot], member.prayer.translation);
  if (!verse) return null;
  return {
    verse,
    farewell: farewell({ slot, forDate, content }, (each) => currentDayFor(member, each)),
  };
}

/** The path of a new page for the next day with the same tags, for copying a notebook day by day. Null for today's page. */
function nextPageOf(member: Member, forDate: string, tags: readonly string[]): string | null {
  if (forDate >= currentSlotOf(member).date) return null;
  return paths.freePage({ forDate: addDays(forDate, 1), tags });
}

/**
 * The data of an entry's page; null for unknown ids and for entries of others alike. `page` is the page of a long entry, as
 * in the URL.
 */
export async function openEntry(member: Member, entryId: string, page: string | null, isFinished = false) {
  const entry = await readEntry(member, entryId);
  if (!entry) return null;
  const { id, kind, slot, forDate, favourite, excludeFromInsights, content, passageRef } = entry;
  const [about, marks, care] = await Promise.all([
    content?.prayer ? readIntention(member, content.prayer) : null,
    marksOfEntry(member, id),
    entryCareNote(member, entry),
  ]);
  const passage = findPassage(passageRef, member.prayer.translation);
  return {
    ...marks,
    id,
    // An entry with signs of a crisis has the care note instead of an ending.
    ending: isFinished && content && !care ? endingOf(member, entry, content, passage) : null,
    way: content?.way ? { id: content.way.id, name: content.way.name, title: content.way.title } : null,
    about: about && { id: about.id, name: about.name },
    name: content?.title || entryName(kind, slot),
    dateLine: storedDayLine(forDate, entry.dayName),
    passage: passage ?? null,
    favourite,
    excludeFromInsights,
    // For an entry in the trash: when it will be deleted.
    goes: entry.deletedAt
      ? describeDeletion(entry.deletedAt, currentSlotOf(member).now, member.timezone)
      : null,
    changed: entry.version > 1,
    nextPage: kind === "free" ? nextPageOf(member, forDate, content?.tags ?? []) : null,
    ...(content ? renderPage(content, 2, page) : { page: 1, pages: 1, content: null }),
    care,
  };
}

const ENTRY_ACTIONS: Record<EntryIntent, (member: Member, id: string) => Promise<boolean>> = {
  favourite: (member, id) => setFavourite(member, id, true),
  unfavourite: (member, id) => setFavourite(member, id, false),
  exclude: (member, id) => setExcluded(member, id, true),
  include: (member, id) => setExcluded(member, id, false),
  delete: moveToTrash,
  restore,
};

/** Runs the action of a button. @returns false if the member has no such entry */
export function actOnEntry(member: Member, id: string, intent: EntryIntent): Promise<boolean> {
  return ENTRY_ACTIONS[intent](member, id);
}

/** A picture's file for its owner; null for any other id, and if pictures are disabled. */
export async function pictureFile(member: Member, id: string, isSmall: boolean) {
  return arePicturesEnabled() ? openPicture(member, id, isSmall ? "small" : "large") : null;
}

/**
 * The data of a picture's page, with its neighbours in the entry; `entry` is null if only a draft has it. Null for any
 * other id, and if pictures are disabled.
 */
export async function openPicturePage(member: Member, id: string) {
  const stored = arePicturesEnabled() ? await findPicture(member, id) : null;
  if (!stored) return null;
  const entryId = await findEntryWithPicture(member, id);
  const entry = entryId ? await readEntry(member, entryId) : null;
  const pictures = entry?.content?.pictures ?? [];
  const at = pictures.findIndex((picture) => picture.id === id);
  const { width, height } = stored;
  return {
    picture: pictures[at] ?? { id, width, height, text: "" },
    entry: entry && { id: entry.id, editable: !entry.deletedAt },
    previous: pictures[at - 1]?.id ?? null,
    next: pictures[at + 1]?.id ?? null,
  };
}

/** A longer verse cannot be read at one glance, so it does not close a reflection. */
const MAX_VERSE_CHARACTERS = 200;

/** The verse of a reflection without a passage. */
const DEFAULT_VERSES: Record<Slot, string> = {
  morning: "Psalm 46:10",
  evening: "Psalm 4:8",
  none: "Psalm 46:10",
};

const words = (text: string) => text.replace(/\s+/g, " ").replace(/…$/, "").trim().toLowerCase();

/**
 * The verse of a passage that closes a reflection: the short verse with the kept word, else the first short verse. Undefined if
 * every verse is long, or without a passage.
 */
export function closingVerse(passage: Passage | undefined, keptWord: string): Verse | undefined {
  const short = passage?.verses.filter(({ text }) => text.length <= MAX_VERSE_CHARACTERS) ?? [];
  const word = words(keptWord);
  return (word && short.find(({ text }) => words(text).includes(word))) || short[0];
}

type Finished = { slot: Slot; forDate: string; content: EntryContent };

/** The last sentence of an ending; empty for another day and for a page without a slot. */
export function farewell({ slot, forDate, content }: Finished, today: (slot: DaySlot) => string): string {
  if (slot === "none" || forDate !== today(slot)) return "";
  if (slot === "evening") return t("Sleep well.");
  const hasCarryover = Object.values(carryoverFrom(content)).some(Boolean);
  return hasCarryover ? t("You will see it again this evening.") : "";
}
