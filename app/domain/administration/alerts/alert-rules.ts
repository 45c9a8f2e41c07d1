import { formatNumber } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const ALERT_RULE_KEYS = [
  "failed-sign-ins",
  "server-errors",
  "mail-failures",
  "mail-given-up",
  "jobs-late",
  "ai-errors",
  "database-size",
  "disk-space",
  "backup-age",
  "backup-failed",
  "crisis-trend",
] as const;
export type AlertRuleKey = (typeof ALERT_RULE_KEYS)[number];
export type Severity = "warning" | "critical";

export type AlertRule = {
  key: AlertRuleKey;
  name: string;
  /** The measured value and its time window. */
  measures: string;
  advice: string;
  /** The page that the advice mentions. */
  page?: { to: string; label: string };
  unit: string;
  /** Whether values above or below the threshold are a breach. */
  trouble: "above" | "below";
  threshold: number;
  severity: Severity;
  /** Whether administrators get an email when the alert opens and ends. */
  mail: boolean;
};

export const ALERT_RULES: readonly AlertRule[] = [
  {
    key: "failed-sign-ins",
    name: t("Many failed sign-ins"),
    measures: t("Failed sign-ins in the last 10 minutes, all accounts together."),
    advice: t(
      "Look in the audit log for blocked sign-ins. Accounts lock automatically; you do not need to act.",
    ),
    page: { to: paths.adminAudit({ kind: "sign_in.locked" }), label: t("Audit log") },
    unit: t("failures"),
    trouble: "above",
    threshold: 50,
    severity: "warning",
    mail: true,
  },
  {
    key: "server-errors",
    name: t("Server errors"),
    measures: t("Answers with a status of 500 or higher in the last 5 minutes."),
    advice: t("Look for the level error in the server’s log; each line names its request."),
    unit: t("errors"),
    trouble: "above",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-failures",
    name: t("Email is not going out"),
    measures: t("Failed attempts to send an email in the last 30 minutes."),
    advice: t("Check SMTP_URL and the mail server, and send a test email from System health."),
    page: { to: paths.adminSystemHealth(), label: t("System health") },
    unit: t("failures"),
    trouble: "above",
    threshold: 5,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-given-up",
    name: t("Undeliverable emails"),
    measures: t("Emails of the last 24 hours that were refused, or could not be sent for a day."),
    advice: t(
      "An address may be wrong, or the mail server refuses ours. You can send the verification link again from the account.",
    ),
    unit: t("emails"),
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "jobs-late",
    name: t("Jobs are late"),
    measures: t("Server jobs that should have run some time ago, or failed three times."),
    advice: t("Look at System health for the job, and for job.failed in the server’s log."),
    page: { to: `${paths.adminSystemHealth()}#jobs`, label: t("System health") },
    unit: t("jobs"),
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "ai-errors",
    name: t("The AI endpoint fails"),
    measures: t("Failed requests to the language model in the last 30 minutes."),
    advice: t("Test the endpoint on System health. Until it answers, the built-in rules take over."),
    page: { to: paths.adminSystemHealth(), label: t("System health") },
    unit: t("failures"),
    trouble: "above",
    threshold: 5,
    severity: "warning",
    mail: true,
  },
  {
    key: "database-size",
    name: t("The database is large"),
    measures: t("The space the database takes on its disk."),
    advice: t("Look at the Database page for the largest collections."),
    page: { to: `${paths.adminDatabase()}#collections`, label: t("Database") },
    unit: t("GB"),
    trouble: "above",
    threshold: 10,
    severity: "warning",
    mail: true,
  },
  {
    key: "disk-space",
    name: t("The disk is filling up"),
    measures: t("Free space on the disk that holds DATA_DIR."),
    advice: t("Make room before writing stops. Backups on the same disk can be moved elsewhere."),
    unit: t("% free"),
    trouble: "below",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "backup-age",
    name: t("The last backup is old"),
    measures: t("Time since the last backup, or, before the first one, since this server began to check."),
    advice: t("Create a backup on the Database page, and let BACKUP_AT make one every night."),
    page: { to: `${paths.adminDatabase()}#backups`, label: t("Database") },
    unit: t("hours"),
    trouble: "above",
    threshold: 48,
    severity: "warning",
    mail: true,
  },
  {
    key: "backup-failed",
    name: t("The nightly backup failed"),
    measures: t("Whether the last nightly backup, or its copy in the second folder, could not be made."),
    advice: t("System health says why. It is tried again every hour, and earlier backups are kept."),
    page: { to: paths.adminSystemHealth(), label: t("System health") },
    unit: t("failures"),
    trouble: "above",
    threshold: 0,
    severity: "critical",
    mail: true,
  },
  {
    key: "crisis-trend",
    name: t("Help is shown more often"),
    measures: t("Times help was shown today, relative to last week’s daily average (minimum 5)."),
    advice: t(
      "No one is named, and nothing but the number is recorded. Check that the helplines on the safety page are right and answer.",
    ),
    page: { to: paths.safety(), label: t("Safety page") },
    unit: t("times the usual"),
    trouble: "above",
    threshold: 3,
    severity: "warning",
    mail: true,
  },
];

