import { z } from "zod";
import {
  AlertModel,
  AlertWatchModel,
  type AlertRecord,
  type AlertStep,
  type AlertWatchRecord,
} from "#models/alert.server";
import { databaseBytes } from "#models/db/collections.server";
import { afterCursor, createIfMissing, splitPage } from "#models/db/queries.server";
import { AiCallModel } from "#models/insight.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { lastBackupOrStartTime, nightlyBackupError } from "~/domain/administration/backups.server";
import { isJobLate } from "~/domain/administration/health/health-summary";
import { mailAdministrators } from "~/domain/administration/health/health.server";
import { storeMetricCounts, sumMetric } from "~/domain/administration/health/instance-metrics.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { addDays, utcDay } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { listJobs } from "~/domain/operations/job-runner.server";
import { CURSOR_PARTS, cursorCodec, type ListPage } from "~/domain/operations/paging";
import { crisisCount } from "~/domain/safety/detect-crisis.server";
import { t } from "~/i18n/t";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { diskInfo } from "~/platform/system-info.server";
import {
  ALERT_RULES,
  alertRule,
  formatWithUnit,
  isBreach,
  nextAlertState,
  worseValue,
  type AlertRule,
  type AlertRuleKey,
  type Limit,
} from "./alert-rules";

type AlertState = AlertRecord["state"];
type AlertFilters = { state?: AlertState; rule?: AlertRuleKey };
export type AlertRow = Pick<
  AlertRecord,
  "rule" | "severity" | "state" | "openedAt" | "resolvedAt" | "worst" | "threshold"
> & { id: string; name: string; unit: string };

const toRow = (alert: Omit<AlertRecord, "history">): AlertRow => ({
  id: alert._id,
  rule: alert.rule,
  name: alertRule(alert.rule).name,
  unit: alertRule(alert.rule).unit,
  severity: alert.severity,
  state: alert.state,
  openedAt: alert.openedAt,
  resolvedAt: alert.resolvedAt,
  worst: alert.worst,
  threshold: alert.threshold,
});

/** Unresolved alerts, newest first. */
export async function listOpenAlerts(): Promise<AlertRow[]> {
  const alerts = await AlertModel.find({ state: { $in: ["open", "acknowledged"] } })
    .sort({ openedAt: -1, _id: -1 })
    .limit(100)
    .select({ history: 0 })
    .lean();
  return alerts.map(toRow);
}

const CURSORS = cursorCodec<{ at: Date; id: string }>({ at: CURSOR_PARTS.milliseconds, id: CURSOR_PARTS.id });

/** A page of all alerts, newest first. */
export async function listAlerts(
  filters: AlertFilters,
  cursor: string | null = null,
  size = 50,
): Promise<ListPage<AlertRow>> {
  const before = CURSORS.read(cursor);
  const conditions = Object.entries(filters).filter(([, value]) => value !== undefined);
  const alerts = await AlertModel.find({
    ...Object.fromEntries(conditions),
    ...(before && {
      openedAt: { $lte: before.at },
      $or: afterCursor({ openedAt: before.at, _id: before.id }),
    }),
  })
    .sort({ openedAt: -1, _id: -1 })
    .limit(size + 1)
    .select({ history: 0 })
    .lean();
  const { shown, last } = splitPage(alerts, size);
  return {
    rows: shown.map(toRow),
    next: last ? CURSORS.write({ at: last.openedAt, id: last._id }) : null,
    isFirst: before === undefined,
  };
}

type ShownStep = Omit<AlertStep, "what"> & { what: Exclude<AlertStep["what"], "noted"> };

export async function readAlert(id: string): Promise<(AlertRow & { history: ShownStep[] }) | null> {
  const alert = await AlertModel.findById(id).lean();
  if (!alert) return null;
  // Notes exist only in old records, and no page shows them any more, so they are left out.
  const history = alert.history.flatMap(({ at, what, by }) => (what === "noted" ? [] : [{ at, what, by }]));
  return { ...toRow(alert), history };
}

