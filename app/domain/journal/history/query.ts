import { isDay, monthInWords } from "~/domain/calendar/local-day";
import { SEASONS, type Season } from "~/domain/church-year/church-year";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { bookNamed } from "./books";

/** The filters of the history; invalid ones are dropped, not refused. */
export type HistoryFilters = {
  /** Words to be found. */
  q?: string;
  kind?: EntryKind;
  slot?: Slot;
  tag?: string;
  mood?: string;
  /** A book of the Bible, as references name it. */
  book?: string;
  /** A season of the Church's year. */
  season?: Season;
  favourite?: true;
  /** Only entries with pictures. */
  pictures?: true;
  /** The id of an intention that was written about. */
  prayer?: string;
  from?: string;
  to?: string;
};

/** The cursor: a page begins after this entry. */
export type Cursor = { forDate: string; createdAt: number; id: string };

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((item) => item === value);
const word = (value: string | null) => value?.trim().slice(0, 80) || undefined;
const day = (value: string | null) => (value && isDay(value) ? value : undefined);

/** Filters from an address. */
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

/** The address's query for these filters, and a page of them. */
export function queryOf(filters: HistoryFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, value === true ? "1" : value);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** An opaque cursor; grants no access. */
export function writeCursor({ forDate, createdAt, id }: Cursor): string {
  return btoa(`${forDate}.${createdAt.toString(36)}.${id}`)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** What `writeCursor` wrote; undefined for anything else, which then means the first page. */
export function readCursor(text: string | null): Cursor | undefined {
  if (!text || text.length > 120 || !/^[\w-]+$/.test(text)) return undefined;
  let plain: string;
  try {
    plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  const [forDate = "", time = "", id = ""] = plain.split(".");
  const createdAt = parseInt(time, 36);
  if (!isDay(forDate) || !/^[0-9a-z]{1,9}$/.test(time) || !/^[\w-]{1,64}$/.test(id)) return undefined;
  return { forDate, createdAt, id };
}

/** Neighbours of one month under its name, in the order given. */
export function byMonth<T extends { forDate: string }>(items: readonly T[]): { month: string; items: T[] }[] {
  const groups: { month: string; items: T[] }[] = [];
  for (const item of items) {
    const month = monthInWords(item.forDate);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}
