import { dateInWords, savedAtInWords, weekdayName } from "~/domain/calendar/local-day";
import { churchLine, followedBy } from "~/domain/calendar/traditions";
import type { Picture } from "~/domain/journal/pictures/picture";
import type { EntryKind } from "~/domain/journal/prompt-sets/flow";
import type { Prayer } from "~/domain/member/prayer-settings";
import { t } from "~/i18n/t";
import { contentPages, excerptOf, type EntryContent } from "./content";
import { editParts } from "./edit-parts";
import { entryName, type Entry } from "./entry";

/** An entry as lists show it: chosen field by field, with the first words only. */
export function entryListItem({ id, forDate, kind, slot, content, favourite }: Entry) {
  return {
    id,
    day: `${weekdayName(forDate)} ${Number(forDate.slice(8))}`,
    name: content?.title || entryName(kind, slot),
    excerpt: content ? excerptOf(content) : t("This entry cannot be opened."),
    tags: content?.tags ?? [],
    favourite,
  };
}

/** Words as a page shows them: exactly as typed, or as HTML that the server has made of light Markdown and cleaned. */
export type Rendered = string | { html: string };

/** An entry's words for reading. */
export type RenderedContent = {
  answers: { key: string; question: string; text: Rendered }[];
  body: Rendered | null;
  /** The page with pictures in their places: "[picture 2]" on a line of its own is where the second stands. */
  placed?: (Rendered | Picture)[];
  /** Its pictures that have no place in the text. */
  pictures?: Picture[];
  tags: string[];
  mood: string;
  /** Only the beginning of it is here: its own page has the rest. */
  goesOn?: boolean;
};

type Chosen = Pick<Prayer, "showSeason"> & Partial<Pick<Prayer, "tradition" | "feastsOnSunday">>;

/** "Saturday of the 25th week after Pentecost, green"; the weekday alone for people who do not follow the seasons. */
export function seasonLine(date: string, chosen: Chosen): string {
  return chosen.showSeason ? churchLine(date, followedBy(chosen)) : weekdayName(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green": a day that is being written for. */
export function dayLine(date: string, chosen: Chosen): string {
  return keptDayLine(date, seasonLine(date, chosen));
}

/**
 * The day of an entry, by the name stored with it. An entry without one, or from elsewhere, is not given one
 * afterwards: calendars and choices change, and what has been shown with an entry stays.
 */
export function keptDayLine(date: string, kept: string | undefined): string {
  return `${dateInWords(date)} · ${kept || weekdayName(date)}`;
}

/** A draft as its page shows it: what was written, and when it was saved, in words of its writer's time. */
export type DraftInForm = {
  version: number;
  /** Only the beginning of a draft that is longer than a form. */
  content: EntryContent;
  /** A file may bring a draft that its form cannot hold. It is kept as an entry, which is edited in parts. */
  isLong: boolean;
  savedAt: string;
};

type Saved = { kind: EntryKind; version: number; content: EntryContent; updatedAt: Date };

export function draftView(
  { kind, version, content, updatedAt }: Saved,
  now: Date,
  timezone: string,
): DraftInForm {
  const isLong = editParts(kind, content).length > 1;
  return {
    version,
    content: isLong ? contentPages(content)[0] : content,
    isLong,
    savedAt: savedAtInWords(updatedAt, now, timezone),
  };
}

/**
 * The version that a form sends with its texts. A draft that is longer than the form keeps the version that was read: the page
 * shows its beginning alone, and a save must not replace the rest.
 */
export function versionInForm(draft: DraftInForm | null, read: unknown): number {
  return draft?.isLong ? Number(read ?? 0) || 0 : (draft?.version ?? 0);
}
