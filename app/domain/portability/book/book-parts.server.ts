import { JournalEntryModel } from "#models/journal-entry.server";
import { ALL_BOOKS } from "~/content/bible/all-books";
import { formatDate, weekdayName } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { entryName } from "~/domain/journal/entries/entry";
import { budgetForEntry, type TokenBudget } from "~/domain/journal/entries/markdown.server";
import { markdownBlocks } from "~/domain/journal/entries/render-content.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { historyFilter } from "~/domain/journal/history/list-history.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { splitAtPlaceholders } from "~/domain/journal/pictures/picture";
import { arePicturesEnabled, openPicture } from "~/domain/journal/pictures/pictures.server";
import { describeDates, readListCursor } from "~/domain/journal/prayers/intention";
import { listPastIntentions } from "~/domain/journal/prayers/list-intentions.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import { journalPages, type Unreadable } from "~/domain/portability/journal-pages.server";
import type { Block, BookPart } from "~/domain/print/print-task";
import { rangesOf } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { shrinkPicture } from "~/platform/pictures.server";
import { chapterOfEntry, chapterPart, monthPart, type BookChapter, type BookOptions } from "./book-options";

type Wanted = Pick<BookOptions, "questions" | "passages"> & { translation: string };
/** The pictures of an entry in their order; one that cannot be opened is not there. */
export type BookPictures = readonly (Block | undefined)[];

/** An entry as the book has it; with the date where the one before was of another day. */
export function entryPart(
  entry: PortableEntry,
  wanted: Wanted,
  isNewDay: boolean,
  pictures: BookPictures = [],
): BookPart {
  const { id, forDate, dayName, kind, slot, passageRef, content } = entry;
  const { title, answers, body, mood, tags, way, pictures: named = [] } = content;
  const reference = wanted.passages === "none" ? "" : passageRef.replaceAll("-", "–");
  const name = entryName(kind, slot);
  const budget = budgetForEntry();
  const below = [...(mood ? [t("Mood: {mood}", { mood })] : []), ...tags.map((tag) => `#${tag}`)];
  const answered = answers.filter(({ text }) => text.trim());
  return {
    blocks: [
      ...(isNewDay ? [dateBlock(forDate, dayName)] : []),
      { style: "kind", text: [name, reference].filter(Boolean).join(" · "), anchor: `entry-${id}` },
      ...(way ? [{ style: "kind", text: `${way.name}: ${way.title}` } as const] : []),
      ...(title ? [{ style: "title", text: title } as const] : []),
      ...(reference && wanted.passages === "text" ? verseBlocks(passageRef, wanted.translation) : []),
      ...answered.flatMap(({ question, text }): Block[] => [
        ...(wanted.questions ? [{ style: "question", text: question } as const] : []),
        ...markdownBlocks(text, budget),
      ]),
      ...bodyBlocks(body, named.length, pictures, budget),
      ...(below.length > 0 ? [{ style: "note", text: below.join(" · ") } as const] : []),
    ],
    ...(reference && { passage: { name: reference, place: placeInBible(passageRef) } }),
  };
}

/** The page, with its pictures where it names them, and the others after it. Places stay out where there are no pictures. */
function bodyBlocks(body: string, named: number, pictures: BookPictures, budget: TokenBudget): Block[] {
  const parts = splitAtPlaceholders(body, named);
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = pictures.filter((_, at) => !placed.has(at));
  return [...parts, ...rest].flatMap((part) => {
    if (typeof part === "string") return markdownBlocks(part, budget);
    const picture = typeof part === "number" ? pictures[part] : part;
    return picture ? [picture] : [];
  });
}

function dateBlock(date: string, dayName: string | undefined): Block {
  const day = `${weekdayName(date)}, ${formatDate(date).replace(/,? \d{4}$/, "")}`;
  const margin = dayName && dayInMargin(dayName, weekdayName(date));
  return { style: "date", text: day, ...(margin && { margin }) };
}

/** "Ascension Day" of "Thursday, Ascension Day, white": the weekday stands beside it, and paper has no colour of the day. */
function dayInMargin(dayName: string, weekday: string): string {
  const named = dayName.replace(/, [^,]+$/, "");
  return named === weekday ? "" : named.replace(`${weekday}, `, "");
}

/** No passage of a book is longer, so that what was written stays the greater part of it. */
const LONGEST = 40;

/** The text of a passage, not longer than what is written to it; nothing where no translation here has it. */
export function verseBlocks(reference: string, translation: string): Block[] {
  const passage = findPassage(reference, translation);
  if (!passage) return [];
  const shown = passage.verses.slice(0, LONGEST);
  // Poetry keeps its lines.
  const between = shown.some((verse) => verse.text.includes("\n")) ? "\n" : " ";
  const text = shown.map((verse) => verse.text).join(between);
  const more = passage.verses.length > LONGEST ? " …" : "";
  return [
    { style: "verse", text: text + more },
    { style: "source", text: `${passage.reference}, ${passage.translation.name}` },
  ];
}

const BOOK_AT = new Map(ALL_BOOKS.map(({ osis }, at) => [osis, at]));

/** A number that rises through the Bible. */
function placeInBible(reference: string): number {
  const [first] = rangesOf(reference);
  if (!first) return Number.MAX_SAFE_INTEGER;
  return ((BOOK_AT.get(first.book) ?? 0) * 1_000 + first.from.chapter) * 1_000 + first.from.verse;
}

