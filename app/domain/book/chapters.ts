import { spanInWords } from "~/domain/calendar/day-in-words";
import { addDays, dateInWords, monthInWords } from "~/domain/calendar/local-day";
import type { Span } from "~/domain/church-year/season-days";
import { seasonSpan } from "~/domain/insights/season/seasons";
import type { BookPart } from "~/domain/print/block";

/** A stretch of days that has a heading of its own: a season, or a month for those who follow none. */
export type BookChapter = Span & { name: string; isSeason: boolean };

/** The chapter that a day belongs to, as far as the book goes. */
export function chapterOfEntry(date: string, book: Span, bySeason: boolean): BookChapter {
  if (bySeason) {
    const { name, from, to } = seasonSpan(date, book.to);
    return { name, from: from > book.from ? from : book.from, to, isSeason: true };
  }
  const first = `${date.slice(0, 7)}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  return {
    name: monthInWords(date),
    from: first > book.from ? first : book.from,
    to: last < book.to ? last : book.to,
    isSeason: false,
  };
}

/** "15 to 21 November 2026", or the one day. */
export const bookSpanInWords = ({ from, to }: Span): string =>
  from === to ? dateInWords(from) : spanInWords(from, to);

/** What opens a chapter. */
export function chapterPart(chapter: BookChapter): BookPart {
  return {
    blocks: [
      { style: "chapter", text: chapter.name, anchor: `chapter-${chapter.from}` },
      ...(chapter.isSeason ? [{ style: "span", text: bookSpanInWords(chapter) } as const] : []),
    ],
  };
}

/** What opens a month within a long chapter. */
export const monthPart = (date: string): BookPart => ({
  blocks: [{ style: "month", text: monthInWords(date), anchor: `month-${date.slice(0, 7)}-${date}` }],
});
