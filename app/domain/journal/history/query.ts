import { SEASON_NAMES, SEASONS, type Season } from "~/domain/calendar/church-year";
import { DAY } from "~/domain/calendar/durations";
import {
  addDays,
  daysBetween,
  formatDate,
  formatFullDate,
  formatMonth,
  isDay,
  localMoment,
} from "~/domain/calendar/local-day";
import { kindName } from "~/domain/journal/entries/entry";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { base64UrlCodec, CURSOR_PARTS, cursorCodec } from "~/domain/operations/paging";
import { t } from "~/i18n/t";

/** The books of the Bible in order, with the names used in passage references. */
export const BOOK_NAMES: readonly string[] = (
  "Genesis,Exodus,Leviticus,Numbers,Deuteronomy,Joshua,Judges,Ruth,1 Samuel,2 Samuel,1 Kings,2 Kings,1 Chronicles," +
  "2 Chronicles,Ezra,Nehemiah,Esther,Job,Psalm,Proverbs,Ecclesiastes,Song of Solomon,Isaiah,Jeremiah,Lamentations," +
  "Ezekiel,Daniel,Hosea,Joel,Amos,Obadiah,Jonah,Micah,Nahum,Habakkuk,Zephaniah,Haggai,Zechariah,Malachi,Matthew,Mark," +
  "Luke,John,Acts,Romans,1 Corinthians,2 Corinthians,Galatians,Ephesians,Philippians,Colossians,1 Thessalonians," +
  "2 Thessalonians,1 Timothy,2 Timothy,Titus,Philemon,Hebrews,James,1 Peter,2 Peter,1 John,2 John,3 John,Jude,Revelation"
).split(",");

/** Finds a book by name, in any case; "Psalms" finds the book whose references begin with "Psalm". */
function bookNamed(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return BOOK_NAMES.find((book) => book.toLowerCase() === (name === "psalms" ? "psalm" : name));
}

/** The filters of the history; invalid ones are dropped. */
export type HistoryFilters = {
  /** The search query. */
  q?: string;
  kind?: EntryKind;
  slot?: Slot;
  tag?: string;
  mood?: string;
  /** A name in BOOK_NAMES. */
  book?: string;
  /** A season of the church year. */
  season?: Season;
  favourite?: true;
  /** Only entries with pictures. */
  pictures?: true;
  /** The id of the intention that the entries are about. */
  prayer?: string;
  from?: string;
  to?: string;
};

/** The last entry of the previous page. */
export type Cursor = { forDate: string; createdAt: Date; id: string };

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((item) => item === value);
const word = (value: string | null) => value?.trim().slice(0, 80) || undefined;
const day = (value: string | null) => (value && isDay(value) ? value : undefined);

/** Parses the query of a URL. */
export function filtersFrom(query: URLSearchParams): HistoryFilters {
  return {
    q: query.get("q")?.trim().slice(0, 200).toWellFormed() || undefined,
    kind: oneOf(ENTRY_KINDS, query.get("kind")),
    slot: oneOf(SLOTS, query.get("slot")),
    tag: word(query.get("tag"))?.replace(/^#/, ""),
    mood: word(query.get("mood")),
    book: bookNamed(query.get("book") ?? ""),
    season: oneOf(SEASONS, query.get("season")),
    favourite: query.get("favourite") === "1" ? true : undefined,
    pictures: query.get("pictures") === "1" ? true : undefined,
    prayer: /^[\w-]{1,64}$/.exec(query.get("prayer") ?? "")?.[0],
    from: day(query.get("from")),
    to: day(query.get("to")),
  };
}

/** The query of a URL for these filters; empty without any. */
export function queryOf(filters: HistoryFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, value === true ? "1" : value);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Encodes and decodes a cursor for a URL. */
export const { write: writeCursor, read: readCursor } = base64UrlCodec(
  cursorCodec<Cursor>({
    forDate: CURSOR_PARTS.day,
    createdAt: CURSOR_PARTS.moment,
    id: CURSOR_PARTS.id,
  }),
);

/** Groups adjacent items of one month under its name. */
export function groupByMonth<T extends { forDate: string }>(
  items: readonly T[],
): { month: string; items: T[] }[] {
  const groups: { month: string; items: T[] }[] = [];
  for (const item of items) {
    const month = formatMonth(item.forDate);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

/** An active filter as name and value for a page, and the filters without it. */
export type ActiveFilter = { name: string; value: string; without: HistoryFilters };

const SLOT_NAMES = { morning: t("Morning"), evening: t("Evening"), none: t("Any time") };

type FilterTexts = {
  [Name in keyof HistoryFilters]-?: (value: NonNullable<HistoryFilters[Name]>) => [string, string];
};

/** The active filters in the order of the form. `intention` is the name of the intention in `prayer`. */
export function activeFilters(filters: HistoryFilters, intention: string): ActiveFilter[] {
  const texts: FilterTexts = {
    q: (value) => [t("Search"), t("“{value}”", { value })],
    kind: (value) => [t("Kind"), kindName(value)],
    slot: (value) => [t("Time of day"), SLOT_NAMES[value]],
    tag: (value) => [t("Tag"), value],
    mood: (value) => [t("Mood"), value],
    book: (value) => [t("Written with"), value === "Psalm" ? t("Psalms") : value],
    season: (value) => [t("Season"), SEASON_NAMES[value]],
    favourite: () => [t("Favourites"), ""],
    pictures: () => [t("With pictures"), ""],
    prayer: () => [t("About"), intention || t("an intention")],
    from: (value) => [t("From"), formatFullDate(value)],
    to: (value) => [t("To"), formatFullDate(value)],
  };
  return (Object.keys(texts) as (keyof HistoryFilters)[]).flatMap((key) => {
    if (filters[key] === undefined) return [];
    const describe = texts[key] as (value: unknown) => [string, string];
    const [name, value] = describe(filters[key]);
    return [{ name, value, without: { ...filters, [key]: undefined } }];
  });
}

/** Days until an entry in the trash is erased. */
export const TRASH_DAYS = 30;

/** Entries moved to the trash at this moment or earlier are due for deletion. */
export function trashEnd(now: Date): Date {
  return new Date(now.getTime() - TRASH_DAYS * DAY);
}

/** "Will be deleted on 21 December 2026, in 30 days", by the member's calendar. */
export function describeDeletion(deletedAt: Date, now: Date, timezone: string): string {
  const end = localMoment(new Date(deletedAt.getTime() + TRASH_DAYS * DAY), timezone).date;
  const today = localMoment(now, timezone).date;
  const days = daysBetween(today, end);
  if (days <= 0) return t("Will be deleted today");
  if (end === addDays(today, 1)) return t("Will be deleted tomorrow, {end}", { end: formatDate(end) });
  return t("Will be deleted on {end}, in {days} days", { end: formatDate(end), days });
}

/** The last entry of the previous page of the trash. */
export type TrashCursor = { deletedAt: Date; id: string };

/** Encodes and decodes a cursor for a URL. */
export const { write: writeTrashCursor, read: readTrashCursor } = cursorCodec<TrashCursor>({
  deletedAt: CURSOR_PARTS.moment,
  id: CURSOR_PARTS.id,
});
