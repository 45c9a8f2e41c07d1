import { allCollections, countExpired } from "#models/db/inspect.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { trashEnd } from "~/domain/journal/history-trash";
import { DRAFT_DAYS } from "~/domain/journal/keep-drafts.server";
import { now } from "~/platform/clock";
import { DAY_MS } from "./moments";

export type RetentionLine = { what: string; kept: string; by: string; due: number };

/** Collections that the database sweeps by itself, with how long their records are kept. */
export const SWEPT: Record<string, [what: string, kept: string]> = {
  abAssignments: ["Visits of the landing page", "A year"],
  activityDays: ["That somebody was here on a day", "40 days"],
  aiCalls: ["Calls of the language model, without what was said", "90 days"],
  billingEvents: ["Messages of the payment service", "30 days"],
  coachDays: ["Counts of a person's coach messages", "3 days"],
  contactMessages: ["Messages of the contact form", "A year"],
  eventDays: ["Counts by the day", "40 days"],
  heldFiles: ["Files on their way in or out", "A day or less"],
  heldPosts: ["Forms that met the end of a session", "An hour"],
  loginAttempts: ["Counters of failed sign-ins", "An hour or a day"],
  metricMinutes: ["Counts by the minute", "8 days"],
  outgoingMail: ["Mail that is done with", "30 days"],
  promptSwaps: ["Questions that were changed", "65 days"],
  reminderClaims: ["That a reminder was sent", "3 days"],
  sessions: ["Sessions", "Until they are over"],
  shownPassages: ["That a passage was shown", "10 days"],
  submissions: ["Numbers of forms that were sent", "A day"],
};

/** What is removed by itself, when, by whom, and how much of it is due now (product 2.12, "retention jobs"). */
export async function retention(): Promise<RetentionLine[]> {
  const at = now();
  const oldDrafts = new Date(at.getTime() - DRAFT_DAYS * DAY_MS);
  const lines: [what: string, kept: string, by: string, due: PromiseLike<number>][] = [
    [
      "Entries in the trash",
      "30 days",
      "Job purge-trash",
      JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0), $lte: trashEnd(at) } }),
    ],
    [
      "Drafts that nobody went on with: they become entries",
      `${DRAFT_DAYS} days`,
      "Job keep-drafts",
      JournalEntryModel.countDocuments({ draftKey: { $exists: true }, updatedAt: { $lte: oldDrafts } }),
    ],
    [
      "Accounts whose deletion was asked for",
      "7 days",
      "Job destroy-accounts",
      UserModel.countDocuments({ deleteAfter: { $gt: new Date(0), $lte: at } }),
    ],
    ...allCollections().flatMap((name): (typeof lines)[number][] => {
      const swept = SWEPT[name];
      return swept ? [[...swept, "The database", countExpired(name, at)]] : [];
    }),
  ];
  return Promise.all(lines.map(async ([what, kept, by, due]) => ({ what, kept, by, due: await due })));
}
