import { AuditEventModel } from "#models/audit-event.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { ENTRY_GROUPS } from "~/domain/administration/day-figures";
import { isLate } from "~/domain/administration/job-lateness";
import { countOf } from "~/domain/administration/metric-minutes.server";
import { DAY_MS } from "~/domain/administration/moments";
import { now } from "~/platform/clock";
import { listJobs } from "./job-runner.server";

export type Figure = { label: string; value: number };
export type FigureGroup = { title: string; figures: Figure[] };

type Counts = [label: string, counted: PromiseLike<number>][];

async function group(title: string, counts: Counts): Promise<FigureGroup> {
  const figures = await Promise.all(
    counts.map(async ([label, counted]) => ({ label, value: await counted })),
  );
  return { title, figures };
}

/**
 * What the administrators' overview shows (product 2.12): counts, true at this moment, and never a word of anybody's
 * journal. All of them are counted from indexes, whatever the size of the database.
 */
export function overview(): Promise<FigureGroup[]> {
  const at = now();
  const day = new Date(at.getTime() - DAY_MS);
  const week = new Date(at.getTime() - 7 * DAY_MS);
  const saved = JournalEntryModel.countDocuments({ status: "final" }).exec();
  const inTrash = JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0) } }).exec();
  return Promise.all([
    group("People", [
      ["Accounts", UserModel.countDocuments({})],
      ["New in the last 24 hours", UserModel.countDocuments({ createdAt: { $gte: day } })],
      ["Waiting for verification", UserModel.countDocuments({ emailVerifiedAt: null })],
      ["Here in the last 24 hours", UserModel.countDocuments({ lastSeenAt: { $gte: day } })],
      ["Here in the last 7 days", UserModel.countDocuments({ lastSeenAt: { $gte: week } })],
      ["Sessions that are open", SessionModel.countDocuments({ expiresAt: { $gt: at } })],
    ]),
    group("Journals", [
      ["Entries", Promise.all([saved, inTrash]).then(([all, gone]) => all - gone)],
      ["Saved in the last 24 hours", countSaved(day)],
      ["Drafts", JournalEntryModel.countDocuments({ status: "draft" })],
      ["In the trash", inTrash],
      ["Insights of the last 7 days", InsightModel.countDocuments({ madeAt: { $gte: week } })],
    ]),
    group("Operation", [
      ["Mail waiting", OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } })],
      ["Mail given up", OutgoingMailModel.countDocuments({ state: "dead" })],
      [
        "Sign-ins blocked in the last 24 hours",
        AuditEventModel.countDocuments({ kind: "sign_in.locked", at: { $gte: day } }),
      ],
      ["Requests of the last hour", countOf("requests", 60)],
      ["Server errors of the last hour", countOf("server_errors", 60)],
      ["Jobs that are late", listJobs().then((jobs) => jobs.filter((job) => isLate(job, at)).length)],
    ]),
  ]);
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
