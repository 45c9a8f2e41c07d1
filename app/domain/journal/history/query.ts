import { isDay, monthInWords } from "~/domain/calendar/local-day";
import { SEASONS, type Season } from "~/domain/church-year/church-year";
import { ENTRY_KINDS, type EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import { CURSOR_PARTS, cursorsOf, inBase64 } from "~/domain/paging/cursor";
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
export type Cursor = { forDate: string; createdAt: Date; id: string };

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

/** The cursor for an address, and the way back. */
export const { write: writeCursor, read: readCursor } = inBase64(
  cursorsOf<Cursor>({
    forDate: CURSOR_PARTS.day,
    createdAt: CURSOR_PARTS.moment,
    id: CURSOR_PARTS.id,
  }),
);

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
