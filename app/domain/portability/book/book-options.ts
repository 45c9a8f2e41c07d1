import { adventOf, type Span } from "~/domain/calendar/church-year";
import { addDays, formatDate, formatDateSpan, formatMonth, isDay } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { latestSeasons, seasonSpan } from "~/domain/insights/week";
import {
  describeScripts,
  PAPER_NAMES,
  type BookPart,
  type PaperSize,
  type PrintSize,
} from "~/domain/print/print-task";
import { t, tn } from "~/i18n/t";

/** A range of days with its own heading: a season or, without the Church's year, a month. */
export type BookChapter = Span & { name: string; isSeason: boolean };

/** The chapter of a day, cut to the range of the book. */
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

/** Formats "15 to 21 November 2026", or a single day. */
export const formatBookSpan = ({ from, to }: Span): string =>
  from === to ? formatDate(from) : formatDateSpan(from, to);

export function chapterPart(chapter: BookChapter): BookPart {
  return {
    blocks: [
      { style: "chapter", text: chapter.name, anchor: `chapter-${chapter.from}` },
      ...(chapter.isSeason ? [{ style: "span", text: formatBookSpan(chapter) } as const] : []),
    ],
  };
}

/** Heading of a month within a chapter. */
export const monthPart = (date: string): BookPart => ({
  blocks: [{ style: "month", text: formatMonth(date), anchor: `month-${date.slice(0, 7)}-${date}` }],
});

/** A range of days with a name, such as a year or a season. */
export type NamedRange = Span & { name: string };

const MAX_SUGGESTED_SEASONS = 6;

/** Suggests calendar years and, with the Church's year, its years and latest seasons. */
export function suggestedRanges(today: string, bySeason: boolean): NamedRange[] {
  const year = Number(today.slice(0, 4));
  const years = [year, year - 1].map((each) => ({
    name: String(each),
    from: `${each}-01-01`,
    to: each === year ? today : `${each}-12-31`,
  }));
  if (!bySeason) return years;
  const current = adventOf(year) <= today ? year : year - 1;
  const church = [current, current - 1].map((first) => ({
    name: t("The Church’s year {from}–{to}", { from: first, to: String(first + 1).slice(2) }),
    from: adventOf(first),
    to: first === current ? today : addDays(adventOf(first + 1), -1),
  }));
  const seasons = latestSeasons(today, MAX_SUGGESTED_SEASONS).map(({ name, from, to }) => ({
    name,
    from,
    to,
  }));
  return [...years, ...church, ...seasons];
}

export const BOOK_KINDS = ["morning", "evening", "free"] as const;
export const PASSAGE_CHOICES = ["none", "reference", "text"] as const;
export const BOOK_FORMATS = ["pdf", "epub"] as const;

/** Maximum characters on the title page. */
export const TITLE_LIMITS = { title: 120, name: 80 } as const;
/** More than ten years of daily entries. */
export const MAX_BOOK_ENTRIES = 4_000;

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
  size: PrintSize;
  format: (typeof BOOK_FORMATS)[number];
};

/** Initial values of the form: the last year, or the range in the query. */
export function defaultBookOptions(
  member: { firstName: string; lastName: string },
  today: string,
  query: URLSearchParams,
): BookOptions {
  const day = (name: string, fallback: string) => {
    const value = query.get(name) ?? "";
    return isDay(value) ? value : fallback;
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
    name: `${member.firstName} ${member.lastName}`.trim(),
    paper: "a5",
    size: "default",
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
export const NOTHING_TO_PRINT = t("Nothing you chose was written on these days.");
export const TOO_MANY_TO_PRINT = t("A book holds at most {most} entries. Please choose fewer days.", {
  most: MAX_BOOK_ENTRIES,
});

const missingScriptsNote = (scripts: readonly string[]) =>
  t(
    "A PDF has no letters for {scripts}, so what you wrote in them would be missing. An EPUB has everything: you can choose it under “Format”.",
    { scripts: describeScripts(scripts) },
  );

/** Describes the estimated size of a book. */
export function describeEstimate(
  estimate: { entries: number; pages: number; isTooLong: boolean; scripts: string[] },
  choice: BookOptions,
): { title: string; text: string } {
  const { entries, pages, isTooLong, scripts } = estimate;
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
    text: [`${text} · ${paper}`, ...(scripts.length > 0 ? [missingScriptsNote(scripts)] : [])].join(". "),
  };
}
