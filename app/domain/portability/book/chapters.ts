import { adventOf, type Span } from "~/domain/calendar/church-year";
import { addDays, dateInWords, monthInWords, spanInWords } from "~/domain/calendar/local-day";
import { latestSeasons, seasonSpan } from "~/domain/insights/week/week";
import type { BookPart } from "~/domain/print/block";
import { t } from "~/i18n/t";

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

/** Days to choose by a name: a year, a year of the Church, one season. */
export type NamedRange = Span & { name: string };

const SEASONS_OFFERED = 6;

/** What is offered beside the days: the calendar's years, and the Church's for those who follow it. */
export function suggestedRanges(today: string, bySeason: boolean): NamedRange[] {
  const year = Number(today.slice(0, 4));
  const years = [year, year - 1].map((each) => ({
    name: String(each),
    from: `${each}-01-01`,
    to: each === year ? today : `${each}-12-31`,
  }));
  if (!bySeason) return years;
  const begun = adventOf(year) <= today ? year : year - 1;
  const church = [begun, begun - 1].map((first) => ({
    name: t("The Church’s year {from}–{to}", { from: first, to: String(first + 1).slice(2) }),
    from: adventOf(first),
    to: first === begun ? today : addDays(adventOf(first + 1), -1),
  }));
  const seasons = latestSeasons(today, SEASONS_OFFERED).map(({ name, from, to }) => ({ name, from, to }));
  return [...years, ...church, ...seasons];
}
