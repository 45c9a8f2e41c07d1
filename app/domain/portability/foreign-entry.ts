import { addDays } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { CONTENT_LIMITS, EMPTY_CONTENT, isBlank, type EntryContent } from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { stripEntryLinks } from "~/domain/journal/entries/entry-links";
import { mapShortTexts, SHORT_TEXTS } from "~/domain/journal/entries/short-texts";
import { trashEnd } from "~/domain/journal/history/query";
import { stripPlaceholders } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";

/** An earlier version of an entry in an export. */
type PortableVersion = { version: number; savedAt: Date; content: EntryContent };

/** An entry in an export or import, independent of how it is stored. */
export type PortableEntry = Omit<Entry, "content"> & {
  promptSet: string;
  promptIds: string[];
  content: EntryContent;
  versions: PortableVersion[];
};

/** Fills the fields that a foreign file does not have. */
export function foreignEntryDefaults(
  known: Pick<PortableEntry, "forDate" | "timezone" | "createdAt"> & Partial<PortableEntry>,
): PortableEntry {
  return {
    id: "",
    kind: "free",
    slot: "none",
    updatedAt: known.createdAt,
    version: 1,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    favourite: false,
    excludeFromInsights: false,
    deletedAt: null,
    content: EMPTY_CONTENT,
    versions: [],
    ...known,
  };
}

/** Joins the answers, each below its question as a heading, and the body. Omits unanswered questions. */
export function plainTextOf({ answers, body }: Pick<EntryContent, "answers" | "body">): string {
  const parts = answers
    .filter(({ text }) => text.trim())
    .map(({ question, text }) => `## ${question.replace(/\s+/g, " ")}\n\n${text}`);
  return [...parts, ...(body.trim() ? [body] : [])].join("\n\n");
}

/** Equal for two entries of the same day with the same text, whatever their layout and their links to other entries. */
export function contentKey({ forDate, content }: Pick<PortableEntry, "forDate" | "content">): string {
  const normalizedText = stripEntryLinks(stripPlaceholders(`${content.title}\n${plainTextOf(content)}`))
    .replace(/\s+/g, " ")
    .trim();
  return `${forDate}\n${normalizedText.normalize("NFC")}`;
}

/** Earlier days are errors of the exporting app. */
export const FIRST_DAY = "1900-01-01";

/** Accepts tomorrow too: a traveller's day can be ahead of today in the member's time zone. */
export const isPossibleDay = (day: string, { today }: { today: string }): boolean =>
  day >= FIRST_DAY && day <= addDays(today, 1);

export type NormalisedEntry = { ok: true; entry: PortableEntry } | { ok: false; why: string };

/**
 * Fits an imported entry to the limits here: clamps times to the past and copies a title that is too long into the body,
 * so that no text is lost. Rejects entries that are empty, dated in the future or before 1900, or purged from the trash.
 * An entry with `details` may be empty: it is kept on request.
 */
export function normaliseEntry(
  entry: PortableEntry,
  { now, today, details }: { now: Date; today: string; details?: string | undefined },
): NormalisedEntry {
  const { content, deletedAt } = entry;
  if (isBlank(content) && !details) return { ok: false, why: t("it contains no words") };
  // The day of a traveller can be ahead of today in the member's time zone.
  if (entry.forDate > addDays(today, 1)) return { ok: false, why: t("its day has not come yet") };
  if (entry.forDate < FIRST_DAY) return { ok: false, why: t("its day is before the year 1900") };
  if (deletedAt && deletedAt <= trashEnd(now))
    return { ok: false, why: t("it was deleted more than thirty days ago") };
  const clampToPast = (moment: Date) => new Date(Math.min(Math.max(moment.getTime(), 0), now.getTime()));
  const isTitleTooLong = content.title.length > CONTENT_LIMITS.title;
  return {
    ok: true,
    entry: {
      ...entry,
      timezone: findTimeZone(entry.timezone) ? entry.timezone : "UTC",
      createdAt: clampToPast(entry.createdAt),
      updatedAt: clampToPast(entry.updatedAt),
      deletedAt: deletedAt && clampToPast(deletedAt),
      content: {
        ...content,
        title: isTitleTooLong
          ? `${content.title.slice(0, CONTENT_LIMITS.title - 1).toWellFormed()}…`
          : content.title,
        body: isTitleTooLong ? `${content.title}\n\n${content.body}` : content.body,
        tags: content.tags
          .slice(0, CONTENT_LIMITS.tags)
          .map((tag) => tag.slice(0, CONTENT_LIMITS.tag).toWellFormed()),
        ...mapShortTexts((name) => content[name]?.slice(0, SHORT_TEXTS[name].limit).toWellFormed()),
      },
      versions: entry.versions.map((version) => ({ ...version, savedAt: clampToPast(version.savedAt) })),
    },
  };
}

/** Checks whether a text of the entry is too long to be edited in its form. */
export function exceedsFormLimit({ content }: PortableEntry): boolean {
  return [content.body, ...content.answers.map(({ text }) => text)].some(
    (text) => text.length > CONTENT_LIMITS.answer,
  );
}
