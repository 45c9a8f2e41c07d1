import { AlertModel } from "#models/alert.server";
import { CoachMessageModel } from "#models/coaches.server";
import { incrementCount } from "#models/db/queries.server";
import { AiCallModel, InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { SessionModel } from "#models/session.server";
import { MetricMinuteModel } from "#models/statistics.server";
import { UserModel } from "#models/user.server";
import { ENTRY_GROUPS, MIN_GROUP_SIZE } from "~/domain/administration/statistics/daily-stats";
import { MODEL_FAILURES } from "~/domain/ai/consent";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { formatNumber } from "~/domain/calendar/locale";
import { listJobs } from "~/domain/operations/job-runner.server";
import { t } from "~/i18n/t";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { flushMetricCounts, type MetricEvent } from "~/platform/metrics.server";
import { isJobLate } from "./health-summary";

/** How long the counts per minute are stored. Each is the sum over all processes. */
const METRIC_RETENTION_MS = 8 * DAY;

/**
 * Stores the counts of this process, at intervals and when it stops. A crash loses the counts of the last few seconds; no
 * alert depends on so few.
 */
export const flushMetrics = (): Promise<void> =>
  storeMetricCounts().catch((error: unknown) => log.error("metrics.not_written", error));

/**
 * Adds the counts of this process to the record of the current minute. Counts that cannot be written stay buffered for
 * the next call.
 */
export function storeMetricCounts(): Promise<void> {
  const at = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  const expiresAt = new Date(at.getTime() + METRIC_RETENTION_MS);
  return flushMetricCounts((metric, count) => {
    const _id = `${metric}|${at.toISOString().slice(0, 16)}`;
    return incrementCount(MetricMinuteModel, { _id, metric, at, count: 0, expiresAt }, { count });
  });
}

/** Sum of a metric over the last minutes, the current one included. */
export async function sumMetric(metric: MetricEvent, minutes: number): Promise<number> {
  const since = new Date(now().getTime() - minutes * MINUTE);
  const found = await MetricMinuteModel.find({ metric, at: { $gt: since } })
    .select({ count: 1 })
    .lean();
  return found.reduce((sum, { count }) => sum + count, 0);
}

/** A count. `note` is its share of another count: "0.4% of 1,250". */
type Figure = { label: string; value: number; note?: string };
type FigureGroup = { title: string; figures: Figure[] };

type Counts = [label: string, counted: PromiseLike<number>, of?: PromiseLike<number>][];

async function countGroup(title: string, counts: Counts): Promise<FigureGroup> {
  const figures = await Promise.all(
    counts.map(async ([label, counted, of]) => {
      const [value, whole] = await Promise.all([counted, of]);
      return { label, value, ...(whole && { note: describeShare(value, whole) }) };
    }),
  );
  return { title, figures };
}

/** "0.4% of 1,250" */
const describeShare = (value: number, whole: number) =>
  t("{round}% of {whole}", {
    round: Math.round((value / whole) * 1000) / 10,
    whole: formatNumber(whole),
  });

/** The current counts. Every query is covered by an index, so the cost does not grow with the length of the journals. */
export async function readOverview(): Promise<FigureGroup[]> {
  const at = now();
  const day = new Date(at.getTime() - DAY);
  const week = new Date(at.getTime() - 7 * DAY);
  const saved = JournalEntryModel.countDocuments({ status: "final" }).exec();
  const inTrash = JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0) } }).exec();
  const accounts = UserModel.countDocuments({}).exec();
  const verified = UserModel.countDocuments({ emailVerifiedAt: { $gt: new Date(0) } }).exec();
  const written = InsightModel.countDocuments({ madeAt: { $gte: week } }).exec();
  const requests = sumMetric("requests", 60);
  const [people, journals, help, operation] = await Promise.all([
    countGroup(t("People"), [
      [t("Accounts"), accounts],
      [t("New in the last 24 hours"), UserModel.countDocuments({ createdAt: { $gte: day } })],
      [t("Waiting for verification"), Promise.all([accounts, verified]).then(([all, done]) => all - done)],
      [t("Open sessions"), SessionModel.countDocuments({ expiresAt: { $gt: at } })],
    ]),
    countGroup(t("Journals"), [
      [t("Entries"), Promise.all([saved, inTrash]).then(([all, trashed]) => all - trashed)],
      [t("Saved in the last 24 hours"), countSaved(day)],
      [t("Drafts"), JournalEntryModel.countDocuments({ status: "draft" })],
      [t("In the trash"), inTrash],
    ]),
    countGroup(t("Insights and coaches"), [
      [t("Insights in the last 7 days"), written],
      [t("Insights that could not be made in the last 24 hours"), sumMetric("insight_failures", 24 * 60)],
      [t("Coach messages in the last 24 hours"), CoachMessageModel.countDocuments({ at: { $gte: day } })],
      ...(aiEndpoint() ? modelCounts(week, day, written) : []),
    ]),
    countGroup(t("Operation"), [
      [t("Emails waiting"), OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } })],
      [t("Undeliverable emails"), OutgoingMailModel.countDocuments({ state: "dead" })],
      [
        t("Sign-ins blocked in the last 24 hours"),
        AuditEventModel.countDocuments({ kind: "sign_in.locked", at: { $gte: day } }),
      ],
      [t("Requests in the last hour"), requests],
      [t("Server errors in the last hour"), sumMetric("server_errors", 60), requests],
      [t("Late jobs"), listJobs().then((jobs) => jobs.filter((job) => isJobLate(job, at)).length)],
    ]),
  ]);
  return (await accounts) < MIN_GROUP_SIZE ? [people, operation] : [people, journals, help, operation];
}

/** Requests to the operator's language model. */
function modelCounts(week: Date, day: Date, written: PromiseLike<number>): Counts {
  const modelCalls = AiCallModel.countDocuments({ at: { $gte: day } }).exec();
  return [
    [t("Fallback to the built-in rules (model failed)"), countModelFailures(week), written],
    [t("Requests to the language model in the last 24 hours"), modelCalls],
    [
      t("Failed requests"),
      AiCallModel.countDocuments({ at: { $gte: day }, outcome: { $nin: ["ok", "running", "aborted"] } }),
      modelCalls,
    ],
  ];
}

/** Counts each failure reason separately, because an index covers only queries for one reason. */
async function countModelFailures(since: Date): Promise<number> {
  const counts = await Promise.all(
    MODEL_FAILURES.map((fallback) => InsightModel.countDocuments({ fallback, madeAt: { $gte: since } })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Counts each kind and slot separately, because an index covers only queries for one kind and slot. */
async function countSaved(since: Date): Promise<number> {
  const counts = await Promise.all(
    ENTRY_GROUPS.map(({ kind, slot }) =>
      JournalEntryModel.countDocuments({ status: "final", kind, slot, createdAt: { $gte: since } }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Gauges of the instance for the metrics. The keys are metric names. */
export async function instanceStats(): Promise<Record<string, number>> {
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
