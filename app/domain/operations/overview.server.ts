import { AiCallModel } from "#models/ai-call.server";
import { AuditEventModel } from "#models/audit-event.server";
import { CoachMessageModel } from "#models/coach-message.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { ENTRY_GROUPS } from "~/domain/administration/day-figures";
import { isLate } from "~/domain/administration/job-lateness";
import { countOf } from "~/domain/administration/metric-minutes.server";
import { MODEL_FAILED } from "~/domain/ai/call-words";
import { now } from "~/platform/clock";
import { overviewWords } from "~/words/operations/overview";
import { listJobs } from "./job-runner.server";
import { DAY } from "~/domain/calendar/durations";

/** A count; `note` says what part of another it is. */
export type Figure = { label: string; value: number; note?: string };
export type FigureGroup = { title: string; figures: Figure[] };

type Counts = [label: string, counted: PromiseLike<number>, of?: PromiseLike<number>][];

async function group(title: string, counts: Counts): Promise<FigureGroup> {
  const figures = await Promise.all(
    counts.map(async ([label, counted, of]) => {
      const [value, whole] = await Promise.all([counted, of]);
      return { label, value, ...(whole && { note: partOf(value, whole) }) };
    }),
  );
  return { title, figures };
}

/** "0.4 % of 1,250" */
const partOf = (value: number, whole: number) =>
  overviewWords.of({ round: Math.round((value / whole) * 1000) / 10, whole: whole.toLocaleString("en") });

/**
 * What the administrators' overview shows (product 2.12): counts, true at this moment, and never a word of anybody's
 * journal. All of them are counted from indexes, whatever the size of the database.
 */
export function overview(): Promise<FigureGroup[]> {
  const at = now();
  const day = new Date(at.getTime() - DAY);
  const week = new Date(at.getTime() - 7 * DAY);
  const saved = JournalEntryModel.countDocuments({ status: "final" }).exec();
  const inTrash = JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0) } }).exec();
  const accounts = UserModel.countDocuments({}).exec();
  const verified = UserModel.countDocuments({ emailVerifiedAt: { $gt: new Date(0) } }).exec();
  const written = InsightModel.countDocuments({ madeAt: { $gte: week } }).exec();
  const asked = AiCallModel.countDocuments({ at: { $gte: day } }).exec();
  const requests = countOf("requests", 60);
  return Promise.all([
    group(overviewWords.people, [
      [overviewWords.accounts, accounts],
      [overviewWords.newInTheLast24Hours, UserModel.countDocuments({ createdAt: { $gte: day } })],
      [
        overviewWords.waitingForVerification,
        Promise.all([accounts, verified]).then(([all, done]) => all - done),
      ],
      [overviewWords.hereInTheLast24Hours, UserModel.countDocuments({ lastSeenAt: { $gte: day } })],
      [overviewWords.hereInTheLast7Days, UserModel.countDocuments({ lastSeenAt: { $gte: week } })],
      [overviewWords.sessionsThatAreOpen, SessionModel.countDocuments({ expiresAt: { $gt: at } })],
    ]),
    group(overviewWords.journals, [
      [overviewWords.entries, Promise.all([saved, inTrash]).then(([all, gone]) => all - gone)],
      [overviewWords.savedInTheLast24Hours, countSaved(day)],
      [overviewWords.drafts, JournalEntryModel.countDocuments({ status: "draft" })],
      [overviewWords.inTheTrash, inTrash],
    ]),
    group(overviewWords.insightsAndCoaches, [
      [overviewWords.insightsOfTheLast7Days, written],
      [overviewWords.writtenByTheRulesBecause, countModelFailures(week), written],
      [overviewWords.insightsThatCouldNotBeMade, countOf("insight_failures", 24 * 60)],
      [overviewWords.coachMessagesOfTheLast24, CoachMessageModel.countDocuments({ at: { $gte: day } })],
      [overviewWords.callsOfTheLanguageModel, asked],
      [
        overviewWords.callsThatFailed,
        AiCallModel.countDocuments({ at: { $gte: day }, outcome: { $nin: ["ok", "running", "aborted"] } }),
        asked,
      ],
    ]),
    group(overviewWords.operation, [
      [
        overviewWords.mailWaiting,
        OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } }),
      ],
      [overviewWords.mailGivenUp, OutgoingMailModel.countDocuments({ state: "dead" })],
      [
        overviewWords.signInsBlockedInTheLast,
        AuditEventModel.countDocuments({ kind: "sign_in.locked", at: { $gte: day } }),
      ],
      [overviewWords.requestsOfTheLastHour, requests],
      [overviewWords.serverErrorsOfTheLastHour, countOf("server_errors", 60), requests],
      [
        overviewWords.jobsThatAreLate,
        listJobs().then((jobs) => jobs.filter((job) => isLate(job, at)).length),
      ],
    ]),
  ]);
}

/** Reason by reason, because then the index alone answers. */
async function countModelFailures(since: Date): Promise<number> {
  const counts = await Promise.all(
    MODEL_FAILED.map((fallback) => InsightModel.countDocuments({ fallback, madeAt: { $gte: since } })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Kind by kind, because then the index alone answers. */
async function countSaved(since: Date): Promise<number> {
  const counts = await Promise.all(
    ENTRY_GROUPS.map(({ kind, slot }) =>
      JournalEntryModel.countDocuments({ status: "final", kind, slot, createdAt: { $gte: since } }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
