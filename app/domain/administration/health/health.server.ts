import { z } from "zod";
import { databaseTime, engineName } from "#models/db/collections.server";
import { ping } from "#models/db/connection.server";
import { JobModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { welcomeState } from "~/domain/accounts/support/instance.server";
import { backupsFolder, nightlyState } from "~/domain/administration/backups.server";
import { DAY, formatTimeSpan, HOUR } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { localFeastProblems } from "~/domain/calendar/local-feasts-file.server";
import { countNearlyFull } from "~/domain/limits/journal-quota.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { isJob, listJobs } from "~/domain/operations/job-runner.server";
import type { MailBody, MailMessage } from "~/domain/reminders/mail/mail-message";
import { enqueueMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { customPlans } from "~/domain/scripture/passages/custom-plans.state";
import { planProblems } from "~/domain/scripture/reading-plans/plans-folder.server";
import { bibleProblems } from "~/domain/scripture/translations/bibles-folder.server";
import { availableTranslations } from "~/domain/scripture/translations/translation-registry.server";
import { wayProblems } from "~/domain/ways/available-ways.server";
import { t } from "~/i18n/t";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { resetCircuit, streamText } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { env, isHttps } from "~/platform/env.server";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { arePaymentsConfigured } from "~/platform/stripe.server";
import { appVersion, diskInfo, processInfo } from "~/platform/system-info.server";
import { backupChecks, checklist } from "./checklist";
import { describeBackups, formatDuration, isJobLate } from "./health-summary";

/** Data of System health: this process, the database, emails, the model, the jobs and the settings. */
export async function readHealth() {
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
    translations: availableTranslations().map(({ name }) => name),
    plans: customPlans().map(([, { name }]) => name),
    checks: checklist(
      {
        origin: env.PUBLIC_ORIGIN,
        hasSmtp: Boolean(env.SMTP_URL),
        hasAi: endpoint !== null,
        usesMongodb: Boolean(env.MONGODB_URI),
        hasOwnSecrets: Boolean(env.SESSION_SECRET && env.ENCRYPTION_KEYS && env.PASSWORD_PEPPER),
        bcryptCost: env.BCRYPT_COST,
        trustProxy: env.TRUST_PROXY,
        hasPayments: arePaymentsConfigured(),
        hasMetricsToken: Boolean(env.METRICS_TOKEN),
        nodeEnv: env.NODE_ENV,
        welcome: welcomeState(),
      },
      isHttps,
    ).concat(
      backupChecks(nightly),
      [...bibleProblems(), ...planProblems(), ...wayProblems(), ...localFeastProblems()].map(
        ({ name, words }) => ({
          what: name,
          state: "look",
          words,
        }),
      ),
    ),
  };
}

async function databaseHealth() {
  const started = performance.now();
  await ping();
  const pingMs = Math.round((performance.now() - started) * 10) / 10;
  const sentAt = now().getTime();
  const [engine, time] = await Promise.all([engineName(), databaseTime()]);
  // The database read its clock about half a round trip ago, so it is compared with the middle of the round trip.
  const skewMs = time && Math.round(time.getTime() - (sentAt + now().getTime()) / 2);
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
    oldest: oldest && formatTimeSpan(now().getTime() - oldest.createdAt.getTime()),
    lastError: lastFailed?.lastError ?? null,
  };
}

async function jobHealth() {
  const at = now();
  return (await listJobs()).map((job) => ({
    name: job.name,
    every: formatTimeSpan(job.everyMs),
    last: job.record?.endedAt ? utcMinute(job.record.endedAt) : null,
    took: job.record?.lastMs == null ? null : formatDuration(job.record.lastMs),
    next: job.record ? utcMinute(job.record.nextAt) : null,
    failures: job.record?.failures ?? 0,
    isRunning: job.record !== null && job.record.leaseUntil > at,
    isLate: isJobLate(job, at),
  }));
}

export const runningVersion = appVersion;

/** The clock for routes, which must not import the platform. */
export const serverTime = (): Date => now();

/** An email to administrators; it contains facts of the server and never of a journal. */
type HealthMail =
  | { kind: "alert"; title: string; state: "opened" | "over"; lines: string[]; alertId: string }
  | { kind: "first-backup"; place: string }
  | { kind: "legacy-refused"; account: number; isWarning: boolean }
  | { kind: "test" };

function healthMail(to: string, mail: HealthMail, origin: string): MailMessage {
  return { kind: mail.kind, to, ...healthMailBody(mail, origin) };
}

