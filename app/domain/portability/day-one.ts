import { z } from "zod";
import { localMoment } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import {
  mapShortTexts,
  SHORT_TEXT_NAMES,
  tagsFrom,
  type EntryContent,
  type ShortTextName,
} from "~/domain/journal/entries/content";
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

/** The fields of a Day One entry that an import reads. */
const DayOneEntrySchema = z.object(
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

/** `Journal.json` of a Day One zip: one journal, its entries in Markdown. */
export const DayOneFileSchema = z.object({
  metadata: z.object({ version: z.string() }),
  entries: z.array(z.unknown()),
});

type DayOnePhotos = NonNullable<z.output<typeof photos>>;

/** Mood and passage are exported as tags, because Day One has no fields for them. */
/** In English on every instance, so that each reads the files of the others. */
const shortTextPrefix = (name: ShortTextName) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: `;
const PASSAGE_TAG_PREFIX = "Passage: ";
const OWN_TAG_PREFIXES = [...SHORT_TEXT_NAMES.map(shortTextPrefix), PASSAGE_TAG_PREFIX];

type Photo = { identifier: string };

const formatSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** Converts an entry id to Day One's 32 hexadecimal digits. An id of another format is hashed to that length. */
export function dayOneUuid(id: string): string {
  const bytes = /^[\w-]{22}$/.test(id)
    ? [...atob(id.replaceAll("-", "+").replaceAll("_", "/"))].map((char) => char.charCodeAt(0))
    : [0, 1, 2, 3].flatMap((lane) => hashLane(id, lane));
  return bytes
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** Four bytes of a hash (FNV-1a with the finalizer of MurmurHash3), seeded by `lane`. */
function hashLane(text: string, lane: number): number[] {
  let hash = 0x811c_9dc5 ^ Math.imul(lane + 1, 0x9e37_79b1);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  hash ^= hash >>> 16;
  return [hash >>> 24, hash >>> 16, hash >>> 8, hash].map((bits) => bits & 0xff);
}

export function entryIdFromDayOne(uuid: string): string {
  const pairs = uuid.replaceAll("-", "").match(/[0-9a-f]{2}/gi) ?? [];
  const bytes = String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Formats the text with its title as the first heading. */
function dayOneText(content: EntryContent, photos: readonly Photo[]): string {
  const escaped = plainTextOf(content).replaceAll("\\", "\\\\");
  const text =
    photos.length === 0
      ? escaped
      : replacePlaceholders(escaped, photos.length, (at) => `![](dayone-moment://${photos[at]?.identifier})`);
  const title = content.title.trim();
  if (title) return `# ${title.replace(/\s+/g, " ").replaceAll("\\", "\\\\")}\n\n${text}`;
  return text.startsWith("# ") ? `\\${text}` : text;
}

/** Converts an entry. If it was written on another day than `forDate`, it is dated `forDate` as an all-day entry. */
export function toDayOne<P extends Photo>(entry: PortableEntry, photos: readonly P[] = []) {
  const { forDate, timezone, createdAt, updatedAt, content, favourite } = entry;
  const isSameDay = localMoment(createdAt, timezone).date === forDate;
  const tags = [
    ...content.tags,
    ...SHORT_TEXT_NAMES.filter((name) => content[name]).map((name) => shortTextPrefix(name) + content[name]),
    ...(entry.passageRef ? [PASSAGE_TAG_PREFIX + entry.passageRef] : []),
  ];
  return {
    uuid: dayOneUuid(entry.id),
    creationDate: isSameDay ? formatSeconds(createdAt) : noonOf(forDate, timezone),
    modifiedDate: formatSeconds(updatedAt),
    timeZone: timezone,
    isAllDay: !isSameDay,
    starred: favourite,
    isPinned: false,
    duration: 0,
    tags,
    text: dayOneText(content, photos),
    ...(photos.length > 0 && { photos }),
  };
}

/** Noon of a day in a zone; in zones far from UTC another hour of the same day. */
function noonOf(day: string, timezone: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  const shift = [0, 6, -6, 12, -12].find(
    (hours) => localMoment(new Date(noon.getTime() + hours * 3_600_000), timezone).date === day,
  );
  return formatSeconds(new Date(noon.getTime() + (shift ?? 0) * 3_600_000));
}

/** Day One escapes Markdown punctuation with a backslash. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Placeholder of a media attachment in Day One's text. */
const MEDIA_PLACEHOLDER = /!\[\]\(dayone-moment:\/+(?:\w+\/)?(\w+)\)\n{0,2}/g;

/** Converts a Day One entry into a free page; the first heading becomes the title. */
export function fromDayOne(value: unknown, defaults: ForeignDefaults): ForeignResult {
  const result = DayOneEntrySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  const { data } = result;
  const page = placePictures(data.text ?? "", data.photos ?? []);
  const { videos = [], audios = [], pdfAttachments = [] } = data;
  const timezone = findTimeZone(data.timeZone ?? "") ?? defaults.timezone;
  const createdAt = new Date(data.creationDate);
  const modified = new Date(data.modifiedDate ?? data.creationDate);
  const allTags = (data.tags ?? []).map((tag) => tag.toWellFormed());
  const tagValue = (prefix: string) =>
    allTags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length) ?? "";
  const entry = foreignEntryDefaults({
    id: entryIdFromDayOne(data.uuid),
    forDate: localMoment(createdAt, timezone).date,
    timezone,
    createdAt,
    updatedAt: Number.isNaN(modified.getTime()) ? createdAt : modified,
    favourite: data.starred ?? false,
    passageRef: tagValue(PASSAGE_TAG_PREFIX),
    content: {
      ...splitHeading(removeMedia(page.text, [...videos, ...audios, ...pdfAttachments])),
      ...(page.pictures.length > 0 && { pictures: page.pictures }),
      answers: [],
      ...mapShortTexts((name) => tagValue(shortTextPrefix(name))),
      tags: tagsFrom(
        allTags.filter((tag) => !OWN_TAG_PREFIXES.some((prefix) => tag.startsWith(prefix))).join(","),
      ),
    },
  });
  const left = {
    pictures: page.skipped,
    videos: videos.length,
    recordings: audios.length,
    files: pdfAttachments.length,
    places: data.location ? 1 : 0,
    weather: data.weather ? 1 : 0,
    music: data.music ? 1 : 0,
  };
  return { ok: true, entry, left };
}

