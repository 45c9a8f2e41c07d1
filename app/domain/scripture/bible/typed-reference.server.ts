import { lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import { usualTranslation, type Shelved } from "~/domain/scripture/translations/shelf.server";
import { bibleAddress, bookByOsis, chapterName, formatSpans } from "./bible-books";
import { booksNear, type BookLine } from "./bible-pages.server";
import { CHAPTER_END, typedRanges, type VerseRange } from "./references.server";

/** A place that was typed, by its name and address. */
type TypedPlace = { name: string; address: string };
/** Either everything was understood and stands in one chapter, or the places that were, and what was not. */
export type TypedReference =
  { found: string } | { found: null; nearest: BookLine[]; places: TypedPlace[]; left: string };

/** Resolves a typed reference to an address. */
export function whereTyped(reference: string, shelved: Shelved, asked: string | undefined): TypedReference {
  const read = typedRanges(reference);
  const left = /[\p{L}\p{N}]/u.test(read.left) ? read.left.trim() : "";
  const places = byChapter(read.ranges).flatMap((ranges) => placeTyped(ranges, shelved, asked) ?? []);
  const [first] = places;
  if (!first) return { found: null, nearest: booksNear(reference, shelved), places, left };
  if (places.length === 1 && !left) return { found: first.address };
  return { found: null, nearest: [], places, left };
}

/** Ranges that follow each other and begin in the same chapter. */
function byChapter(ranges: readonly VerseRange[]): VerseRange[][] {
  const groups: VerseRange[][] = [];
  for (const range of ranges) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (last && before?.book === range.book && before.from.chapter === range.from.chapter) last.push(range);
    else groups.push([range]);
  }
  return groups;
}

/** Verses that the chapter does not have are kept: its page says so, as it does of a chapter that the book does not have. */
function placeTyped(
  ranges: readonly VerseRange[],
  shelved: Shelved,
  asked: string | undefined,
): TypedPlace | undefined {
  const [first] = ranges;
  const book = bookByOsis(first?.book ?? "");
  if (!first || !book) return undefined;
  const last = lastVersesOf(shelved.text, book.osis);
  // The default translation may have a book that this one lacks; its pages name the translation.
  if (!last) {
    const usual = usualTranslation();
    if (lastVersesOf(usual.text, book.osis) && usual !== shelved) return placeTyped(ranges, usual, usual.id);
    return { name: book.name, address: bibleAddress(book, undefined, undefined, asked) };
  }
  const { chapter } = first.from;
  const end = last[chapter - 1] ?? 0;
  const spans = ranges.map(({ from, to }) => ({
    from: from.verse,
    to: to.chapter > chapter || to.verse === CHAPTER_END ? end : to.verse,
  }));
  const isWhole = spans.some(({ from, to }) => from === 1 && to === end);
  const verses = isWhole || end === 0 ? [] : spans;
  const name = chapterName(book, chapter) + (verses.length > 0 ? `:${formatSpans(verses)}` : "");
  return { name, address: bibleAddress(book, chapter, verses, asked) };
}
