import { ping } from "#models/db/connection.server";
import { isDatabaseUnavailable, isDiskFull } from "#models/db/failures.server";
import { JobModel } from "#models/operations.server";
import { isBeyondClockSkew } from "~/domain/calendar/durations";
import { setMinimumTime, systemTime } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { PasswordsBusyError } from "~/platform/passwords.server";

/** Temporary failures; the response says so and preserves the submitted form. */
export type Failure = "database_away" | "disk_full" | "busy";

/** Classifies an error; undefined for an error that is a bug. */
export function failureOf(error: unknown): Failure | undefined {
  if (isDatabaseUnavailable(error)) return "database_away";
  if (isDiskFull(error)) return "disk_full";
  if (error instanceof PasswordsBusyError) return "busy";
  return undefined;
}

/** Whether the database responds. */
export async function isReady(): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}

/** Before the first release: a clock earlier than this is certainly wrong, as after a battery failure. */
const EARLIEST_CLOCK = new Date("2026-01-01T00:00:00Z");

let lastRecord: Date | null = null;

/**
 * Compares the clock with the end of the latest job run (jobs run every minute) and logs a warning if it is behind. A clock
 * before `EARLIEST_CLOCK` is replaced: the process counts time from the latest job run. Otherwise deadlines set until the clock
 * is corrected would pass at once, and plans would not have started yet. Any other clock is trusted, because the job's time may
 * come from a fast clock.
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

type ClockBehind = {
  clock: Date;
  lastRecord: Date;
  /** Whether the process counts time from `lastRecord`, the latest job run, instead of reading the clock. */
  isCounted: boolean;
};

/** Null unless the clock is behind the latest job run before the start. */
export function clockBehind(): ClockBehind | null {
  const clock = systemTime();
  if (!lastRecord || !isBeyondClockSkew(lastRecord, clock)) return null;
  return { clock, lastRecord, isCounted: clock < EARLIEST_CLOCK };
}