/** Replaces photo references by placeholders, up to the limit per entry and in the order of the text. Pictures are named by their file in the zip. */
function placePictures(text: string, all: DayOnePhotos) {
  if (all.length === 0) return { text, pictures: [], skipped: 0 };
  const named = all.filter(({ md5 }) => md5).sort((a, b) => (a.orderInEntry ?? 0) - (b.orderInEntry ?? 0));
  const positionOf = ({ identifier }: DayOnePhotos[number]) => {
    const found = identifier ? text.indexOf(`/${identifier})`) : -1;
    return found < 0 ? Infinity : found;
  };
  const chosen = [...named].sort((a, b) => positionOf(a) - positionOf(b) || 0).slice(0, PICTURE_LIMITS.each);
  const placed = text.replace(MEDIA_PLACEHOLDER, (whole, id: string) => {
    const index = chosen.findIndex(({ identifier }) => identifier === id);
    if (index >= 0) return `${placeholderLine(index)}\n\n`;
    return all.some(({ identifier }) => identifier === id) ? "" : whole;
  });
  const pictures = chosen.map(({ md5 = "", type = "jpeg" }) => archivedPicture(`photos/${md5}.${type}`));
  return { text: placed.trimEnd(), pictures, skipped: all.length - chosen.length };
}

/** Removes the placeholders of the given media; similar text stays. */
function removeMedia(text: string, media: { identifier?: string }[]): string {
  const ids = new Set(media.flatMap(({ identifier }) => (identifier ? [identifier] : [])));
  if (ids.size === 0) return text;
  return text.replace(MEDIA_PLACEHOLDER, (whole, id: string) => (ids.has(id) ? "" : whole)).trimEnd();
}

function splitHeading(text: string): { title: string; body: string } {
  const source = text.toWellFormed().replaceAll("\0", "");
  const [heading, title = ""] = /^# (.*)(?:\n{1,2}|$)/.exec(source) ?? [];
  const unescape = (part: string) => part.replace(ESCAPED, "$1");
  if (heading === undefined || !title.trim()) return { title: "", body: unescape(source) };
  return { title: unescape(title.trim()), body: unescape(source.slice(heading.length)) };
}
