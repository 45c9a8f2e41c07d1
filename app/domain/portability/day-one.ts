import { localMoment } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { withPlaces } from "~/domain/journal/pictures/placed-pictures";
import { flatText, type PortableEntry } from "./portable-entry";

/**
 * The file that the Day One app exports and imports: a zip with "Journal.json", its entries in Markdown. What Day One
 * has no field for (mood, passage) becomes a tag.
 */
export const MOOD = "Mood: ";
export const PASSAGE = "Passage: ";

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
export function idOfDayOne(uuid: string): string {
  const pairs = uuid.replaceAll("-", "").match(/[0-9a-f]{2}/gi) ?? [];
  const bytes = String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a page, its title as the heading. */
function dayOneText(content: EntryContent, photos: readonly Photo[]): string {
  const words = flatText(content).replaceAll("\\", "\\\\");
  const text =
    photos.length === 0
      ? words
      : withPlaces(words, photos.length, (at) => `![](dayone-moment://${photos[at]?.identifier})`);
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
    ...(content.mood ? [MOOD + content.mood] : []),
    ...(entry.passageRef ? [PASSAGE + entry.passageRef] : []),
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
