import { numberInWords } from "~/domain/calendar/locale";
import { PAPER_NAMES } from "~/domain/print/paper";
import { describeScripts } from "~/domain/print/scripts";
import { t, tn } from "~/i18n/t";
import { bookSpanInWords } from "./chapters";
import { MOST_ENTRIES_IN_BOOK, type BookWish } from "./choice";

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
  most: MOST_ENTRIES_IN_BOOK,
});

const withoutLetters = (scripts: readonly string[]) =>
  t(
    "A PDF has no letters for {scripts}, so what you wrote in them would be missing. An EPUB has everything: you can choose it under “Format”.",
    { scripts: describeScripts(scripts) },
  );

/** What will be in the book, before it is made. */
export function foreseenInWords(
  foreseen: { entries: number; pages: number; isTooLong: boolean; scripts: string[] },
  choice: BookWish,
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