export const alertRule = (key: AlertRuleKey): AlertRule =>
  ALERT_RULES.find((rule) => rule.key === key) as AlertRule;

/** "12 errors", "1,430 hours", "8.5% free" */
export function formatWithUnit(value: number, unit: string): string {
  const number = formatNumber(Math.round(value * 10) / 10);
  return unit.startsWith("%") ? `${number}${unit}` : t("{value} {unit}", { value: number, unit });
}

/** "above 12 errors", "below 8.5% free" */
export function describeThreshold(trouble: AlertRule["trouble"], threshold: number, unit: string): string {
  const value = formatWithUnit(threshold, unit);
  return trouble === "above" ? t("above {value}", { value }) : t("below {value}", { value });
}

/**
 * Hysteresis: several consecutive bad checks open an alert and more good ones end it, so that a value that oscillates around
 * the threshold opens only one.
 * @internal Exported for tests.
 */
export const OPEN_AFTER_CHECKS = 2;
/** @internal Exported for tests. */
export const CLOSE_AFTER_CHECKS = 10;
/** Margin of a good value: it must be better than the threshold by this fraction of the threshold. */
const MARGIN = 0.1;

export type Limit = { threshold: number; trouble: "above" | "below" };

export type AlertRunState = {
  /** Consecutive bad and good checks. */
  breaching: number;
  calm: number;
  open: boolean;
};

export function isBreach(value: number, { threshold, trouble }: Limit): boolean {
  return trouble === "above" ? value > threshold : value < threshold;
}

function isCalm(value: number, { threshold, trouble }: Limit): boolean {
  return trouble === "above" ? value <= threshold * (1 - MARGIN) : value >= threshold * (1 + MARGIN);
}

/** The state after one more check. A missing measurement (null) does not change the state. */
export function nextAlertState(
  state: AlertRunState,
  value: number | null,
  limit: Limit,
): { state: AlertRunState; event: "open" | "calm" | null } {
  if (value === null) return { state, event: null };
  const breaching = isBreach(value, limit) ? state.breaching + 1 : 0;
  const calm = isCalm(value, limit) ? state.calm + 1 : 0;
  const next = { ...state, breaching, calm };
  if (calm >= CLOSE_AFTER_CHECKS)
    return { state: { ...next, open: false }, event: state.open ? "calm" : null };
  if (breaching >= OPEN_AFTER_CHECKS && !state.open) return { state: { ...next, open: true }, event: "open" };
  return { state: next, event: null };
}

export function worseValue(a: number, b: number, { trouble }: Limit): number {
  return trouble === "above" ? Math.max(a, b) : Math.min(a, b);
}
