import { isDay } from "~/domain/calendar/local-day";

/** Codec of one part of a cursor. `pattern` is the source of a regular expression. */
type Part<T> = { pattern: string; write: (value: T) => string; read: (text: string) => T | undefined };

const identity = (text: string) => text;
const moment = (base: number, pattern: string): Part<Date> => ({
  pattern,
  write: (at) => at.getTime().toString(base),
  // The patterns limit the length, so the number is always a valid Date.
  read: (text) => new Date(parseInt(text, base)),
});

/** Parts of cursors: record id, day, and moment in base 36 or in milliseconds. */
export const CURSOR_PARTS = {
  id: { pattern: "[\\w-]{1,64}", write: identity, read: identity } satisfies Part<string>,
  day: {
    pattern: "[\\d-]{10}",
    write: identity,
    read: (text) => (isDay(text) ? text : undefined),
  } satisfies Part<string>,
  moment: moment(36, "[0-9a-z]{1,9}"),
  milliseconds: moment(10, "\\d{1,15}"),
};

/** A part that may be empty, for null. */
export const nullablePart = <T>({ pattern, write, read }: Part<T>): Part<T | null> => ({
  pattern: `(?:${pattern})?`,
  write: (value) => (value === null ? "" : write(value)),
  read: (text) => (text === "" ? null : read(text)),
});

/** Codec of a list's cursor in a URL. A cursor grants no access. */
type CursorCodec<T> = {
  write: (cursor: T) => string;
  /** Undefined for invalid text, which means the first page. */
  read: (text: string | null) => T | undefined;
};

/** Codec of a cursor with the given parts, in their order, joined by dots. */
export function cursorCodec<T extends object>(parts: { [K in keyof T]: Part<T[K]> }): CursorCodec<T> {
  const names = Object.keys(parts) as (keyof T)[];
  const pattern = new RegExp(`^${names.map((name) => `(${parts[name].pattern})`).join("\\.")}$`);
  return {
    write: (cursor) => names.map((name) => parts[name].write(cursor[name])).join("."),
    read: (text) => {
      const [whole, ...texts] = pattern.exec(text ?? "") ?? [];
      if (whole === undefined) return undefined;
      const values = names.map((name, at) => [name, parts[name].read(texts[at] ?? "")] as const);
      return values.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(values) as T);
    },
  };
}

/** Wraps a codec in base64url, so that a cursor in a URL does not look like a date. */
export function base64UrlCodec<T>({ write, read }: CursorCodec<T>): CursorCodec<T> {
  return {
    write: (cursor) => btoa(write(cursor)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
    read: (text) => {
      if (!text || text.length > 120 || !/^[\w-]+$/.test(text)) return undefined;
      try {
        return read(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
      } catch {
        return undefined;
      }
    },
  };
}

/** `next` is the cursor of the next page; `isFirst` is true if the request had no valid cursor. */
export type ListPage<Row> = { rows: Row[]; next: string | null; isFirst: boolean };

type CsvCell = string | number | boolean | null;
/** Columns of a CSV file; `Row` is a row of the query, before `toRowView`. */
export type CsvColumns<Row> = readonly (readonly [heading: string, value: (row: Row) => CsvCell])[];
