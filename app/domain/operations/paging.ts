import { isDay } from "~/domain/calendar/local-day";

/** One part of a cursor: the signs it is written with, and the way there and back. */
type Part<T> = { signs: string; write: (value: T) => string; read: (text: string) => T | undefined };

const identity = (text: string) => text;
const moment = (base: number, signs: string): Part<Date> => ({
  signs,
  write: (at) => at.getTime().toString(base),
  // Past what a Date can hold no text of these lengths reaches.
  read: (text) => new Date(parseInt(text, base)),
});

/** The parts that cursors have: a record's id, a day, and a moment, short or in milliseconds. */
export const CURSOR_PARTS = {
  id: { signs: "[\\w-]{1,64}", write: identity, read: identity } satisfies Part<string>,
  day: {
    signs: "[\\d-]{10}",
    write: identity,
    read: (text) => (isDay(text) ? text : undefined),
  } satisfies Part<string>,
  moment: moment(36, "[0-9a-z]{1,9}"),
  milliseconds: moment(10, "\\d{1,15}"),
};

/** A part that may be missing. */
export const nullablePart = <T>({ signs, write, read }: Part<T>): Part<T | null> => ({
  signs: `(?:${signs})?`,
  write: (value) => (value === null ? "" : write(value)),
  read: (text) => (text === "" ? null : read(text)),
});

/** How a cursor, where a page of a list begins, is written in an address. It grants no access. */
type CursorCodec<T> = {
  write: (cursor: T) => string;
  /** Undefined for anything that was not written so, which then means the first page. */
  read: (text: string | null) => T | undefined;
};

/** Cursors of these parts, in their order, with points between them. */
export function cursorCodec<T extends object>(parts: { [K in keyof T]: Part<T[K]> }): CursorCodec<T> {
  const names = Object.keys(parts) as (keyof T)[];
  const written = new RegExp(`^${names.map((name) => `(${parts[name].signs})`).join("\\.")}$`);
  return {
    write: (cursor) => names.map((name) => parts[name].write(cursor[name])).join("."),
    read: (text) => {
      const [whole, ...texts] = written.exec(text ?? "") ?? [];
      if (whole === undefined) return undefined;
      const values = names.map((name, at) => [name, parts[name].read(texts[at] ?? "")] as const);
      return values.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(values) as T);
    },
  };
}

/** The same in base64url, so that nobody takes an address for a day. */
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

/** A page of a list. `next` is the cursor of the page after it, `isFirst` is true without a readable cursor. */
export type ListPage<Row> = { rows: Row[]; next: string | null; isFirst: boolean };
