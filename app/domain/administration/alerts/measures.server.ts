import { AiCallModel } from "#models/ai-call.server";
import { databaseBytes } from "#models/db/inspect.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { lastBackupAt, nightlyTrouble } from "~/domain/administration/database/nightly-state.server";
import { isJobLate } from "~/domain/administration/health/job-lateness";
import { countOf } from "~/domain/administration/health/metric-minutes.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { listJobs } from "~/domain/operations/job-runner.server";
import { crisisCount } from "~/domain/safety/notice-crisis.server";
import { now } from "~/platform/clock";
import { diskFacts } from "~/platform/process-facts.server";
import type { AlertRuleKey } from "./rules-data";

/** Fewer in a day say nothing about a trend. */
const ENOUGH_FOR_A_TREND = 5;

/** What each alert rule measures, as it is now; null where it cannot be measured. None of it reads what people wrote. */
export const MEASURES: Record<AlertRuleKey, () => Promise<number | null>> = {
  "failed-sign-ins": () => countOf("sign_in_failures", 10),
  "server-errors": () => countOf("server_errors", 5),
  "mail-failures": () => countOf("mail_failures", 30),
  "mail-given-up": () =>
    OutgoingMailModel.countDocuments({
      state: "dead",
      finishedAt: { $gte: new Date(now().getTime() - DAY) },
    }),
  "jobs-late": async () => (await listJobs()).filter((job) => isJobLate(job, now())).length,
  "ai-errors": () =>
    AiCallModel.countDocuments({
      at: { $gte: new Date(now().getTime() - 30 * MINUTE) },
      outcome: { $nin: ["ok", "running", "aborted"] },
    }),
  "database-size": async () => (await databaseBytes()) / 1e9,
  "disk-space": async () => {
    const disk = await diskFacts();
    return disk && (disk.free / disk.total) * 100;
  },
  "crisis-trend": async () => {
    const today = utcDay(now());
    const [present, ...before] = await Promise.all(
      Array.from({ length: 8 }, (_, ago) => crisisCount(addDays(today, -ago))),
    );
    const usual = before.reduce((sum, count) => sum + count, 0) / before.length;
    return (present ?? 0) < ENOUGH_FOR_A_TREND ? 0 : (present ?? 0) / Math.max(usual, 1);
  },
  "backup-age": async () => {
    const last = await lastBackupAt();
    return last && (now().getTime() - last.getTime()) / 3_600_000;
  },
  "backup-failed": async () => ((await nightlyTrouble()) ? 1 : 0),
};
