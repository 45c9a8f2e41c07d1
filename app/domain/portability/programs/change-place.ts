import { isDay } from "~/domain/calendar/local-day";
import { CURSOR_PARTS, cursorsOf, orNull } from "~/domain/paging/cursor";

/** A place in the changes of a journal: where to begin at all, and what was told last. */
export type ChangePlace = {
  since: Date | null;
  /** Null among the entries that have no time of change. */
  at: Date | null;
  id: string;
};

/** A place as a cursor that programs hand back, and the way back. Before the first there is no id. */
export const { write: cursorOfPlace, read: placeOfCursor } = cursorsOf<ChangePlace>({
  since: orNull(CURSOR_PARTS.milliseconds),
  at: orNull(CURSOR_PARTS.milliseconds),
  id: { ...CURSOR_PARTS.id, signs: "[\\w-]{0,64}" },
});

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** A moment as programs write it: a day, or a day and a time with its zone. Null for anything else. */
export function momentFrom(text: string): Date | null {
  const [whole, day = ""] = ISO.exec(text) ?? [];
  if (whole === undefined || !isDay(day)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) || moment.getTime() < 0 ? null : moment;
}
