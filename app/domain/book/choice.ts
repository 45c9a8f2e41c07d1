import { addDays, isDay } from "~/domain/calendar/local-day";
import type { PaperSize } from "~/domain/print/paper";
import { t } from "~/i18n/t";

export const BOOK_KINDS = ["morning", "evening", "free"] as const;
export const PASSAGE_CHOICES = ["none", "reference", "text"] as const;
export const BOOK_FORMATS = ["pdf", "epub"] as const;

/** How long what stands on the title page may be. */
export const TITLE_LIMITS = { title: 120, name: 80 } as const;
/** Ten years of every day, and some more. */
export const MOST_ENTRIES_IN_BOOK = 4_000;

/** What a person wants in a book, and how it is to look. */
export type BookWish = {
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
export function usualChoice(
  person: { firstName: string; lastName: string },
  today: string,
  query: URLSearchParams,
): BookWish {
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
