import { beginDueJournals } from "~/domain/accounts/ending/begin-again.server";
import { destroyDueAccounts } from "~/domain/accounts/ending/destroy-accounts.server";
import { checkAlerts } from "~/domain/administration/alerts/check-alerts.server";
import { removeOldBackups } from "~/domain/administration/database/backups.server";
import { checkIntegrity, measureSizes } from "~/domain/administration/database/integrity.server";
import { nightlyBackup } from "~/domain/administration/nightly/nightly-backup.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { runWeeklyInsights } from "~/domain/insights/week/weekly-run.server";
import { keepOldDrafts } from "~/domain/journal/entries/keep-drafts.server";
import { purgeTrash } from "~/domain/journal/history/trash.server";
import { removeLeftOver } from "~/domain/journal/pictures/left-over.server";
import type { Job } from "~/domain/operations/jobs";
import { settlePlans } from "~/domain/plans/settling/settle-plans.server";
import { continueImports } from "~/domain/portability/continue-imports.server";
import { sendDueReminders } from "~/domain/reminders/send.server";
import { reindexJournals } from "~/domain/sealing/reindex-words.server";

/** What the server does at intervals, mail apart. Handed to the runner when the program starts. */
export const JOBS: Job[] = [
  { name: "alerts", everyMs: MINUTE, run: checkAlerts },
  { name: "daily-figures", everyMs: HOUR / 6, run: rollUpDays },
  { name: "measure-database", everyMs: HOUR / 4, run: measureSizes },
  // A new server has nothing to check, and its first minutes belong to the person who has just opened it.
  { name: "check-integrity", everyMs: 7 * DAY, firstAfterMs: HOUR, run: checkIntegrity },
  { name: "reminders", everyMs: MINUTE, run: sendDueReminders },
  { name: "destroy-accounts", everyMs: 10 * MINUTE, run: destroyDueAccounts },
  { name: "begin-again", everyMs: 10 * MINUTE, run: beginDueJournals },
  { name: "purge-trash", everyMs: HOUR, run: () => purgeTrash() },
  { name: "continue-imports", everyMs: MINUTE / 4, run: continueImports },
  { name: "keep-drafts", everyMs: DAY, run: keepOldDrafts },
  { name: "reindex-words", everyMs: HOUR, run: reindexJournals },
  { name: "left-over-pictures", everyMs: HOUR, run: removeLeftOver },
  { name: "remove-old-backups", everyMs: DAY, run: removeOldBackups },
  { name: "nightly-backup", everyMs: MINUTE, run: (signal) => nightlyBackup({ signal }) },
  { name: "settle-plans", everyMs: MINUTE, run: settlePlans },
  { name: "weekly-insights", everyMs: 5 * MINUTE, run: runWeeklyInsights },
];
