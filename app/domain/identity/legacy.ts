import { DAY, HOUR } from "~/domain/calendar/durations";

/** Rules of "If I am no longer here": when a journal is destroyed or handed over. */

export const LEGACY_CHOICES = ["none", "destroy", "give"] as const;
export type LegacyChoice = (typeof LEGACY_CHOICES)[number];
/** Months without an authenticated request, after which `destroy` begins. */
export const LEGACY_MONTHS = [12, 24] as const;
export type LegacyMonths = (typeof LEGACY_MONTHS)[number];
export const HAND_OVER_FORMATS = ["epub", "json"] as const;
export type HandOverFormat = (typeof HAND_OVER_FORMATS)[number];

/** State of the hand-over when the owner came back. "link": the link was sent, but no file was saved. */
export const DELIVERY_STATES = ["link", "files"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const MAX_PERSON_NAME = 80;

/** Emails before the destruction, and the time after each. */
export const WARNING_COUNT = 3;
const WARNING_INTERVAL_DAYS = 7;
/** Months without a request before an administrator can start a hand-over. */
export const HAND_OVER_MIN_MONTHS = 12;
/** The owner can undo a hand-over for this time. */
export const HAND_OVER_DELAY_DAYS = 30;
/** Lifetime of the link of a hand-over. */
export const HAND_OVER_LINK_DAYS = 180;

/** The end of the UTC hour of a request: never earlier than the request, and no more exact than needed. */
export const endOfHour = (at: Date): Date => new Date((Math.floor(at.getTime() / HOUR) + 1) * HOUR);

/** The same day of the month, or the last day of a shorter month. */
function addCalendarMonths(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== at.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/** Whether `months` have passed since the last request. */
export const isUnusedFor = (seenUntil: Date, months: number, now: Date): boolean =>
  addCalendarMonths(seenUntil, months) <= now;

/** A gap of this length between two runs means that the owner could not sign in, or that the clock has jumped. */
const MAX_PAUSE_MS = DAY;
/** A longer gap is a jump of the clock, or a server that was off for weeks. */
const MAX_GAP_MS = 40 * DAY;
/** Difference between the clock and the running time of the process, above which the clock was set. */
const MAX_DRIFT_MS = DAY;

type ClockState = "steady" | "pause" | "gap" | "set";

/**
 * Compares the clock with the last run. "set": the clock was set while this process ran; waits start over, and a first warning
 * is delayed, too. "gap": more than MAX_GAP_MS have passed, or the clock went back; only waits that have begun start over.
 * "pause": the server was off for some days, or the clock jumped by some days; these days count towards no wait.
 */
export function observeClock(lastRunAt: Date | null, now: Date, driftMs: number): ClockState {
  if (Math.abs(driftMs) > MAX_DRIFT_MS) return "set";
  if (!lastRunAt) return "steady";
  const gap = now.getTime() - lastRunAt.getTime();
  if (gap > MAX_GAP_MS || gap < -MAX_DRIFT_MS) return "gap";
  return gap > MAX_PAUSE_MS ? "pause" : "steady";
}

type Steps = {
  choice: "destroy" | "give";
  months?: LegacyMonths;
  seenUntil: Date;
  warnings: readonly { acceptedAt: Date | null }[];
  isStopped: boolean;
  waitFrom?: Date | null;
  handOver: { startedAt: Date; mailedAt: Date | null } | null;
};

/** Whether the owner's return undoes something. */
export const hasSteps = ({
  warnings,
  isStopped,
  handOver,
}: Pick<Steps, "warnings" | "isStopped" | "handOver">) =>
  warnings.length > 0 || isStopped || handOver !== null;

/** The start of the current wait after a pause from `lastRunAt` to `now`. The part before the pause still counts. */
export function waitFromAfterPause(
  {
    warnings,
    handOver,
    waitFrom,
  }: Pick<Steps, "handOver" | "waitFrom"> & { warnings: readonly { at: Date }[] },
  lastRunAt: Date,
  now: Date,
): Date {
  const stepAt = warnings.at(-1)?.at ?? handOver?.startedAt ?? lastRunAt;
  const from = Math.max(stepAt.getTime(), waitFrom?.getTime() ?? 0);
  return new Date(now.getTime() - Math.max(0, lastRunAt.getTime() - from));
}

const hasWaited = (from: Date | null | undefined, days: number, now: Date): boolean =>
  !from || now.getTime() - from.getTime() >= days * DAY;

/**
 * The step that is due. "reset": steps were taken while the clock was ahead, or their owner cannot sign in (`canSignIn`) and
 * so could not undo them.
 */
export function nextStep(
  legacy: Steps,
  now: Date,
  canSignIn = true,
): "reset" | "warn" | "destroy" | "deliver" | null {
  const { choice, months = LEGACY_MONTHS[1], seenUntil, warnings, isStopped, waitFrom, handOver } = legacy;
  if (handOver?.mailedAt) return null;
  if (!canSignIn || !isUnusedFor(seenUntil, choice === "give" ? HAND_OVER_MIN_MONTHS : months, now))
    return hasSteps(legacy) ? "reset" : null;
  if (choice === "give") {
    const isDue =
      handOver !== null &&
      hasWaited(handOver.startedAt, HAND_OVER_DELAY_DAYS, now) &&
      hasWaited(waitFrom, HAND_OVER_DELAY_DAYS, now);
    return isDue ? "deliver" : null;
  }
  if (isStopped || !hasWaited(waitFrom, WARNING_INTERVAL_DAYS, now)) return null;
  const last = warnings.at(-1);
  if (!last) return "warn";
  if (!last.acceptedAt || !hasWaited(last.acceptedAt, WARNING_INTERVAL_DAYS, now)) return null;
  return warnings.length < WARNING_COUNT ? "warn" : "destroy";
}

/** The earliest moment of the destruction when warning `number`, from 1, is sent now. */
export const earliestDestruction = (number: number, now: Date): Date =>
  new Date(now.getTime() + (WARNING_COUNT - number + 1) * WARNING_INTERVAL_DAYS * DAY);

type HandOverLink = { mailedAt: Date | null; taken: readonly HandOverFormat[] };

/** The files that a link still gives; none after its lifetime. */
export function remainingFormats({ mailedAt, taken }: HandOverLink, now: Date): HandOverFormat[] {
  if (!mailedAt || hasWaited(mailedAt, HAND_OVER_LINK_DAYS, now)) return [];
  return HAND_OVER_FORMATS.filter((format) => !taken.includes(format));
}