type AlertChange = "acknowledge" | "resolve";

export const AlertChangeSchema = z.object({
  intent: z.enum(["acknowledge", "resolve"], t("Please use the buttons on this page.")),
});

const CHANGES = {
  acknowledge: { from: ["open"], to: "acknowledged", kind: "admin.alert_acknowledged" },
  resolve: { from: ["open", "acknowledged"], to: "resolved", kind: "admin.alert_resolved" },
} as const;

/** @returns false if the alert does not exist or its state does not permit the change */
export async function changeAlertState(
  administrator: Member,
  id: string,
  change: AlertChange,
): Promise<boolean> {
  const at = now();
  const { from, to, kind } = CHANGES[change];
  const alert = await AlertModel.findOneAndUpdate(
    { _id: id, state: { $in: from } },
    {
      $set: { state: to, ...(to === "resolved" && { resolvedAt: at }) },
      $push: { history: { at, what: to, by: administrator.id } },
    },
  ).lean();
  if (!alert) return false;
  // A lasting problem opens its next alert only after `OPEN_AFTER_CHECKS` further bad checks.
  if (to === "resolved")
    await AlertWatchModel.updateOne(
      { _id: alert.rule, alertId: id },
      { $set: { alertId: null, breaching: 0, calm: 0 } },
    );
  await audit({ kind, actorId: administrator.id, details: { rule: alert.rule } });
  return true;
}

/** Every rule with its last value and whether an alert is open. */
export async function listRules() {
  const watches = await AlertWatchModel.find({}).lean();
  return ALERT_RULES.map((rule) => {
    const watch = watches.find(({ _id }) => _id === rule.key) ?? null;
    return {
      ...rule,
      value: watch?.value ?? null,
      checkedAt: watch?.checkedAt ?? null,
      isStanding: Boolean(watch?.alertId),
      // There is nothing to measure without a model.
      isIdle: rule.key === "ai-errors" && !aiEndpoint(),
    };
  });
}

/** Minimum cases in a day. With fewer, the ratio to the average means nothing. */
const MIN_CASES_FOR_TREND = 5;

/** Measures the current value of each rule; null when there is no value. No measurement reads members' texts. */
const MEASURES: Record<AlertRuleKey, () => Promise<number | null>> = {
  "failed-sign-ins": () => sumMetric("sign_in_failures", 10),
  "server-errors": () => sumMetric("server_errors", 5),
  "mail-failures": () => sumMetric("mail_failures", 30),
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
    const disk = await diskInfo();
    return disk && (disk.free / disk.total) * 100;
  },
  "crisis-trend": async () => {
    const today = utcDay(now());
    const [present, ...before] = await Promise.all(
      Array.from({ length: 8 }, (_, ago) => crisisCount(addDays(today, -ago))),
    );
    const average = before.reduce((sum, count) => sum + count, 0) / before.length;
    return (present ?? 0) < MIN_CASES_FOR_TREND ? 0 : (present ?? 0) / Math.max(average, 1);
  },
  "backup-age": async () => {
    const last = await lastBackupOrStartTime();
    return last && (now().getTime() - last.getTime()) / 3_600_000;
  },
  "backup-failed": async () => ((await nightlyBackupError()) ? 1 : 0),
};

/**
 * Checks every rule, each minute, in one process at a time. An event is written to the alert first and to the rule's
 * record second; after a crash between the two writes the next check finds the open alert by its rule.
 */
export async function checkAlerts(signal?: AbortSignal): Promise<void> {
  await storeMetricCounts();
  for (const rule of ALERT_RULES) {
    if (signal?.aborted) return;
    await checkRule(rule);
  }
}

