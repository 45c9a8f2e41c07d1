import { z } from "zod";
import { localMoment } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { tagsFrom, type EntryContent } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS, placeholderLine, replacePlaceholders } from "~/domain/journal/pictures/picture";
import { archivedPicture } from "./archive-files";
import { MAX_STORED_TEXT } from "./file-codecs";
import { foreignEntryDefaults, plainTextOf, type ForeignDefaults, type PortableEntry } from "./foreign-entry";
import type { ForeignResult } from "./read-foreign-json";

const attachments = z
  .array(z.object({ identifier: z.string().optional() }))
  .optional()
  .catch(undefined);

const photos = z
  .array(
    z.object({
      identifier: z.string().optional().catch(undefined),
      md5: z
        .string()
        .regex(/^[0-9a-fA-F]{32}$/)
        .optional()
        .catch(undefined),
      type: z
        .string()
        .regex(/^\w{1,8}$/)
        .optional()
        .catch(undefined),
      orderInEntry: z.number().optional().catch(undefined),
    }),
  )
  .optional()
  .catch(undefined);

/** An entry as Day One writes it; what is read of it. */
export const DayOneEntrySchema = z.object(
  {
    uuid: z
      .string("it has no id")
      .regex(
        /^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/,
        "its id is not one of Day One",
      ),
    creationDate: z
      .string("it has no date")
      .refine((value) => !Number.isNaN(Date.parse(value)), "its date cannot be read"),
    modifiedDate: z.string().optional().catch(undefined),
    timeZone: z.string().max(64).optional().catch(undefined),
    starred: z.boolean().optional().catch(undefined),
    tags: z.array(z.string().max(200)).optional().catch(undefined),
    text: z
      .string("it has no text")
      .max(MAX_STORED_TEXT, `its text is longer than ${MAX_STORED_TEXT.toLocaleString("en")} characters`)
      .optional(),
    photos,
    videos: attachments,
    audios: attachments,
    pdfAttachments: attachments,
    location: z.object({}).optional().catch(undefined),
    weather: z.object({}).optional().catch(undefined),
    music: z.object({}).optional().catch(undefined),
  },
  "it is not an entry",
);

/** The file of one journal. */
export const DayOneFileSchema = z.object({
  metadata: z.object({ version: z.string() }),
  entries: z.array(z.unknown()),
});

export type DayOnePhotos = NonNullable<z.output<typeof photos>>;

/**
 * The file that the Day One app exports and imports: a zip with "Journal.json", its entries in Markdown. What Day One
 * has no field for (mood, passage) becomes a tag.
 */
export const MOOD_TAG_PREFIX = "Mood: ";
export const PASSAGE_TAG_PREFIX = "Passage: ";

type Photo = { identifier: string };

const seconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** An entry's id as Day One writes it: 32 hexadecimal digits. Ids from other programs are hashed to that length. */
export function dayOneUuid(id: string): string {
  const bytes = /^[\w-]{22}$/.test(id)
    ? [...atob(id.replaceAll("-", "+").replaceAll("_", "/"))].map((sign) => sign.charCodeAt(0))
    : [0, 1, 2, 3].flatMap((lane) => mixed(id, lane));
  return bytes
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** Four bytes of a text's fingerprint (FNV-1a, finished as MurmurHash finishes), another four for each lane. */
function mixed(text: string, lane: number): number[] {
  let hash = 0x811c_9dc5 ^ Math.imul(lane + 1, 0x9e37_79b1);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  hash ^= hash >>> 16;
  return [hash >>> 24, hash >>> 16, hash >>> 8, hash].map((bits) => bits & 0xff);
}

/** The entry id for a Day One id. */
export function entryIdFromDayOne(uuid: string): string {
  const pairs = uuid.replaceAll("-", "").match(/[0-9a-f]{2}/gi) ?? [];
  const bytes = String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a page, its title as the heading. */
function dayOneText(content: EntryContent, photos: readonly Photo[]): string {
  const words = plainTextOf(content).replaceAll("\\", "\\\\");
  const text =
    photos.length === 0
      ? words
      : replacePlaceholders(words, photos.length, (at) => `![](dayone-moment://${photos[at]?.identifier})`);
  const title = content.title.trim();
  if (title) return `# ${title.replace(/\s+/g, " ").replaceAll("\\", "\\\\")}\n\n${text}`;
  return text.startsWith("# ") ? `\\${text}` : text;
}

/** An entry as Day One writes it. One written on another day than it is for gets the day it is for, without an hour. */
export function toDayOne<P extends Photo>(entry: PortableEntry, photos: readonly P[] = []) {
  const { forDate, timezone, createdAt, updatedAt, content, favourite } = entry;
  const isThatDay = localMoment(createdAt, timezone).date === forDate;
  const tags = [
    ...content.tags,
    ...(content.mood ? [MOOD_TAG_PREFIX + content.mood] : []),
    ...(entry.passageRef ? [PASSAGE_TAG_PREFIX + entry.passageRef] : []),
  ];
  return {
    uuid: dayOneUuid(entry.id),
    creationDate: isThatDay ? seconds(createdAt) : noonOf(forDate, timezone),
    modifiedDate: seconds(updatedAt),
    timeZone: timezone,
    isAllDay: !isThatDay,
    starred: favourite,
    isPinned: false,
    duration: 0,
    tags,
    text: dayOneText(content, photos),
    ...(photos.length > 0 && { photos }),
  };
}

/** A moment that is on this day in this zone: noon, or as near to it as keeps the day. */
function noonOf(day: string, timezone: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  const shift = [0, 6, -6, 12, -12].find(
    (hours) => localMoment(new Date(noon.getTime() + hours * 3_600_000), timezone).date === day,
  );
  return seconds(new Date(noon.getTime() + (shift ?? 0) * 3_600_000));
}

/** Day One puts a backslash before signs that Markdown would take for its own. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Where something other than words stands in a text. */
const MOMENT = /!\[\]\(dayone-moment:\/+(?:\w+\/)?(\w+)\)\n{0,2}/g;

/** What Day One wrote, as an entry: a free page with its first heading as the title. */
export function fromDayOne(value: unknown, usual: ForeignDefaults): ForeignResult {
  const result = DayOneEntrySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  const { data } = result;
  const page = withPictures(data.text ?? "", data.photos ?? []);
  const { videos = [], audios = [], pdfAttachments = [] } = data;
  const timezone = findTimeZone(data.timeZone ?? "") ?? usual.timezone;
  const createdAt = new Date(data.creationDate);
  const modified = new Date(data.modifiedDate ?? data.creationDate);
  const all = (data.tags ?? []).map((tag) => tag.toWellFormed());
  const said = (prefix: string) => all.find((tag) => tag.startsWith(prefix))?.slice(prefix.length) ?? "";
  const entry = foreignEntryDefaults({
    id: entryIdFromDayOne(data.uuid),
    forDate: localMoment(createdAt, timezone).date,
    timezone,
    createdAt,
    updatedAt: Number.isNaN(modified.getTime()) ? createdAt : modified,
    favourite: data.starred ?? false,
    passageRef: said(PASSAGE_TAG_PREFIX),
    content: {
      ...pageOf(withoutMedia(page.text, [...videos, ...audios, ...pdfAttachments])),
      ...(page.pictures.length > 0 && { pictures: page.pictures }),
      answers: [],
      mood: said(MOOD_TAG_PREFIX),
      tags: tagsFrom(
        all
          .filter((tag) => !tag.startsWith(MOOD_TAG_PREFIX) && !tag.startsWith(PASSAGE_TAG_PREFIX))
          .join(","),
      ),
    },
  });
  const left = {
    pictures: page.behind,
    videos: videos.length,
    recordings: audios.length,
    files: pdfAttachments.length,
    places: data.location ? 1 : 0,
    weather: data.weather ? 1 : 0,
    music: data.music ? 1 : 0,
  };
  return { ok: true, entry, left };
}

/** The first six pictures in the order of the text, each with its place there; named by their files in the zip. */
function withPictures(text: string, all: DayOnePhotos) {
  if (all.length === 0) return { text, pictures: [], behind: 0 };
  const named = all.filter(({ md5 }) => md5).sort((a, b) => (a.orderInEntry ?? 0) - (b.orderInEntry ?? 0));
  const at = ({ identifier }: DayOnePhotos[number]) => {
    const found = identifier ? text.indexOf(`/${identifier})`) : -1;
    return found < 0 ? Infinity : found;
  };
  const chosen = [...named].sort((a, b) => at(a) - at(b) || 0).slice(0, PICTURE_LIMITS.each);
  const placed = text.replace(MOMENT, (whole, id: string) => {
    const place = chosen.findIndex(({ identifier }) => identifier === id);
    if (place >= 0) return `${placeholderLine(place)}\n\n`;
    return all.some(({ identifier }) => identifier === id) ? "" : whole;
  });
  const pictures = chosen.map(({ md5 = "", type = "jpeg" }) => archivedPicture(`photos/${md5}.${type}`));
  return { text: placed.trimEnd(), pictures, behind: all.length - chosen.length };
}

/** Removes the entry's placeholders of recordings; words that only look like one stay. */
function withoutMedia(text: string, media: { identifier?: string }[]): string {
  const ids = new Set(media.flatMap(({ identifier }) => (identifier ? [identifier] : [])));
  if (ids.size === 0) return text;
  return text.replace(MOMENT, (place, id: string) => (ids.has(id) ? "" : place)).trimEnd();
}

function pageOf(text: string): { title: string; body: string } {
  const source = text.toWellFormed().replaceAll("\0", "");
  const [heading, title = ""] = /^# (.*)(?:\n{1,2}|$)/.exec(source) ?? [];
  const plain = (part: string) => part.replace(ESCAPED, "$1");
  if (heading === undefined || !title.trim()) return { title: "", body: plain(source) };
  return { title: plain(title.trim()), body: plain(source.slice(heading.length)) };
}
