import { localMoment } from "~/domain/calendar/local-day";
import { type EntryContent } from "~/domain/journal/entries/content";
import { SHORT_TEXT_NAMES, type ShortTextName } from "~/domain/journal/entries/short-texts";
import { replacePlaceholders } from "~/domain/journal/pictures/picture";
import { plainTextOf, type PortableEntry } from "./foreign-entry";

/**
 * Prefix of the tag that has a short text, because Day One has no fields for short texts. It is English on every instance, so
 * that one instance can read the files of another.
 */
export const shortTextPrefix = (name: ShortTextName) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: `;
export const PASSAGE_TAG_PREFIX = "Passage: ";
export const OWN_TAG_PREFIXES = [...SHORT_TEXT_NAMES.map(shortTextPrefix), PASSAGE_TAG_PREFIX];

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

/** Escapes backslashes, and references to photos that a member has typed, so that they stay text. */
const escapeText = (text: string) => text.replaceAll("\\", "\\\\").replace(/\]\((?=dayone)/gi, "\\](");

/** Formats the text with its title as the first heading. */
function dayOneText(content: EntryContent, photos: readonly Photo[]): string {
  const escaped = escapeText(plainTextOf(content));
  const text =
    photos.length === 0
      ? escaped
      : replacePlaceholders(escaped, photos.length, (at) => `![](dayone-moment://${photos[at]?.identifier})`);
  const title = content.title.trim();
  if (title) return `# ${escapeText(title.replace(/\s+/g, " "))}\n\n${text}`;
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
