import { bytes } from "~/domain/administration/health/bytes";
import { localMoment } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";

/**
 * The night whose backup is due at `moment`: from `at` o'clock on it is today's, before that yesterday's. A server that was
 * off at that hour makes it up when it wakes; an hour that a clock change skips or repeats makes one.
 */
export function nightOf(moment: Date, at: string, zone: string): string {
  const { date, time } = localMoment(moment, zone);
  if (time >= at) return date;
  const before = new Date(`${date}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

/** "2026-11-21-0300.snk" */
export function nightlyName(moment: Date, zone: string): string {
  const { date, time } = localMoment(moment, zone);
  return `${date}-${time.replace(":", "")}.snk`;
}

/** A little more than the files themselves: what people write meanwhile needs room too. */
const SPARE = 16 * 1024 * 1024;

/** Why there is no space for something of this size; null when there is, or when nobody can say. */
export function lackOfSpace(place: string, needed: number, free: number | null): string | null {
  if (free === null || free >= needed + SPARE) return null;
  return t("There is not enough room in {place}: {needed} are needed, and {free} are free.", {
    place,
    needed: bytes(needed + SPARE),
    free: bytes(free),
  });
}

/** The nightly backups beyond those that are kept, oldest last in `made`: of what was made here and is still there. */
export function beyondKept(
  made: readonly string[],
  there: readonly string[],
  keep: number,
  newest: string,
): string[] {
  const kept = made.filter((name) => name !== newest && there.includes(name));
  return kept.slice(keep - 1);
}
