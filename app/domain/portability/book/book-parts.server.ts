import { JournalEntryModel } from "#models/journal-entry.server";
import { ALL_BOOKS } from "~/content/bible/all-books";
import { formatDate, weekdayName } from "~/domain/calendar/local-day";
import { labelledShortTexts, type EntryContent } from "~/domain/journal/entries/content";
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

type EntryOptions = Pick<BookOptions, "questions" | "passages"> & { translation: string };
/** Pictures of an entry by position; undefined for a picture that cannot be opened. */
type BookPictures = readonly (Block | undefined)[];

/** The blocks of an entry. Only the first entry of a day (`isNewDay`) has the date. */
function entryPart(
  entry: PortableEntry,
  options: EntryOptions,
  isNewDay: boolean,
  pictures: BookPictures = [],
): BookPart {
  const { id, forDate, dayName, kind, slot, passageRef, content } = entry;
  const { title, answers, body, tags, way, pictures: named = [] } = content;
  const reference = options.passages === "none" ? "" : passageRef.replaceAll("-", "–");
  const name = entryName(kind, slot);
  const budget = budgetForEntry();
  const shortTexts = labelledShortTexts(content).map(({ label, text }) =>
    t("{label}: {text}", { label, text }),
  );
  const notes = [...shortTexts, ...tags.map((tag) => `#${tag}`)];
  const answered = answers.filter(({ text }) => text.trim());
  return {
    blocks: [
      ...(isNewDay ? [dateBlock(forDate, dayName)] : []),
      {
        style: isNewDay ? "entry" : "laterEntry",
        text: [name, reference].filter(Boolean).join(" · "),
        anchor: `entry-${id}`,
      },
      ...(way ? [{ style: "kind", text: `${way.name}: ${way.title}` } as const] : []),
      ...(title ? [{ style: "title", text: title } as const] : []),
      ...(reference && options.passages === "text" ? verseBlocks(passageRef, options.translation) : []),
      ...answered.flatMap(({ question, text }): Block[] => [
        ...(options.questions ? [{ style: "question", text: question } as const] : []),
        ...markdownBlocks(text, budget),
      ]),
      ...bodyBlocks(body, named.length, pictures, budget),
      ...(notes.length > 0 ? [{ style: "note", text: notes.join(" · ") } as const] : []),
    ],
    ...(reference && { passage: { name: reference, place: bibleOrder(passageRef) } }),
  };
}

/** The blocks of the body: pictures at their placeholders, then the other pictures. A missing picture is dropped. */
function bodyBlocks(body: string, count: number, pictures: BookPictures, budget: TokenBudget): Block[] {
  const parts = splitAtPlaceholders(body, count);
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

/** "Ascension Day" of "Thursday, Ascension Day, white": without the weekday, which is printed beside it, and the colour. */
function dayInMargin(dayName: string, weekday: string): string {
  const named = dayName.replace(/, [^,]+$/, "");
  return named === weekday ? "" : named.replace(`${weekday}, `, "");
}

/** Maximum verses of a passage, so that the member's own text predominates. */
const MAX_VERSES = 40;

/** The blocks of the verses and the source of a passage; empty if no translation has the passage. */
export function verseBlocks(reference: string, translation: string): Block[] {
  const passage = findPassage(reference, translation);
  if (!passage) return [];
  const printed = passage.verses.slice(0, MAX_VERSES);
  // Poetry keeps its line breaks.
  const separator = printed.some((verse) => verse.text.includes("\n")) ? "\n" : " ";
  const text = printed.map((verse) => verse.text).join(separator);
  const more = passage.verses.length > MAX_VERSES ? " …" : "";
  return [
    { style: "verse", text: text + more },
    { style: "source", text: `${passage.reference}, ${passage.translation.name}` },
  ];
}

const BOOK_ORDER = new Map(ALL_BOOKS.map(({ osis }, at) => [osis, at]));

/** Sort key in the order of the Bible. */
function bibleOrder(reference: string): number {
  const [first] = rangesOf(reference);
  if (!first) return Number.MAX_SAFE_INTEGER;
  return ((BOOK_ORDER.get(first.book) ?? 0) * 1_000 + first.from.chapter) * 1_000 + first.from.verse;
}

/** Pixels of the longer side: magazine quality at text width, and a tenth of the stored bytes. */
const MAX_PICTURE_SIDE = 1_400;

/** Prepares the pictures of an entry one by one, because decoding needs much memory. */
async function printedPictures(
  member: Member,
  { pictures = [] }: Pick<EntryContent, "pictures">,
): Promise<BookPictures> {
  const printed: (Block | undefined)[] = [];
  if (arePicturesEnabled())
    for (const picture of pictures) printed.push(await printedPicture(member, picture));
  return printed;
}

type EntryPicture = NonNullable<EntryContent["pictures"]>[number];

async function printedPicture(
  member: Member,
  { id, width, height, text }: EntryPicture,
): Promise<Block | undefined> {
  const stored = await openPicture(member, id, "large");
  const bytes = stored && (await shrinkPicture(stored, MAX_PICTURE_SIDE));
  if (!bytes) return undefined;
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(width, height));
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

/** Query for the entries of a book, which the history's index serves. */
export function bookQuery(member: Member, choice: BookOptions) {
  return { ...historyFilter(member, journalKeys(member), filtersOf(choice)), slot: { $in: slotsOf(choice) } };
}

/** Counts the entries of a book, up to `limit` + 1. */
export function countBookEntries(member: Member, choice: BookOptions, limit: number): Promise<number> {
  return JournalEntryModel.countDocuments(bookQuery(member, choice), { limit: limit + 1 });
}

/**
 * Yields a book in batches of parts: the entries by chapter, then the intentions, then the days of unreadable entries.
 * `onEntries` receives the number of entries so far.
 */
export async function* bookParts(
  member: Member,
  choice: BookOptions,
  onEntries: (count: number) => void = () => undefined,
): AsyncGenerator<BookPart[]> {
  const { showSeason, translation } = member.prayer;
  const options = { ...choice, translation };
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
      // Only a chapter of several months is divided by month.
      const hasMonths = chapter?.isSeason && chapter.from.slice(0, 7) !== chapter.to.slice(0, 7);
      if (hasMonths && (isNew || day.slice(0, 7) !== forDate.slice(0, 7))) parts.push(monthPart(forDate));
      const pictures = choice.pictures ? await printedPictures(member, entry.content) : [];
      parts.push(entryPart(entry, options, forDate !== day, pictures));
      day = forDate;
      count++;
      if (pictures.length === 0) continue;
      // The pictures of an entry can be several megabytes, so they are yielded at once instead of with the page.
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

/** Yields the intentions that were laid down within the range of the book. */
export async function* intentionParts(member: Member, { from, to }: BookOptions): AsyncGenerator<BookPart[]> {
  let cursor: string | undefined;
  let isFirst = true;
  do {
    const { intentions, older } = await listPastIntentions(member, readListCursor(cursor ?? null));
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
      const opening = { style: "chapter", text: t("Finished prayers"), anchor: "laid-down" } as const;
      yield [...(isFirst ? [{ blocks: [opening] }] : []), ...parts];
      isFirst = false;
    }
    cursor = older;
  } while (cursor);
}

function unreadablePart(unreadable: readonly Unreadable[]): BookPart {
  const days = unreadable.map(({ forDate }) => formatDate(forDate)).join("; ");
  return {
    blocks: [{ style: "note", text: t("Entries that could not be opened: {days}.", { days }) }],
  };
}
