import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { addDays, daysBetween, formatDate, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { Pause, RhythmChoice } from "~/domain/member/preferences";
import { rescheduleReminders } from "~/domain/reminders/reminders.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";

/**
 * A rhythm instead of a streak: each of the last 28 days counts on its own, so that a day without an entry does not affect
 * the others.
 */
export const RHYTHM_DAYS = 28;
/** An entry written up to this many days later still counts for its day. */
const BACKFILL_DAYS = 2;
/** A day stays open until noon of the next day: 36 hours. */
const DAY_STAYS_OPEN_UNTIL = "12:00";

/** The fields of an entry that the rhythm needs. */
export type Trace = { forDate: string; createdAt: Date; timezone: string };

export type RhythmState = "kept" | "open" | "rest" | "paused" | "quiet";
export type RhythmDay = { date: string; state: RhythmState };

/**
 * The last 28 days up to `present`. An entry counts for its day if it was written on that day or up to BACKFILL_DAYS later.
 * An entry written before noon counts for the previous day instead if that day has no entry and the entry's own day has
 * another one. Each entry counts once, by the time zone it was written in.
 */
export function rhythmOf(
  traces: readonly Trace[],
  choice: Pick<RhythmChoice, "restDay" | "pauses">,
  present: { date: string; time: string },
): RhythmDay[] {
  const days = new Map<string, { count: number; early: number }>();
  for (const { forDate, createdAt, timezone } of traces) {
    const { date, time } = localMoment(createdAt, timezone);
    if (daysBetween(forDate, date) > BACKFILL_DAYS) continue;
    const day = days.get(forDate) ?? { count: 0, early: 0 };
    day.count++;
    if (date === forDate && time < DAY_STAYS_OPEN_UNTIL) day.early++;
    days.set(forDate, day);
  }
  const yesterday = addDays(present.date, -1);
  return Array.from({ length: RHYTHM_DAYS }, (_, n) => {
    const date = addDays(present.date, n + 1 - RHYTHM_DAYS);
    const own = days.get(date)?.count ?? 0;
    const next = days.get(addDays(date, 1));
    if (own > 0 || (next && next.count > 1 && next.early > 0)) return { date, state: "kept" };
    if (choice.pauses.some(({ from, until }) => from <= date && date <= until))
      return { date, state: "paused" };
    if (weekdayOf(date) === choice.restDay) return { date, state: "rest" };
    const isOpen = date === present.date || (date === yesterday && present.time < DAY_STAYS_OPEN_UNTIL);
    return { date, state: isOpen ? "open" : "quiet" };
  });
}

/** The pause that contains a day or begins after it. */
export function pauseAt(pauses: readonly Pause[], date: string): Pause | undefined {
  return pauses.find(({ until }) => until >= date);
}

/** Adds a pause from today on; a running one keeps its start and gets the new end. Pauses older than 28 days are dropped. */
export function withPause(pauses: readonly Pause[], today: string, until: string): Pause[] {
  const running = pauseAt(pauses, today);
  return [
    ...withoutPause(pauses, today),
    { from: running && running.from < today ? running.from : today, until },
  ]
    .filter((pause, at, all) => at === all.length - 1 || pause.until < (all.at(-1)?.from ?? ""))
    .slice(-10);
}

/** Ends the current pause, with yesterday as its last day. */
export function withoutPause(pauses: readonly Pause[], today: string): Pause[] {
  const oldest = addDays(today, -RHYTHM_DAYS);
  const yesterday = addDays(today, -1);
  return pauses
    .map(({ from, until }) => ({ from, until: until < yesterday ? until : yesterday }))
    .filter(({ from, until }) => from <= until && until >= oldest);
}

export const MAX_PAUSE_DAYS = 90;

/** "until the end of 3 December 2026" */
export function describePause({ until }: Pause): string {
  return t("until the end of {until}", { until: formatDate(until) });
}

/** Entries read for the last 28 days; more are ignored. */
const MAX_TRACES = 2_000;

/** The aggregation stages that read the traces of the last 28 days, without ids and without encrypted texts. */
export function traceStages({ id, timezone }: Member) {
  const { date } = localMoment(now(), timezone);
  const forDate = { $gte: addDays(date, 1 - RHYTHM_DAYS), $lte: addDays(date, 1) };
  return [
    { $match: { userId: id, status: "final" as const, deletedAt: null, forDate } },
    { $limit: MAX_TRACES },
    { $project: { forDate: 1 as const, createdAt: 1 as const, timezone: 1 as const, _id: 0 as const } },
  ];
}

/** The member's last 28 days, from the traces of `traceStages`. */
export const rhythmFromTraces = (member: Member, traces: readonly Trace[]): RhythmDay[] =>
  rhythmOf(traces, member.rhythm, localMoment(now(), member.timezone));

/** The member's last 28 days: one query. */
export async function readRhythm(member: Member): Promise<RhythmDay[]> {
  return rhythmFromTraces(member, await JournalEntryModel.aggregate<Trace>(traceStages(member)));
}

/** `restDay` is a weekday, 0 for Sunday; `hidden` removes the rhythm from the dashboard. */
type RhythmInput = { restDay: number | null; hidden: boolean };

export async function saveRhythm(member: Member, { restDay, hidden }: RhythmInput): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { rhythm: { ...member.rhythm, restDay, hidden } } });
  await rescheduleReminders(member.id);
}

type PauseResult = { ok: true } | { ok: false; code: "past" | "too_long" };

/** Pauses the rhythm and the reminders from today up to and including a day. */
export async function pauseUntil(member: Member, until: string): Promise<PauseResult> {
  const { date } = localMoment(now(), member.timezone);
  if (until < date) return { ok: false, code: "past" };
  if (until > addDays(date, MAX_PAUSE_DAYS)) return { ok: false, code: "too_long" };
  const pauses = withPause(member.rhythm.pauses, date, until);
  await UserModel.updateOne({ _id: member.id }, { $set: { "rhythm.pauses": pauses } });
  await rescheduleReminders(member.id);
  return { ok: true };
}

export async function endPause(member: Member): Promise<void> {
  const { date } = localMoment(now(), member.timezone);
  const pauses = withoutPause(member.rhythm.pauses, date);
  await UserModel.updateOne({ _id: member.id }, { $set: { "rhythm.pauses": pauses } });
  await rescheduleReminders(member.id);
}