/** Creates the rule's record on the first check. */
async function readWatch(rule: AlertRule): Promise<AlertWatchRecord> {
  const found = await AlertWatchModel.findById(rule.key).lean();
  if (found) return found;
  await createIfMissing(AlertWatchModel, { _id: rule.key });
  return (await AlertWatchModel.findById(rule.key).lean()) as AlertWatchRecord;
}

async function checkRule(rule: AlertRule): Promise<void> {
  const record = await readWatch(rule);
  const value = await measure(rule);
  const before = { breaching: record.breaching, calm: record.calm, open: record.alertId !== null };
  const { state, event } = nextAlertState(before, value, rule);
  let { alertId } = record;
  if (event === "open" && value !== null) alertId = await openAlert(rule, value);
  else if (event === "calm" && alertId) {
    await calmAlert(rule, alertId);
    alertId = null;
  } else if (alertId && value !== null) await updateWorst(alertId, value, rule);
  await AlertWatchModel.updateOne(
    // Compare-and-set: an administrator who resolves the alert during the check wins.
    { _id: rule.key, alertId: record.alertId },
    { $set: { breaching: state.breaching, calm: state.calm, alertId, value, checkedAt: now() } },
  );
}

/** Null when the measurement fails, so that the other rules are still checked. */
async function measure({ key }: AlertRule): Promise<number | null> {
  try {
    return await MEASURES[key]();
  } catch (error) {
    log.error("alert.not_measured", error, { rule: key });
    return null;
  }
}

async function openAlert(rule: AlertRule, value: number): Promise<string> {
  // An earlier check that ended between its two writes has opened this alert already.
  const open = await AlertModel.findOne({ rule: rule.key, state: { $ne: "resolved" } }).lean();
  if (open) return open._id;
  const at = now();
  const _id = randomToken(12);
  await AlertModel.create({
    _id,
    rule: rule.key,
    severity: rule.severity,
    state: "open",
    openedAt: at,
    value,
    worst: value,
    threshold: rule.threshold,
    history: [{ at, what: "opened", by: null }],
  });
  log.warn("alert.opened", { rule: rule.key, value, threshold: rule.threshold });
  if (rule.mail) await mailAlert("opened", rule, { id: _id, value, threshold: rule.threshold });
  return _id;
}

async function calmAlert(rule: AlertRule, _id: string): Promise<void> {
  const at = now();
  const alert = await AlertModel.findOneAndUpdate(
    { _id, state: { $ne: "resolved" } },
    {
      $set: { state: "resolved", resolvedAt: at },
      $push: { history: { at, what: "calmed", by: null } },
    },
  ).lean();
  if (!alert) return;
  log.info("alert.over", { rule: rule.key });
  if (rule.mail) await mailAlert("over", rule, { id: _id, value: alert.worst, threshold: alert.threshold });
}

async function updateWorst(_id: string, value: number, limit: Limit): Promise<void> {
  if (!isBreach(value, limit)) return;
  const alert = await AlertModel.findById(_id).select({ worst: 1 }).lean();
  if (!alert || worseValue(alert.worst, value, limit) === alert.worst) return;
  await AlertModel.updateOne({ _id }, { $set: { worst: value } });
}

/** Emails every administrator once: the ids of the emails come from the alert, so a repeated check sends no second one. */
async function mailAlert(
  state: "opened" | "over",
  rule: AlertRule,
  alert: { id: string; value: number; threshold: number },
): Promise<void> {
  const values = {
    name: rule.name,
    value: formatWithUnit(alert.value, rule.unit),
    threshold: formatWithUnit(alert.threshold, rule.unit),
  };
  const lines =
    state === "opened"
      ? [t("{name}: {value}. The limit is {threshold}.", values), rule.measures, rule.advice]
      : [t("{name}: this alert has ended. The worst value was {value}; the limit is {threshold}.", values)];
  const mail = { kind: "alert", title: rule.name, state, lines, alertId: alert.id } as const;
  await mailAdministrators(`alert-${alert.id}-${state}`, mail, linkOrigin());
}
