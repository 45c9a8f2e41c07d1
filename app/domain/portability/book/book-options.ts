import { adventOf, type Span } from "~/domain/calendar/church-year";
import { addDays, formatDate, formatDateSpan, formatMonth, isDay } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { latestSeasons, seasonSpan } from "~/domain/insights/week";
import { describeScripts, PAPER_NAMES, type BookPart, type PaperSize } from "~/domain/print/print-task";
import { t, tn } from "~/i18n/t";

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
    name: formatMonth(date),
    from: first > book.from ? first : book.from,
    to: last < book.to ? last : book.to,
    isSeason: false,
  };
}

/** "15 to 21 November 2026", or the one day. */
export const formatBookSpan = ({ from, to }: Span): string =>
  from === to ? formatDate(from) : formatDateSpan(from, to);

/** What opens a chapter. */
export function chapterPart(chapter: BookChapter): BookPart {
  return {
    blocks: [
      { style: "chapter", text: chapter.name, anchor: `chapter-${chapter.from}` },
      ...(chapter.isSeason ? [{ style: "span", text: formatBookSpan(chapter) } as const] : []),
    ],
  };
}

/** What opens a month within a long chapter. */
export const monthPart = (date: string): BookPart => ({
  blocks: [{ style: "month", text: formatMonth(date), anchor: `month-${date.slice(0, 7)}-${date}` }],
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

export const BOOK_KINDS = ["morning", "evening", "free"] as const;
export const PASSAGE_CHOICES = ["none", "reference", "text"] as const;
export const BOOK_FORMATS = ["pdf", "epub"] as const;

/** How long what stands on the title page may be. */
export const TITLE_LIMITS = { title: 120, name: 80 } as const;
/** Ten years of every day, and some more. */
export const MAX_BOOK_ENTRIES = 4_000;

/** What a person wants in a book, and how it is to look. */
export type BookOptions = {
  from: string;
  to: string;
  kinds: (typeof BOOK_KINDS)[number][];
  favourites: boolean;
  tag: string;
  questions: boolean;
  passages: (typeof PASSAGE_CHOICES)[number];
  pictures: boolean;
  laidDown: boolean;
  title: string;
  name: string;
  paper: PaperSize;
  format: (typeof BOOK_FORMATS)[number];
};

/** What the form begins with: the last year, or the days that an address names. */
export function defaultBookOptions(
  person: { firstName: string; lastName: string },
  today: string,
  query: URLSearchParams,
): BookOptions {
  const day = (name: string, usual: string) => {
    const given = query.get(name) ?? "";
    return isDay(given) ? given : usual;
  };
  const to = day("to", today);
  return {
    from: day("from", addDays(to, -364)),
    to,
    kinds: [...BOOK_KINDS],
    favourites: false,
    tag: "",
    questions: true,
    passages: "reference",
    pictures: true,
    laidDown: false,
    title: t("My journal"),
    name: `${person.firstName} ${person.lastName}`.trim(),
    paper: "a5",
    format: "pdf",
  };
}

export const BOOK_BUSY = {
  title: t("Two books are being made"),
  text: t("Please try again in a minute."),
} as const;
export const BOOK_EXPIRED = {
  title: t("This book is gone"),
  text: t("It can be saved once, within an hour. You can make it again here."),
  tone: "info",
} as const;
export const NOTHING_TO_PRINT = t("Nothing of what you chose was written on these days.");
export const TOO_MANY_TO_PRINT = t("A book holds at most {most} entries. Please choose fewer days.", {
  most: MAX_BOOK_ENTRIES,
});

const withoutLetters = (scripts: readonly string[]) =>
  t(
    "A PDF has no letters for {scripts}, so what you wrote in them would be missing. An EPUB has everything: you can choose it under “Format”.",
    { scripts: describeScripts(scripts) },
  );

/** What will be in the book, before it is made. */
export function describeEstimate(
  foreseen: { entries: number; pages: number; isTooLong: boolean; scripts: string[] },
  choice: BookOptions,
): { title: string; text: string } {
  const { entries, pages, isTooLong, scripts } = foreseen;
  const text = formatBookSpan(choice);
  if (entries === 0) return { title: t("No entries"), text: NOTHING_TO_PRINT };
  if (isTooLong) return { title: t("Too many entries"), text: TOO_MANY_TO_PRINT };
  const values = { count: formatNumber(entries) };
  const counted = tn("{count} entry", "{count} entries", entries, values);
  if (choice.format === "epub") return { title: counted, text };
  const paper = PAPER_NAMES[choice.paper];
  return {
    title: tn("{counted}, about one page", "{counted}, about {count} pages", pages, {
      counted,
      count: formatNumber(pages),
    }),
    text: [`${text} · ${paper}`, ...(scripts.length > 0 ? [withoutLetters(scripts)] : [])].join(". "),
  };
}
