import { JournalEntryModel } from "#models/journal-entry.server";
import { dateInWords } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { historyFilter } from "~/domain/journal/history/list-history.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { arePicturesEnabled, openPicture } from "~/domain/journal/pictures/pictures.server";
import { describeDates, readListCursor } from "~/domain/journal/prayers/intention";
import { listPast } from "~/domain/journal/prayers/list-intentions.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { journalPages, type Unreadable } from "~/domain/portability/journal-pages.server";
import type { Block, BookPart } from "~/domain/print/block";
import { t } from "~/i18n/t";
import { shrinkPicture } from "~/platform/pictures.server";
import { chapterOfEntry, chapterPart, monthPart, type BookChapter } from "./chapters";
import type { BookOptions } from "./choice";
import { entryPart, type BookPictures } from "./entry-part.server";

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
  if (choice.laidDown) yield* laidDownParts(member, choice);
  if (unreadable.length > 0) yield [unreadablePart(unreadable)];
}

/** The intentions that the member laid down between the first and the last day of the book. */
export async function* laidDownParts(member: Member, { from, to }: BookOptions): AsyncGenerator<BookPart[]> {
  let place: string | undefined;
  let isFirst = true;
  do {
    const { intentions, older } = await listPast(member, readListCursor(place ?? null));
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
  const days = unreadable.map(({ forDate }) => dateInWords(forDate)).join("; ");
  return {
    blocks: [{ style: "note", text: t("Entries that could not be opened: {days}.", { days }) }],
  };
}
