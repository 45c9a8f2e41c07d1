import { z } from "zod";
import { instantOf } from "~/domain/calendar/instants";
import { isDay, localMoment } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { tagsFrom } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { isImage, mediaKind } from "./file-kinds";
import { LONGEST_TEXT } from "./file-values";
import { pictureAt } from "./foreign-pictures";
import { htmlToMarkdown, type Media } from "./html-text";
import type { Usual } from "./markdown-foreign";
import type { LeftBehind } from "./parsed-upload";
import { plainEntry, type PortableEntry } from "./portable-entry";

/** An entry of another application, with what stays behind of it. */
export type ReadForeign = { ok: true; entry: PortableEntry; left: LeftBehind } | { ok: false; why: string };

const body = z.string(t("it cannot be read")).max(LONGEST_TEXT, t("its text is too long"));
const line = z.string().max(2_000).optional().catch(undefined);
const names = z.array(z.string().max(200)).optional().catch(undefined);
const anything = z.array(z.unknown()).optional().catch(undefined);
const number = z.number().optional().catch(undefined);
export const foreignText = (text: string) => text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");

/** The first heading of a page is its title. */
export function titled(text: string): { title: string; body: string } {
  const [heading = "", title = ""] = /^#{1,2} (.+)(?:\n+|$)/.exec(text) ?? [];
  return { title: title.trim(), body: text.slice(heading.length) };
}

const HTML = /<(?:p|div|br|span|h[1-6]|ul|ol|b|strong|em|i|a)\b[^>]*>/i;
const written = (text: string) =>
  HTML.test(text) ? htmlToMarkdown(foreignText(text)).text : foreignText(text).trim();

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
/** Journey writes this where there is no place. */
const NOWHERE = Number.MAX_VALUE;

/** Counts the named files that the import leaves out, by kind. Any other file counts as a picture, as in Journey. */
function countMedia(named: readonly unknown[], coming: number): Media {
  const left: Media = { pictures: -coming, videos: 0, recordings: 0 };
  for (const name of named) left[(typeof name === "string" && mediaKind(name)) || "pictures"]++;
  return left;
}

/** One file of a Journey export is one entry. */
export function fromJourney(file: z.output<typeof JourneySchema>, usual: Usual): ReadForeign {
  const { id, date_journal, date_modified, favourite, photos, lat, address, weather } = file;
  const createdAt = new Date(date_journal);
  if (Number.isNaN(createdAt.getTime())) return { ok: false, why: t("its date cannot be read") };
  const modified = new Date(date_modified ?? date_journal);
  const timezone = zoneNamed(file.timezone ?? "") ?? usual.timezone;
  const pictures = (photos ?? [])
    .flatMap((name) => (typeof name === "string" && isImage(name) ? [pictureAt(name)] : []))
    .slice(0, PICTURE_LIMITS.each);
  const isPlace = Boolean(address) || (lat !== undefined && lat !== NOWHERE && lat !== 0);
  return {
    ok: true,
    left: {
      ...countMedia(photos ?? [], pictures.length),
      places: isPlace ? 1 : 0,
      weather: (weather?.id ?? -1) >= 0 ? 1 : 0,
      music: file.music_title ? 1 : 0,
      moods: (file.mood ?? 0) > 0 ? 1 : 0,
    },
    entry: plainEntry({
      ...(id && /^[\w-]{1,56}$/.test(id) && { id: `journey-${id}` }),
      forDate: localMoment(createdAt, timezone).date,
      timezone,
      createdAt,
      updatedAt: Number.isNaN(modified.getTime()) ? createdAt : modified,
      favourite: favourite ?? false,
      content: {
        ...titled(written(file.text)),
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((file.tags ?? []).map(foreignText).join(",")),
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

/** A Diarium export is a list of these, or a file for each; their times are those of the clock on the wall. */
export function fromDiarium(file: z.output<typeof DiariumSchema>, usual: Usual): ReadForeign {
  const forDate = file.date.slice(0, 10);
  const time = file.date.slice(11, 16);
  if (!isDay(forDate) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { ok: false, why: t("its date cannot be read") };
  const createdAt = instantOf(forDate, time, usual.timezone);
  const { text, media } = htmlToMarkdown(foreignText(file.html));
  const [, clock = "", parts = ""] = /T(\d{2}:\d{2}:\d{2})\.?(\d{0,3})/.exec(file.date) ?? [];
  const folder = `${forDate}_${clock.replaceAll(":", "")}${parts.padEnd(3, "0")}`;
  const pictures = (usual.filesIn?.(folder) ?? [])
    .slice(0, PICTURE_LIMITS.each)
    .map((name) => pictureAt(name));
  return {
    ok: true,
    left: {
      ...media,
      places: (file.location?.length ?? 0) > 0 ? 1 : 0,
      weather: file.weather || file.sun ? 1 : 0,
      moods: (file.rating ?? 0) > 0 ? 1 : 0,
    },
    entry: plainEntry({
      forDate,
      timezone: usual.timezone,
      createdAt,
      content: {
        title: foreignText(file.heading ?? "")
          .replace(/\s+/g, " ")
          .trim(),
        body: text,
        ...(pictures.length > 0 && { pictures }),
        answers: [],
        mood: "",
        tags: tagsFrom((file.tags ?? []).map(foreignText).join(",")),
      },
    }),
  };
}
