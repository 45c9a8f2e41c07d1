import { JobModel } from "#models/job.server";
import { isAhead } from "~/domain/calendar/durations";
import { clockTime, countFrom } from "~/platform/clock";
import { log } from "~/platform/log.server";

/** A clock that is before this lost its battery: nothing was recorded so early. */
const EARLIEST = new Date("2026-01-01T00:00:00Z");

let lastRecord: Date | null = null;

/**
 * Compares the clock with the last round of any job (one ends every minute) and warns in the log when it is behind.
 * A clock before the first release is certainly wrong: the process then counts time from the last recorded job round. Otherwise
 * each deadline set meanwhile would pass as soon as the clock is corrected, and plans would count as not yet begun. The process
 * believes any other clock, because the clock may have been ahead before.
 */
export async function checkClock(): Promise<void> {
  const last = await JobModel.findOne({}, { endedAt: 1 }).sort({ endedAt: -1 }).lean();
  lastRecord = last?.endedAt ?? null;
  const behind = clockBehind();
  if (!behind) return;
  if (behind.isCounted) countFrom(behind.lastRecord);
  log.warn("clock.behind", {
    clock: behind.clock.toISOString(),
    lastRecord: behind.lastRecord.toISOString(),
    isCounted: behind.isCounted,
  });
}

export type ClockBehind = {
  clock: Date;
  lastRecord: Date;
  /** Whether time is counted from the last record instead. */
  isCounted: boolean;
};

/** The clock, as long as it is behind what was recorded before the start; null when it is not. */
export function clockBehind(): ClockBehind | null {
  const clock = clockTime();
  if (!lastRecord || !isAhead(lastRecord, clock)) return null;
  return { clock, lastRecord, isCounted: clock < EARLIEST };
}