/** In pixels: across the text of a page it is as fine as a good magazine, and a tenth of the bytes that are kept. */
const PRINTED_SIDE = 1_400;

/** The pictures of an entry as they are printed, one after the other: decoding is what takes memory. */
async function printedPictures(
  member: Member,
  { pictures = [] }: Pick<EntryContent, "pictures">,
): Promise<BookPictures> {
  const printed: (Block | undefined)[] = [];
  if (arePicturesEnabled())
    for (const picture of pictures) printed.push(await printedPicture(member, picture));
  return printed;
}

type Named = NonNullable<EntryContent["pictures"]>[number];

async function printedPicture(
  member: Member,
  { id, width, height, text }: Named,
): Promise<Block | undefined> {
  const kept = await openPicture(member, id, "large");
  const bytes = kept && (await shrinkPicture(kept, PRINTED_SIDE));
  if (!bytes) return undefined;
  const scale = Math.min(1, PRINTED_SIDE / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return { style: "picture", text, picture: { bytes, ...size } };
}

const SLOT_OF = { morning: "morning", evening: "evening", free: "none" } as const;

export const slotsOf = ({ kinds }: BookOptions): Slot[] => kinds.map((kind) => SLOT_OF[kind]);

export const filtersOf = ({ from, to, favourites, tag }: BookOptions): HistoryFilters => ({
  from,
  to,
  ...(favourites && { favourite: true }),
  ...(tag && { tag }),
});

/** What a book is made of, in the index of the history. */
export function bookQuery(member: Member, choice: BookOptions) {
  return { ...historyFilter(member, journalKeys(member), filtersOf(choice)), slot: { $in: slotsOf(choice) } };
}

/** How many entries are in a book, counted to one more than `most`. */
export function countBookEntries(member: Member, choice: BookOptions, most: number): Promise<number> {
  return JournalEntryModel.countDocuments(bookQuery(member, choice), { limit: most + 1 });
}

/**
 * A book in order, some parts at a time: each entry in its chapter, then what was laid down, at the end the days whose
 * entries could not be opened. `onEntries` is told how many there have been.
 */
export async function* bookParts(
  member: Member,
  choice: BookOptions,
  onEntries: (count: number) => void = () => undefined,
): AsyncGenerator<BookPart[]> {
  const { showSeason, translation } = member.prayer;
  const wanted = { ...choice, translation };
  const slots = new Set(slotsOf(choice));
  const unreadable: Unreadable[] = [];
  let chapter: BookChapter | undefined;
  let day = "";
  let count = 0;
  for await (const page of journalPages(member, { filters: filtersOf(choice) })) {
    let parts: BookPart[] = [];
    unreadable.push(...page.unreadable);
    for (const entry of page.entries) {
      if (!slots.has(entry.slot)) continue;
      const { forDate } = entry;
      const isNew = !chapter || forDate > chapter.to;
      if (isNew) {
        chapter = chapterOfEntry(forDate, choice, showSeason);
        parts.push(chapterPart(chapter));
      }
      // Only a chapter that goes over the end of a month is divided.
      const isOverMonths = chapter?.isSeason && chapter.from.slice(0, 7) !== chapter.to.slice(0, 7);
      if (isOverMonths && (isNew || day.slice(0, 7) !== forDate.slice(0, 7))) parts.push(monthPart(forDate));
      const pictures = choice.pictures ? await printedPictures(member, entry.content) : [];
      parts.push(entryPart(entry, wanted, forDate !== day, pictures));
      day = forDate;
      count++;
      if (pictures.length === 0) continue;
      // Six pictures are a few megabytes: those of one entry are in memory at a time.
      onEntries(count);
      yield parts;
      parts = [];
    }
    onEntries(count);
    yield parts;
  }
  if (choice.laidDown) yield* intentionParts(member, choice);
  if (unreadable.length > 0) yield [unreadablePart(unreadable)];
}

/** The intentions that the member laid down between the first and the last day of the book. */
export async function* intentionParts(member: Member, { from, to }: BookOptions): AsyncGenerator<BookPart[]> {
  let place: string | undefined;
  let isFirst = true;
  do {
    const { intentions, older } = await listPastIntentions(member, readListCursor(place ?? null));
    const parts = intentions
      .filter(({ laidOn }) => laidOn && laidOn >= from && laidOn <= to)
      .map((intention): BookPart => ({
        blocks: [
          { style: "title", text: intention.name },
          { style: "kind", text: describeDates(intention) },
          ...[intention.line, intention.came]
            .filter(Boolean)
            .map((text) => ({ style: "text", text }) as const),
        ],
      }));
    if (parts.length > 0) {
      const opening = { style: "chapter", text: t("Laid down in prayer"), anchor: "laid-down" } as const;
      yield [...(isFirst ? [{ blocks: [opening] }] : []), ...parts];
      isFirst = false;
    }
    place = older;
  } while (place);
}

function unreadablePart(unreadable: readonly Unreadable[]): BookPart {
  const days = unreadable.map(({ forDate }) => formatDate(forDate)).join("; ");
  return {
    blocks: [{ style: "note", text: t("Entries that could not be opened: {days}.", { days }) }],
  };
}