function healthMailBody(mail: HealthMail, origin: string): MailBody {
  if (mail.kind === "test")
    return {
      subject: t("Test email from Still and Know"),
      lines: [
        t("This email was requested on the System health page. Its arrival means that sending email works."),
      ],
      after: [],
    };
  const after = [t("You get this email because you are an administrator of this installation.")];
  if (mail.kind === "first-backup")
    return {
      subject: t("The first backup is made. Please keep its keys"),
      lines: [
        t("Still and Know made its first backup. From now on it makes one every night: {place}", {
          place: mail.place,
        }),
        t(
          "The keys are not in it. Without them nobody can open a backup, you included. Print them once and keep the page somewhere safe, apart from the backups. On the server:",
        ),
        "npm run keys:show -- --for-paper",
        t("A backup on the same disk is lost with that disk. BACKUP_COPY_TO names a second folder."),
      ],
      link: { url: `${origin}/admin/system-health`, label: t("Open System health") },
      after,
    };
  if (mail.kind === "legacy-refused")
    return {
      subject: t("An email to account number {account} was not accepted", { account: mail.account }),
      lines: [
        mail.isWarning
          ? t(
              "The journal of account number {account} would be destroyed because it has not been used for a long time, as its owner chose. But the mail server did not accept an email that has to come before, so nothing is destroyed.",
              { account: mail.account },
            )
          : t(
              "The mail server did not accept an email for the hand-over of the journal of account number {account}. Nothing was handed over. You can start the hand-over again on the account’s page.",
              { account: mail.account },
            ),
      ],
      after,
    };
  return {
    subject:
      mail.state === "opened"
        ? t("Alert: {title}", { title: mail.title })
        : t("Over: {title}", { title: mail.title }),
    lines: mail.lines,
    link: { url: `${origin}/admin/alerts/${mail.alertId}`, label: t("Open the alert") },
    after,
  };
}

/** Emails every active administrator with a verified address. Emails with the same `id` are sent once. */
export async function mailAdministrators(id: string, mail: HealthMail, origin: string): Promise<void> {
  const administrators = await UserModel.find({ $or: [{ _id: 1 }, { isAdmin: true }], status: "active" })
    .select({ email: 1, emailVerifiedAt: 1 })
    .limit(50)
    .lean();
  for (const { _id, email, emailVerifiedAt } of administrators)
    if (emailVerifiedAt) await enqueueMail(`${id}-${_id}`, healthMail(email, mail, origin), _id);
  wakeMailRunner();
}

/** Forms of the System health page. */
export const HealthSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("mail") }),
    z.object({ intent: z.literal("ai") }),
    z.object({ intent: z.literal("job"), job: z.string().max(80) }),
  ],
  t("Please use the buttons on this page."),
);

/** @returns false after five test emails in an hour */
export async function sendTestMail(administrator: Member, submission: string | undefined): Promise<boolean> {
  if (!(await tryConsume(`test mail ${administrator.id}`, 5, HOUR))) return false;
  const mail = healthMail(administrator.email, { kind: "test" }, linkOrigin());
  await enqueueMail(`test-${submission ?? randomToken(12)}`, mail, administrator.id);
  await audit({ kind: "admin.mail_tested", actorId: administrator.id });
  wakeMailRunner();
  return true;
}

type AiTest = { ok: true; ms: number } | { ok: false; code: string };

/** Sends the model a request for one word, without personal data. */
export async function testAiEndpoint(administrator: Member): Promise<AiTest> {
  const started = performance.now();
  resetCircuit();
  const answer = await streamText({
    system: "This is a test of the connection. Answer with the word OK.",
    messages: [{ role: "user", content: "Please answer with the word OK." }],
    maxOutputTokens: 200,
    onText: () => undefined,
  });
  await audit({ kind: "admin.ai_tested", actorId: administrator.id, details: { ok: answer.ok } });
  return answer.ok
    ? { ok: true, ms: Math.round(performance.now() - started) }
    : { ok: false, code: answer.code };
}

/** Makes a job due now, so that the runner starts it at its next poll. @returns false for an unknown name */
export async function scheduleJobNow(administrator: Member, name: string): Promise<boolean> {
  if (!isJob(name)) return false;
  await JobModel.updateOne({ _id: name }, { $set: { nextAt: now() } });
  await audit({ kind: "admin.job_run", actorId: administrator.id, details: { job: name } });
  return true;
}
