import { allCollections, countExpired } from "#models/db/inspect.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { trashEnd } from "~/domain/journal/history-trash";
import { DRAFT_DAYS } from "~/domain/journal/keep-drafts.server";
import { now } from "~/platform/clock";
import { retentionWords } from "~/words/admin/retention";
import { DAY } from "~/domain/calendar/durations";

export type RetentionLine = { what: string; kept: string; by: string; due: number };

/** Collections that the database sweeps by itself, with how long their records are kept. */
export const SWEPT: Record<string, [what: string, kept: string]> = {
  abAssignments: [retentionWords.visitsOfTheLandingPage, retentionWords.aYear],
  activityDays: [retentionWords.thatSomebodyWasHere, "40 days"],
  aiCalls: [retentionWords.callsOfTheLanguageModel, "90 days"],
  billingEvents: [retentionWords.messagesOfThePaymentService, "30 days"],
  coachDays: [retentionWords.countsOfAPersonsCoach, "3 days"],
  contactMessages: [retentionWords.messagesOfTheContactForm, retentionWords.aYear],
  eventDays: [retentionWords.countsByTheDay, "40 days"],
  heldFiles: [retentionWords.filesOnTheirWay, retentionWords.aDayOrLess],
  heldPosts: [retentionWords.formsThatMetTheEnd, retentionWords.anHour],
  loginAttempts: [retentionWords.countersOfFailedSignIns, retentionWords.anHourOrADay],
  metricMinutes: [retentionWords.countsByTheMinute, "8 days"],
  outgoingMail: [retentionWords.mailThatIsDoneWith, "30 days"],
  promptSwaps: [retentionWords.questionsThatWereChanged, "65 days"],
  reminderClaims: [retentionWords.thatAReminderWasSent, "3 days"],
  sessions: [retentionWords.sessions, retentionWords.untilTheyAreOver],
  shownPassages: [retentionWords.thatAPassageWasShown, "10 days"],
  submissions: [retentionWords.numbersOfFormsThatWereSent, retentionWords.aDay],
};

/** What is removed by itself, when, by whom, and how much of it is due now (product 2.12, "retention jobs"). */
export async function retention(): Promise<RetentionLine[]> {
  const at = now();
  const oldDrafts = new Date(at.getTime() - DRAFT_DAYS * DAY);
  const lines: [what: string, kept: string, by: string, due: PromiseLike<number>][] = [
    [
      retentionWords.entriesInTheTrash,
      "30 days",
      retentionWords.jobPurgeTrash,
      JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0), $lte: trashEnd(at) } }),
    ],
    [
      retentionWords.draftsThatNobodyWentOnWith,
      retentionWords.days({ draftDays: DRAFT_DAYS }),
      retentionWords.jobKeepDrafts,
      JournalEntryModel.countDocuments({ draftKey: { $exists: true }, updatedAt: { $lte: oldDrafts } }),
    ],
    [
      retentionWords.accountsWhoseDeletionWasAsked,
      "7 days",
      retentionWords.jobDestroyAccounts,
      UserModel.countDocuments({ deleteAfter: { $gt: new Date(0), $lte: at } }),
    ],
    ...allCollections().flatMap((name): (typeof lines)[number][] => {
      const swept = SWEPT[name];
      return swept ? [[...swept, retentionWords.theDatabase, countExpired(name, at)]] : [];
    }),
  ];
  return Promise.all(lines.map(async ([what, kept, by, due]) => ({ what, kept, by, due: await due })));
}
