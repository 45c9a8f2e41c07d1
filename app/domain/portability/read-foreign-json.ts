import { z } from "zod";
import { instantOf, isDay, localMoment } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { tagsFrom } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { archivedPicture, isImage, mediaKind } from "./archive-files";
import { MAX_STORED_TEXT } from "./file-codecs";
import { foreignEntryDefaults, type ForeignDefaults, type PortableEntry } from "./foreign-entry";
import { htmlToMarkdown, type MediaCounts } from "./html-text";
import type { SkippedItems } from "./parsed-upload";

/** A converted entry with the number of items skipped, or the reason for its rejection. */
export type ForeignResult =
  { ok: true; entry: PortableEntry; left: SkippedItems } | { ok: false; why: string };

const body = z.string(t("it cannot be read")).max(MAX_STORED_TEXT, t("its text is too long"));
const line = z.string().max(2_000).optional().catch(undefined);
const names = z.array(z.string().max(200)).optional().catch(undefined);
const anything = z.array(z.unknown()).optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const cleanForeignText = (text: string) => text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");

/** Splits off a first heading as the title. */
function splitTitle(text: string): { title: string; body: string } {
  const [heading = "", title = ""] = /^#{1,2} (.+)(?:\n+|$)/.exec(text) ?? [];
  return { title: title.trim(), body: text.slice(heading.length) };
}

const HTML = /<(?:p|div|br|span|h[1-6]|ul|ol|b|strong|em|i|a)\b[^>]*>/i;
const toMarkdownText = (text: string) =>
  HTML.test(text) ? htmlToMarkdown(cleanForeignText(text)).text : cleanForeignText(text).trim();

export const JourneySchema = z.object({
  id: z.string().max(200).optional().catch(undefined),
  date_journal: z.number(),
  date_modified: number,
  timezone: line,
  text: body,
  tags: names,
  favourite: z.boolean().optional().catch(undefined),
  photos: anything,
  lat: number,
  address: line,
  weather: z.object({ id: number }).optional().catch(undefined),
  music_title: line,
  mood: number,
});
/** Journey's latitude of an entry without a place. */
const NO_LATITUDE = Number.MAX_VALUE;

/** Counts skipped files by kind; an unknown kind counts as a picture, as in Journey. */
function countSkipped(files: readonly unknown[], imported: number): MediaCounts {
  const skipped: MediaCounts = { pictures: -imported, videos: 0, recordings: 0 };
  for (const name of files) skipped[(typeof name === "string" && mediaKind(name)) || "pictures"]++;
  return skipped;
}

/** Converts a Journey file, which contains one entry. */
export function fromJourney(file: z.output<typeof JourneySchema>, defaults: ForeignDefaults): ForeignResult {
  const { id, date_journal, date_modified, favourite, photos, lat, address, weather } = file;
  const createdAt = new Date(date_journal);
  if (Number.isNaN(createdAt.getTime())) return { ok: false, why: t("its date cannot be read") };
  const modified = new Date(date_modified ?? date_journal);
  const timezone = findTimeZone(file.timezone ?? "") ?? defaults.timezone;
  const pictures = (photos ?? [])
    .flatMap((name) => (typeof name === "string" && isImage(name) ? [archivedPicture(name)] : []))
    .slice(0, PICTURE_LIMITS.each);
  const hasPlace = Boolean(address) || (lat !== undefined && lat !== NO_LATITUDE && lat !== 0);
  return {
    ok: true,
    left: {
      ...countSkipped(photos ?? [], pictures.length),
      places: hasPlace ? 1 : 0,
      weather: (weather?.id ?? -1) >= 0 ? 1 : 0,
      music: file.music_title ? 1 : 0,
      moods: (file.mood ?? 0) > 0 ? 1 : 0,
    },
    entry: foreignEntryDefaults({
      ...(id && /^[\w-]{1,56}$/.test(id) && { id: `journey-${id}` }),
      forDate: localMoment(createdAt, timezone).date,
      timezone,
      createdAt,
      updatedAt: Number.isNaN(modified.getTime()) ? createdAt : modified,
      favourite: favourite ?? false,
      content: {
        ...splitTitle(toMarkdownText(file.text)),
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((file.tags ?? []).map(cleanForeignText).join(",")),
      },
    }),
  };
}

