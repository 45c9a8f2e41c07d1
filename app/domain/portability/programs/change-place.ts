import { isDay } from "~/domain/calendar/local-day";

/** A place in the changes of a journal: where to begin at all, and what was told last. */
export type ChangePlace = {
  since: Date | null;
  /** Null among the entries that have no time of change. */
  at: Date | null;
  id: string;
};

const WRITTEN = /^(\d{1,15})?\.(\d{1,15})?\.([\w-]{0,64})$/;
/** Past the last moment that a Date can hold, text would be an error. */
const LAST = 8_640_000_000_000_000;

/** A place as a cursor that programs hand back. */
export function cursorOfPlace({ since, at, id }: ChangePlace): string {
  return `${since?.getTime() ?? ""}.${at?.getTime() ?? ""}.${id}`;
}

/** The way back; null for anything else. */
export function placeOfCursor(cursor: string): ChangePlace | null {
  const [whole, since, at, id = ""] = WRITTEN.exec(cursor) ?? [];
  if (whole === undefined || Number(since ?? 0) > LAST || Number(at ?? 0) > LAST) return null;
  return { since: since ? new Date(Number(since)) : null, at: at ? new Date(Number(at)) : null, id };
}

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** A moment as programs write it: a day, or a day and a time with its zone. Null for anything else. */
export function momentFrom(text: string): Date | null {
  const [whole, day = ""] = ISO.exec(text) ?? [];
  if (whole === undefined || !isDay(day)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) || moment.getTime() < 0 ? null : moment;
}
