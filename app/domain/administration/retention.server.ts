import { JournalEntryModel } from "#models/journal-entry.server";
import { LoginAttemptModel } from "#models/login-attempt.server";
import { MetricMinuteModel } from "#models/metric-minute.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { trashEnd } from "~/domain/journal/history-trash";
import { now } from "~/platform/clock";

export type RetentionLine = { what: string; kept: string; by: string; due: number };

/** What is removed by itself, when, by whom, and how much of it is due now (product 2.12, "retention jobs"). */
export async function retention(): Promise<RetentionLine[]> {
  const at = now();
  const expired = { expiresAt: { $lte: at } };
  const byTheDatabase = "The database";
  const lines: [what: string, kept: string, by: string, due: PromiseLike<number>][] = [
    [
      "Entries in the trash",
      "30 days",
      "Job purge-trash",
      JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0), $lte: trashEnd(at) } }),
    ],
    [
      "Accounts whose deletion was asked for",
      "7 days",
      "Job",
      UserModel.countDocuments({ deleteAfter: { $gt: new Date(0), $lte: at } }),
    ],
    ["Sessions", "Until they are over", byTheDatabase, SessionModel.countDocuments(expired)],
    [
      "Counters of failed sign-ins",
      "An hour or a day",
      byTheDatabase,
      LoginAttemptModel.countDocuments(expired),
    ],
    ["Mail that is done with", "30 days", byTheDatabase, OutgoingMailModel.countDocuments(expired)],
    ["Counts by the minute", "8 days", byTheDatabase, MetricMinuteModel.countDocuments(expired)],
  ];
  return Promise.all(lines.map(async ([what, kept, by, due]) => ({ what, kept, by, due: await due })));
}
