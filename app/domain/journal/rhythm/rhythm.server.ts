import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { rescheduleReminders } from "~/domain/reminders/settings.server";
import { now } from "~/platform/clock";
import {
  LONGEST_PAUSE_DAYS,
  RHYTHM_DAYS,
  rhythmOf,
  withoutPause,
  withPause,
  type RhythmDay,
  type Trace,
} from "./rhythm";

/** Entries beyond this number in four weeks light no further days. */
const MOST_TRACES = 2_000;

/** The last 28 days of a person: one query for days and moments, nothing is opened. */
export async function readRhythm(member: Member): Promise<RhythmDay[]> {
  const present = localMoment(now(), member.timezone);
  const traces = await JournalEntryModel.find(
    {
      userId: member.id,
      status: "final",
      deletedAt: null,
      forDate: { $gte: addDays(present.date, 1 - RHYTHM_DAYS), $lte: addDays(present.date, 1) },
    },
    { forDate: 1, createdAt: 1, timezone: 1, _id: 0 },
  )
    .limit(MOST_TRACES)
    .lean<Trace[]>();
  return rhythmOf(traces, member.rhythm, present);
}

/** What the page of the rhythm saves. */
export type RhythmInput = { restDay: number | null; hidden: boolean };

/** The day of rest, and whether the dashboard shows the rhythm. */
export async function saveRhythm(member: Member, { restDay, hidden }: RhythmInput): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { rhythm: { ...member.rhythm, restDay, hidden } } });
  await rescheduleReminders(member.id);
}

export type PauseResult = { ok: true } | { ok: false; code: "past" | "too_long" };

/** Pauses from today to a day, that day included. */
export async function pauseUntil(member: Member, until: string): Promise<PauseResult> {
  const { date } = localMoment(now(), member.timezone);
  if (until < date) return { ok: false, code: "past" };
  if (until > addDays(date, LONGEST_PAUSE_DAYS)) return { ok: false, code: "too_long" };
  const pauses = withPause(member.rhythm.pauses, date, until);
  await UserModel.updateOne({ _id: member.id }, { $set: { "rhythm.pauses": pauses } });
  await rescheduleReminders(member.id);
  return { ok: true };
}

/** Ends the pause today. */
export async function endPause(member: Member): Promise<void> {
  const { date } = localMoment(now(), member.timezone);
  const pauses = withoutPause(member.rhythm.pauses, date);
  await UserModel.updateOne({ _id: member.id }, { $set: { "rhythm.pauses": pauses } });
  await rescheduleReminders(member.id);
}
