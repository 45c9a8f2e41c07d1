import { DAY } from "~/domain/calendar/durations";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";

/**
 * How long the operator says they keep backups, and when the last one from before the
 * journal was sealed is gone (counted from now if it is not sealed). Null if the operator has not said.
 */
export type BackupsKept = { days: number; lastDay: string; areGone: boolean } | null;

export function backupsKept({ sealed, timezone }: Member): BackupsKept {
  const days = env.BACKUP_DAYS;
  if (!days) return null;
  // A day later, because the last one before may have been made in the same hour.
  const end = new Date((sealed?.since ?? now()).getTime() + (days + 1) * DAY);
  return { days, lastDay: dateInWords(localMoment(end, timezone).date), areGone: end <= now() };
}
