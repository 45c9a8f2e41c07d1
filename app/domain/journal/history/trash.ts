import { DAY } from "~/domain/calendar/durations";
import { addDays, dateInWords, daysBetween, localMoment } from "~/domain/calendar/local-day";
import { CURSOR_PARTS, cursorsOf } from "~/domain/paging/cursor";
import { t } from "~/i18n/t";

/** How long an entry can be taken out of the trash. */
export const TRASH_DAYS = 30;

/** What was thrown away at this moment or earlier is due for deletion. */
export function trashEnd(now: Date): Date {
  return new Date(now.getTime() - TRASH_DAYS * DAY);
}

/** "Will be deleted on 21 December 2026, in 30 days": when an entry leaves the trash, by the person's calendar. */
export function goesInWords(deletedAt: Date, now: Date, timezone: string): string {
  const end = localMoment(new Date(deletedAt.getTime() + TRASH_DAYS * DAY), timezone).date;
  const today = localMoment(now, timezone).date;
  const days = daysBetween(today, end);
  if (days <= 0) return t("Will be deleted today");
  if (end === addDays(today, 1)) return t("Will be deleted tomorrow, {end}", { end: dateInWords(end) });
  return t("Will be deleted on {end}, in {days} days", { end: dateInWords(end), days });
}

/** The cursor: a page of the trash begins after this entry. */
export type TrashCursor = { deletedAt: Date; id: string };

/** For an address, and the way back. */
export const { write: writeTrashCursor, read: readTrashCursor } = cursorsOf<TrashCursor>({
  deletedAt: CURSOR_PARTS.moment,
  id: CURSOR_PARTS.id,
});
