import { alertRulesDataWords } from "~/words/admin/alert-rules-data";

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
    name: alertRulesDataWords.manyFailedSignIns,
    measures: alertRulesDataWords.failedSignInsOfTheLast,
    advice: alertRulesDataWords.lookAtTheAuditLog,
    unit: "failures",
    trouble: "above",
    threshold: 50,
    severity: "warning",
    mail: true,
  },
  {
    key: "server-errors",
    name: alertRulesDataWords.serverErrors,
    measures: alertRulesDataWords.answersWithAStatusOf500,
    advice: alertRulesDataWords.lookForTheLevelError,
    unit: "errors",
    trouble: "above",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-failures",
    name: alertRulesDataWords.mailIsNotGoingOut,
    measures: alertRulesDataWords.failedTriesToSendAMail,
    advice: alertRulesDataWords.checkSmtpUrlAndTheMail,
    unit: "failures",
    trouble: "above",
    threshold: 5,
    severity: "critical",
    mail: true,
  },
  {
    key: "mail-given-up",
    name: alertRulesDataWords.mailGivenUp,
    measures: alertRulesDataWords.mailsOfTheLast24Hours,
    advice: alertRulesDataWords.anAddressMayBeWrong,
    unit: "mails",
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "jobs-late",
    name: alertRulesDataWords.jobsAreLate,
    measures: alertRulesDataWords.jobsOfTheServerThatShould,
    advice: alertRulesDataWords.lookAtSystemHealth,
    unit: "jobs",
    trouble: "above",
    threshold: 0,
    severity: "warning",
    mail: true,
  },
  {
    key: "ai-errors",
    name: alertRulesDataWords.theAiEndpointFails,
    measures: alertRulesDataWords.callsOfTheLanguageModel,
    advice: alertRulesDataWords.testTheEndpointOnSystem,
    unit: "failures",
    trouble: "above",
    threshold: 5,
    severity: "warning",
    mail: true,
  },
  {
    key: "database-size",
    name: alertRulesDataWords.theDatabaseIsLarge,
    measures: alertRulesDataWords.whatTheDatabaseTakes,
    advice: alertRulesDataWords.lookAtTheDatabasePage,
    unit: "GB",
    trouble: "above",
    threshold: 10,
    severity: "warning",
    mail: true,
  },
  {
    key: "disk-space",
    name: alertRulesDataWords.theDiskIsFillingUp,
    measures: alertRulesDataWords.whatIsFreeOnTheDisk,
    advice: alertRulesDataWords.makeRoomBeforeWritingStops,
    unit: "% free",
    trouble: "below",
    threshold: 10,
    severity: "critical",
    mail: true,
  },
  {
    key: "backup-age",
    name: alertRulesDataWords.theLastBackupIsOld,
    measures: alertRulesDataWords.timeSinceTheLastBackup,
    advice: alertRulesDataWords.makeABackupOnTheDatabase,
    unit: "hours",
    trouble: "above",
    threshold: 48,
    severity: "warning",
    mail: true,
  },
  {
    key: "crisis-trend",
    name: alertRulesDataWords.helpIsShownMoreOften,
    measures: alertRulesDataWords.howOftenTheWayToHelp,
    advice: alertRulesDataWords.nobodyIsNamedAndNothing,
    unit: alertRulesDataWords.timesTheUsual,
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
