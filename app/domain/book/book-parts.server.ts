import { JournalEntryModel } from "#models/journal-entry.server";
import { dateInWords } from "~/domain/calendar/local-day";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { historyFilter } from "~/domain/journal/history/list-history.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { journalPages, type Unreadable } from "~/domain/portability/journal-pages.server";
import { carriedInWords } from "~/domain/prayers/intention";
import { readListCursor } from "~/domain/prayers/list-cursor";
import { listPast } from "~/domain/prayers/list-intentions.server";
import type { BookPart } from "~/domain/print/block";
import { t } from "~/i18n/t";
import { chapterOfEntry, chapterPart, monthPart, type BookChapter } from "./chapters";
import type { BookWish } from "./choice";
import { entryPart } from "./entry-part.server";
import { printedPictures } from "./entry-pictures.server";

const SLOT_OF = { morning: "morning", evening: "evening", free: "none" } as const;

export const slotsOf = ({ kinds }: BookWish): Slot[] => kinds.map((kind) => SLOT_OF[kind]);

export const filtersOf = ({ from, to, favourites, tag }: BookWish): HistoryFilters => ({
  from,
  to,
  ...(favourites && { favourite: true }),
  ...(tag && { tag }),
});

/** What a book is made of, in the index of the history. */
export function bookQuery(member: Member, choice: BookWish) {
  return { ...historyFilter(member, journalKeys(member), filtersOf(choice)), slot: { $in: slotsOf(choice) } };
}

/** How many entries are in a book, counted to one more than `most`. */
export function countBookEntries(member: Member, choice: BookWish, most: number): Promise<number> {
  return JournalEntryModel.countDocuments(bookQuery(member, choice), { limit: most + 1 });
}

/**
 * A book in order, some parts at a time: each entry in its chapter, then what was laid down, at the end the days whose
 * entries could not be opened. `onEntries` is told how many there have been.
 */
export async function* bookParts(
  member: Member,
  choice: BookWish,
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
export async function* laidDownParts(member: Member, { from, to }: BookWish): AsyncGenerator<BookPart[]> {
  let place: string | undefined;
  let isFirst = true;
  do {
    const { intentions, older } = await listPast(member, readListCursor(place ?? null));
    const parts = intentions
      .filter(({ laidOn }) => laidOn && laidOn >= from && laidOn <= to)
      .map((intention): BookPart => ({
        blocks: [
          { style: "title", text: intention.name },
          { style: "kind", text: carriedInWords(intention) },
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
