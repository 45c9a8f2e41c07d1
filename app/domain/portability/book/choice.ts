import { addDays, isDay } from "~/domain/calendar/local-day";
import { numberInWords } from "~/domain/calendar/locale";
import { describeScripts } from "~/domain/print/block";
import { PAPER_NAMES, type PaperSize } from "~/domain/print/paper";
import { t, tn } from "~/i18n/t";
import { bookSpanInWords } from "./chapters";

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
export const BOOK_GONE = {
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
  const text = bookSpanInWords(choice);
  if (entries === 0) return { title: t("No entries"), text: NOTHING_TO_PRINT };
  if (isTooLong) return { title: t("Too many entries"), text: TOO_MANY_TO_PRINT };
  const values = { count: numberInWords(entries) };
  const counted = tn("{count} entry", "{count} entries", entries, values);
  if (choice.format === "epub") return { title: counted, text };
  const paper = PAPER_NAMES[choice.paper];
  return {
    title: tn("{counted}, about one page", "{counted}, about {count} pages", pages, {
      counted,
      count: numberInWords(pages),
    }),
    text: [`${text} · ${paper}`, ...(scripts.length > 0 ? [withoutLetters(scripts)] : [])].join(". "),
  };
}
