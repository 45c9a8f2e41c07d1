import { ping } from "#models/db/connection.server";
import { databaseTime, engineName } from "#models/db/inspect.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { welcomeState } from "~/domain/accounts/support/instance.server";
import { backupsFolder, nightlyState } from "~/domain/administration/database/backups.server";
import { DAY, durationInWords } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { countNearlyFull } from "~/domain/limits/journal-quota.server";
import { listJobs } from "~/domain/operations/job-runner.server";
import { customPlans } from "~/domain/scripture/passages/custom-plans.state";
import { planFaults } from "~/domain/scripture/reading-plans/plans-folder.server";
import { bibleFaults } from "~/domain/scripture/translations/bibles-folder.server";
import { translationsOffered } from "~/domain/scripture/translations/translation-registry.server";
import { wayProblems } from "~/domain/ways/ways-folder.server";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { env, isHttps } from "~/platform/env.server";
import { isPaymentsSetUp } from "~/platform/stripe/payments.server";
import { appVersion, diskInfo, processInfo } from "~/platform/system-info.server";
import { backupChecks, checklist } from "./checklist";
import { describeBackups, formatDuration, isJobLate } from "./health-summary";

/** Data of System health: this process, the database, mail, the model, the jobs and the settings. */
export async function health() {
  const [database, mail, jobs, disk, room, nightly] = await Promise.all([
    databaseHealth(),
    mailHealth(),
    jobHealth(),
    diskInfo(),
    countNearlyFull(),
    nightlyState(),
  ]);
  const endpoint = aiEndpoint();
  return {
    process: processInfo(),
    database,
    disk,
    room,
    mail,
    ai: endpoint && { host: endpoint.host, model: endpoint.model },
    jobs,
    backups: describeBackups(nightly, backupsFolder()),
    translations: translationsOffered().map(({ name }) => name),
    plans: customPlans().map(([, { name }]) => name),
    checks: checklist(
      {
        origin: env.PUBLIC_ORIGIN,
        host: env.HOST,
        hasSmtp: Boolean(env.SMTP_URL),
        hasAi: endpoint !== null,
        usesMongodb: Boolean(env.MONGODB_URI),
        hasOwnSecrets: Boolean(env.SESSION_SECRET && env.ENCRYPTION_KEYS && env.PASSWORD_PEPPER),
        bcryptCost: env.BCRYPT_COST,
        trustProxy: env.TRUST_PROXY,
        hasPayments: isPaymentsSetUp(),
        hasMetricsToken: Boolean(env.METRICS_TOKEN),
        nodeEnv: env.NODE_ENV,
        welcome: welcomeState(),
      },
      isHttps,
    ).concat(
      backupChecks(nightly),
      [...bibleFaults(), ...planFaults(), ...wayProblems()].map(({ name, words }) => ({
        what: name,
        state: "look",
        words,
      })),
    ),
  };
}

async function databaseHealth() {
  const started = performance.now();
  await ping();
  const pingMs = Math.round((performance.now() - started) * 10) / 10;
  const asked = now().getTime();
  const [engine, time] = await Promise.all([engineName(), databaseTime()]);
  // The database read its clock half a round trip ago.
  const skewMs = time && Math.round(time.getTime() - (asked + now().getTime()) / 2);
  return { engine, pingMs, skewMs };
}

async function mailHealth() {
  const day = new Date(now().getTime() - DAY);
  const failed = {
    state: { $in: ["queued" as const, "dead" as const] },
    lastError: { $ne: null },
    createdAt: { $gte: day },
  };
  const [waiting, dead, oldest, lastFailed] = await Promise.all([
    OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } }),
    OutgoingMailModel.countDocuments({ state: "dead", finishedAt: { $gte: day } }),
    OutgoingMailModel.findOne({ state: "queued" }).sort({ nextTryAt: 1 }).select({ createdAt: 1 }).lean(),
    OutgoingMailModel.findOne(failed).sort({ nextTryAt: -1 }).select({ lastError: 1 }).lean(),
  ]);
  return {
    isPrinted: !env.SMTP_URL,
    waiting,
    dead,
    oldest: oldest && durationInWords(now().getTime() - oldest.createdAt.getTime()),
    lastError: lastFailed?.lastError ?? null,
  };
}

async function jobHealth() {
  const at = now();
  return (await listJobs()).map((job) => ({
    name: job.name,
    every: durationInWords(job.everyMs),
    last: job.record?.endedAt ? utcMinute(job.record.endedAt) : null,
    took: job.record?.lastMs == null ? null : formatDuration(job.record.lastMs),
    next: job.record ? utcMinute(job.record.nextAt) : null,
    failures: job.record?.failures ?? 0,
    isRunning: job.record !== null && job.record.leaseUntil > at,
    isLate: isJobLate(job, at),
  }));
}

export const runningVersion = appVersion;

/** The clock for routes, which do not import the platform. */
export const serverNow = (): Date => now();
