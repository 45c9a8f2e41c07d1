import { ping } from "#models/db/connection.server";
import { isDatabaseUnavailable, isDiskFull } from "#models/db/failures.server";
import { JobModel } from "#models/job.server";
import { isBeyondClockSkew } from "~/domain/calendar/durations";
import { setMinimumTime, systemTime } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { PasswordsBusyError } from "~/platform/passwords.server";

/** A service that is away for a while; the person is told and keeps what they typed. */
export type Failure = "database_away" | "disk_full" | "busy";

/** What kind of passing failure an error is, or undefined for our own mistakes. */
export function failureOf(error: unknown): Failure | undefined {
  if (isDatabaseUnavailable(error)) return "database_away";
  if (isDiskFull(error)) return "disk_full";
  if (error instanceof PasswordsBusyError) return "busy";
  return undefined;
}

/** Whether the database answers. */
export async function isReady(): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}

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
  if (behind.isCounted) setMinimumTime(behind.lastRecord);
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
  const clock = systemTime();
  if (!lastRecord || !isBeyondClockSkew(lastRecord, clock)) return null;
  return { clock, lastRecord, isCounted: clock < EARLIEST };
}
