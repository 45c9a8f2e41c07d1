import { AlertModel } from "#models/alert.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { isJobLate } from "~/domain/administration/health/job-lateness";
import { listJobs } from "~/domain/operations/job-runner.server";
import { now } from "~/platform/clock";

/** Figures of the whole installation for the metrics: counted from indexes, true at this moment. */
export async function installationFigures(): Promise<Record<string, number>> {
  const [accounts, entries, sessions, mailWaiting, alerts, jobs] = await Promise.all([
    UserModel.countDocuments({}),
    JournalEntryModel.countDocuments({}),
    SessionModel.countDocuments({ expiresAt: { $gt: now() } }),
    OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } }),
    AlertModel.countDocuments({ state: { $in: ["open", "acknowledged"] } }),
    listJobs(),
  ]);
  return {
    accounts,
    journal_records: entries,
    open_sessions: sessions,
    mail_waiting: mailWaiting,
    standing_alerts: alerts,
    late_jobs: jobs.filter((job) => isJobLate(job, now())).length,
  };
}