export const DiariumSchema = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  heading: line,
  html: body,
  tags: names,
  location: anything,
  weather: line,
  sun: line,
  rating: number,
});

/** Converts a Diarium entry. An export is a list of them or one file each; times are local, without a zone. */
export function fromDiarium(file: z.output<typeof DiariumSchema>, defaults: ForeignDefaults): ForeignResult {
  const forDate = file.date.slice(0, 10);
  const time = file.date.slice(11, 16);
  if (!isDay(forDate) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { ok: false, why: t("its date cannot be read") };
  const createdAt = instantOf(forDate, time, defaults.timezone);
  const { text, media } = htmlToMarkdown(cleanForeignText(file.html));
  const [, clock = "", fraction = ""] = /T(\d{2}:\d{2}:\d{2})\.?(\d{0,3})/.exec(file.date) ?? [];
  const folder = `${forDate}_${clock.replaceAll(":", "")}${fraction.padEnd(3, "0")}`;
  const pictures = (defaults.filesIn?.(folder) ?? [])
    .slice(0, PICTURE_LIMITS.each)
    .map((name) => archivedPicture(name));
  return {
    ok: true,
    left: {
      ...media,
      places: (file.location?.length ?? 0) > 0 ? 1 : 0,
      weather: file.weather || file.sun ? 1 : 0,
      moods: (file.rating ?? 0) > 0 ? 1 : 0,
    },
    entry: foreignEntryDefaults({
      forDate,
      timezone: defaults.timezone,
      createdAt,
      content: {
        title: cleanForeignText(file.heading ?? "")
          .replace(/\s+/g, " ")
          .trim(),
        body: text,
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((file.tags ?? []).map(cleanForeignText).join(",")),
      },
    }),
  };
}

/** `tags.json` of a DailyTxT backup: tag names by id. */
export const DailyTagsSchema = z.object({ tags: z.array(z.object({ id: z.number(), name: z.string() })) });
/** `2024/05.json`: the days of a month. */
export const DailyMonthSchema = z.object({ days: z.array(z.unknown()) });
/** `user.json`, present in encrypted backups only. */
export const DailyUserSchema = z.object({ user_id: z.number(), enc_enc_key: z.string() });

const DailyDaySchema = z.object({
  day: z.number().int(),
  text: body.optional(),
  tags: z.array(z.number()).optional().catch(undefined),
  isBookmarked: z.boolean().optional().catch(undefined),
  files: z
    .array(z.object({ filename: z.string().max(300).optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  pins: anything,
});

/** Converts a day of a DailyTxT backup. `month` is "2024-05". */
export function fromDailyTxt(
  month: string,
  value: unknown,
  tags: ReadonlyMap<number, string>,
  defaults: ForeignDefaults,
): ForeignResult {
  const result = DailyDaySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
  const { day, text = "", isBookmarked, files, pins } = result.data;
  const forDate = `${month}-${String(day).padStart(2, "0")}`;
  if (!isDay(forDate)) return { ok: false, why: t("its date cannot be read") };
  const pictures = (files ?? [])
    .flatMap(({ filename = "" }) => (isImage(filename) ? [archivedPicture(filename)] : []))
    .slice(0, PICTURE_LIMITS.each);
  return {
    ok: true,
    left: { pictures: (files?.length ?? 0) - pictures.length, places: pins?.length ?? 0 },
    entry: foreignEntryDefaults({
      forDate,
      timezone: defaults.timezone,
      createdAt: instantOf(forDate, "12:00", defaults.timezone),
      favourite: isBookmarked ?? false,
      content: {
        ...splitTitle(cleanForeignText(text).trim()),
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((result.data.tags ?? []).map((id) => cleanForeignText(tags.get(id) ?? "")).join(",")),
      },
    }),
  };
}
