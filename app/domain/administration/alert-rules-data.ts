/** The alert rules as data (product 2.12, "Alerts"). Threshold, mail and being on can be changed by administrators. */
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
  "crisis-trend",
] as const;
export type AlertRuleKey = (typeof ALERT_RULE_KEYS)[number];
export type Severity = "warning" | "critical";

export type AlertRule = {
  key: AlertRuleKey;
  name: string;
  /** What is measured, over which time. */
  measures: string;
  /** What to do about it. */
  advice: string;
  unit: string;
  /** Whether trouble is above the threshold or below it. */
  trouble: "above" | "below";
  threshold: number;
  severity: Severity;
  mail: boolean;
};

export const ALERT_RULES: readonly AlertRule[] = [
  {
    key: "failed-sign-ins",
    name: "Many failed sign-ins",
    measures: "Failed sign-ins of the last 10 minutes, of all accounts together.",
    advice:
      "Look at the audit log for blocked sign-ins. Accounts lock by themselves; nobody needs to act for that.",
    unit: "failures",
    trouble: "above",
    threshold: 50,
    severity: "warning",
    mail: true,
  },
  {
    key: "server-errors",
    name: "Server errors",
    measures: "Answers with a status of 500 or more, of the last 5 minutes.",
    advice: "Look for the level error in the server's log; each line names its request.",
    unit: "errors",
    trouble: "above",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-failures",
    name: "Mail is not going out",
    measures: "Failed tries to send a mail, of the last 30 minutes.",
    advice: "Check SMTP_URL and the mail server, and send a test mail from System health.",
    unit: "failures",
    trouble: "above",
    threshold: 5,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-given-up",
    name: "Mail given up",
    measures: "Mails of the last 24 hours that could not be sent for a day, or were refused.",
    advice:
      "An address may be wrong, or the mail server refuses ours. Verification can be sent again from the account.",
    unit: "mails",
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "jobs-late",
    name: "Jobs are late",
    measures: "Jobs of the server that should have run a while ago, or failed three times.",
    advice: "Look at System health for the job, and for job.failed in the server's log.",
    unit: "jobs",
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "ai-errors",
    name: "The AI endpoint fails",
    measures: "Calls of the language model that failed, of the last 30 minutes.",
    advice: "Test the endpoint on System health. Until it answers, the rules of the house do its work.",
    unit: "failures",
    trouble: "above",
    threshold: 5,
    severity: "warning",
    mail: true,
  },
  {
    key: "database-size",
    name: "The database is large",
    measures: "What the database takes on its disk.",
    advice: "Look at the Database page for the largest collections.",
    unit: "GB",
    trouble: "above",
    threshold: 10,
    severity: "warning",
    mail: true,
  },
  {
    key: "disk-space",
    name: "The disk is filling up",
    measures: "What is free on the disk that holds DATA_DIR.",
    advice: "Make room before writing stops. Backups on the same disk can be moved away.",
    unit: "% free",
    trouble: "below",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "backup-age",
    name: "The last backup is old",
    measures: "Time since the last backup, or since the first account where there is none.",
    advice: "Make a backup on the Database page, or let npm run backup run every night.",
    unit: "hours",
    trouble: "above",
    threshold: 48,
    severity: "warning",
    mail: true,
  },
  {
    key: "crisis-trend",
    name: "Help is shown more often",
    measures:
      "How often the way to help was shown today, for each time of a usual day of the last week; five times count at least.",
    advice:
      "Nobody is named and nothing is recorded but the number. Check that the help lines on the safety page are right and answer.",
    unit: "times the usual",
    trouble: "above",
    threshold: 3,
    severity: "warning",
    mail: true,
  },
];

export const ruleOf = (key: AlertRuleKey): AlertRule =>
  ALERT_RULES.find((rule) => rule.key === key) as AlertRule;

export const isRuleKey = (text: string | undefined): text is AlertRuleKey =>
  ALERT_RULE_KEYS.some((key) => key === text);

/** "12 errors", "8.5 % free" */
export function inUnit(value: number, unit: string): string {
  return `${Math.round(value * 10) / 10} ${unit}`;
}
