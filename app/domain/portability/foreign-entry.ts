import { addDays } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import {
  CONTENT_LIMITS,
  EMPTY_CONTENT,
  isBlank,
  segmentEnd,
  type EntryContent,
} from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { stripEntryLinks } from "~/domain/journal/entries/entry-links";
import { mapShortTexts, SHORT_TEXTS } from "~/domain/journal/entries/short-texts";
import { trashEnd } from "~/domain/journal/history/query";
import {
  placeholderLine,
  splitAtPlaceholders,
  stripPlaceholders,
  type Picture,
} from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import type { SkippedItems, StagedEntry } from "./parsed-upload";

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

/** Equal for two entries of the same day with the same title and text. Layout, links to entries, tags and short texts do not count. */
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
 * An entry with `details` may be empty, because the member can choose to import the details as its text.
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

/** Leaves space for the placeholders of pictures, which are written again after the split. */
const PART_CHARACTERS = CONTENT_LIMITS.stored - 1_000;

/**
 * Splits an entry at paragraphs if its text, with a line of `details` below, exceeds the limit of a stored text. The titles
 * number the parts.
 */
export function splitLongEntry(entry: PortableEntry, details = ""): PortableEntry[] {
  const { title, body, pictures = [], ...content } = entry.content;
  if (body.length + details.length + 2 <= CONTENT_LIMITS.stored) return [entry];
  const texts: string[] = [];
  for (let from = 0; from < body.length;) {
    const to = segmentEnd(body, from, PART_CHARACTERS);
    texts.push(body.slice(from, to).trim());
    from = to;
  }
  const placed = texts.map((text) => splitAtPlaceholders(text, pictures.length));
  const indexes = new Set(placed.flat().filter((part) => typeof part === "number"));
  const unplaced = pictures.filter((_, at) => !indexes.has(at));
  return texts.map((text, at) => {
    const parts = placed[at] ?? [text];
    const own: Picture[] = [];
    const written = parts.map((part) => {
      if (typeof part === "string") return part;
      const picture = pictures[part];
      return picture ? placeholderLine(own.push(picture) - 1) : "";
    });
    if (at === texts.length - 1) own.push(...unplaced);
    const part = t("part {number} of {count}", { number: at + 1, count: texts.length });
    return {
      ...entry,
      // Further parts get an id from their content, so that a repeated import finds them.
      id: at === 0 ? entry.id : "",
      content: {
        ...content,
        title: title ? `${title} (${part})` : part,
        body: written.join(own.length > 0 ? "\n\n" : ""),
        ...(own.length > 0 && { pictures: own }),
      },
    };
  });
}

const NAMES = ["mood", "place", "weather", "music"] as const;
type DetailName = (typeof NAMES)[number];
/** Content of an entry that the journal has no field for, as text; an entry with several places has a list. */
export type EntryDetails = { [Name in DetailName]?: string | readonly string[] | undefined };

const LABELS: Record<DetailName, string> = {
  mood: t("Mood"),
  place: t("Place"),
  weather: t("Weather"),
  music: t("Music"),
};
const KINDS = { mood: "moods", place: "places", weather: "weather", music: "music" } as const;
/** Maximum characters of one kind of detail, so that the line fits below the last part of a split entry. */
const MAX_CHARACTERS = 150;

const valuesOf = (details: EntryDetails, name: DetailName): string[] =>
  [details[name] ?? []].flat().flatMap((value) => value.replace(/[\s\p{Cc}]+/gu, " ").trim() || []);

/** Formats details as one line: "Mood: good · Place: Lisbon · Weather: 18 °C, clear"; empty without values. */
export function formatDetails(details: EntryDetails): string {
  return NAMES.flatMap((name) => {
    const value = valuesOf(details, name).join(", ");
    const isCut = value.length > MAX_CHARACTERS;
    const shown = isCut ? `${value.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : value;
    return shown ? [`${LABELS[name]}: ${shown}`] : [];
  }).join(" · ");
}

/** Counts the values in the line by kind; the report of an import lists them as skipped if the line is not imported. */
export const countDetails = (details: EntryDetails): SkippedItems =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const count = valuesOf(details, name).length;
      return count > 0 ? [[KINDS[name], count]] : [];
    }),
  );

const MAX_LATITUDE = 90;

/**
 * Formats "Mill Quay, Norham", or coordinates if no name is known. Returns "" for 0, 0 and for latitudes beyond MAX_LATITUDE,
 * which programs write for an unknown place.
 */
export function formatPlace(
  names: readonly (string | undefined)[],
  { latitude = 0, longitude = 0 }: { latitude?: number; longitude?: number } = {},
): string {
  const known = [...new Set(names.map((name = "") => name.trim()).filter(Boolean))];
  if (known.length > 0) return known.join(", ");
  const isPlace = Math.abs(latitude) <= MAX_LATITUDE && (latitude !== 0 || longitude !== 0);
  return isPlace ? `${Number(latitude.toFixed(4))}, ${Number(longitude.toFixed(4))}` : "";
}

/** Programs write a value beyond this for an unknown temperature. */
const MAX_CELSIUS = 100;

/** Formats "18 °C, clear"; the degrees are left out if the temperature is unknown. */
export function formatWeather(celsius: number | undefined, words = ""): string {
  const hasDegrees = celsius !== undefined && Math.abs(celsius) <= MAX_CELSIUS;
  const degrees = hasDegrees ? t("{degrees} °C", { degrees: String(Math.round(celsius)) }) : "";
  return [degrees, words.trim()].filter(Boolean).join(", ");
}

/** The entry to store, with the details as its last line if `isKept`. Empty if nothing is left to store. */
export function applyDetails({ details, ...entry }: StagedEntry, isKept: boolean): PortableEntry[] {
  const { content } = entry;
  if (!isKept || !details) return isBlank(content) ? [] : [entry];
  const body = [content.body.trimEnd(), details].filter(Boolean).join("\n\n");
  return [{ ...entry, content: { ...content, body } }];
}
