import { isBeyondClockSkew, MINUTE } from "~/domain/calendar/durations";
import { formatNumber } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";

export const MB = 1024 * 1024;

/** Above this ratio the member is warned and saves are charged exactly, not in blocks. */
export const NEARLY_FULL_RATIO = 0.9;
/** A nearly full journal is recounted when its charged size has grown by this part of the quota since the last count. */
const RECOUNT_RATIO = 0.05;
/** Bytes charged in advance with a save: the smaller of a fixed size and a part of the quota. */
const BLOCK = { bytes: 64 * 1024, part: 1 / 1024 };
const MAX_COUNT_AGE_MS = 10 * MINUTE;

export const isNearlyFull = (bytes: number, quota: number): boolean => bytes > quota * NEARLY_FULL_RATIO;

/** Whether the stored sum may be far too high: it includes texts that were replaced since the last count. */
export const isRecountDue = (
  { bytes, counted }: { bytes: number; counted: number },
  quota: number,
): boolean => bytes - counted >= quota * RECOUNT_RATIO;

/** Whether the last count is too old, or has a time in the future, written by a fast clock. */
export const isCountStale = ({ countedAt }: { countedAt: Date }, now: Date): boolean =>
  now.getTime() - countedAt.getTime() > MAX_COUNT_AGE_MS || isBeyondClockSkew(countedAt, now);

export const chargeBlockBytes = (quota: number): number => Math.min(BLOCK.bytes, quota * BLOCK.part);

/** Formats a size in megabytes, or in gigabytes from 1,024 MB on. */
export function formatSize(bytes: number): string {
  const mb = Math.round(bytes / MB);
  return mb >= 1024
    ? t("{size} GB", { size: formatNumber(Math.round(mb / 102.4) / 10) })
    : t("{size} MB", { size: formatNumber(mb) });
}

export const JOURNAL_FULL = {
  title: t("Your journal is full"),
  text: t(
    "Nothing you typed is lost: it is still here, but it could not be saved. To make room, delete what you no longer need, in the trash too, or ask the operator for more. Settings, Data shows how much space there is.",
  ),
  field: t("There is no room left in your journal for this."),
} as const;

/** The records exceed the rest of the quota. None of them was stored. */
export class JournalFullError extends Error {
  override name = "JournalFullError";
}

/** The warning before a journal is full; null while enough of the quota is left. */
export function nearlyFullNotice({ bytes, quota }: { bytes: number; quota: number }) {
  if (!isNearlyFull(bytes, quota)) return null;
  const sizes = { used: formatSize(Math.min(bytes, quota)), quota: formatSize(quota) };
  return {
    title: t("Your journal is nearly full"),
    text: t(
      "It uses {used} of your {quota}. When it is full, nothing new can be saved; what you have stays. To free space, export your journal and delete what you no longer need, from the trash too. Or ask the operator for more.",
      sizes,
    ),
  };
}
