import { destroyDueAccounts, resetDueJournals } from "~/domain/accounts/deletion/deletion.server";
import { reindexJournals } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { checkAlerts } from "~/domain/administration/alerts/alerts.server";
import { removeOldBackups } from "~/domain/administration/backups.server";
import { checkIntegrity, measureSizes } from "~/domain/administration/database.server";
import { flushMetrics } from "~/domain/administration/health/instance-metrics.server";
import { LEGACY_JOB, runLegacies } from "~/domain/administration/legacy/run-legacies.server";
import { refreshLibrary } from "~/domain/administration/library.server";
import { nightlyBackup } from "~/domain/administration/nightly-backup.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";
import { scanLocalFeasts } from "~/domain/calendar/local-feasts-file.server";
import { recordAccountChanges } from "~/domain/identity/backup-sidecar.server";
import { flushUses } from "~/domain/identity/session-use.server";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { promoteOldDrafts } from "~/domain/journal/entries/finish-entry.server";
import { purgeTrash } from "~/domain/journal/history/trash.server";
import { removeOrphanedPictures } from "~/domain/journal/pictures/pictures.server";
import { flushEvents } from "~/domain/operations/daily-events.server";
import { refreshInstanceSettings } from "~/domain/operations/instance-settings.server";
import type { Job } from "~/domain/operations/job-runner.server";
import { flushVisits } from "~/domain/plans/experiments/assignments.server";
import { reconcilePlans } from "~/domain/plans/reconcile-plans.server";
import { continueImports } from "~/domain/portability/run-import.server";
import { wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { sendDueReminders } from "~/domain/reminders/reminders.server";
import { scanPlansFolder } from "~/domain/scripture/reading-plans/plans-folder.server";
import { scanBiblesFolder } from "~/domain/scripture/translations/bibles-folder.server";
import { scanWaysFolder } from "~/domain/ways/available-ways.server";
import { log } from "~/platform/log.server";

/** All jobs that run at intervals; boot registers them. */
export const JOBS: Job[] = [
  { name: "alerts", everyMs: MINUTE, run: checkAlerts },
  { name: "daily-figures", everyMs: HOUR / 6, run: rollUpDays },
  { name: "measure-database", everyMs: HOUR / 4, run: measureSizes },
  // A new server has nothing to check, and its first visitor should not share the CPU with this job.
  { name: "check-integrity", everyMs: 7 * DAY, firstAfterMs: HOUR, run: checkIntegrity },
  { name: "reminders", everyMs: MINUTE, run: sendDueReminders },
  { name: "destroy-accounts", everyMs: 10 * MINUTE, run: destroyDueAccounts },
  { name: LEGACY_JOB, everyMs: HOUR, atStart: true, run: (signal) => runLegacies(signal) },
  { name: "begin-again", everyMs: 10 * MINUTE, run: resetDueJournals },
  { name: "purge-trash", everyMs: HOUR, run: () => purgeTrash() },
  { name: "continue-imports", everyMs: MINUTE / 4, run: continueImports },
  { name: "keep-drafts", everyMs: DAY, run: promoteOldDrafts },
  { name: "reindex-words", everyMs: HOUR, run: reindexJournals },
  { name: "left-over-pictures", everyMs: HOUR, run: removeOrphanedPictures },
  { name: "remove-old-backups", everyMs: DAY, run: removeOldBackups },
  { name: "nightly-backup", everyMs: MINUTE, run: (signal) => nightlyBackup({ signal }) },
  { name: "settle-plans", everyMs: MINUTE, run: reconcilePlans },
  { name: "weekly-insights", everyMs: 5 * MINUTE, run: runWeeklyInsights },
  { name: "send-mail", everyMs: MINUTE / 12, isPerProcess: true, run: wakeMailRunner },
  { name: "flush-metrics", everyMs: MINUTE / 6, isPerProcess: true, run: flushMetrics },
  { name: "flush-buffers", everyMs: MINUTE, isPerProcess: true, run: flushBuffers },
  {
    name: "refresh-library",
    everyMs: MINUTE,
    isPerProcess: true,
    run: () => refreshLibrary().catch((error: unknown) => log.error("library.not_read", error)),
  },
  { name: "bibles-folder", everyMs: MINUTE, isPerProcess: true, run: scanBiblesFolder },
  { name: "local-feasts", everyMs: MINUTE, isPerProcess: true, run: scanLocalFeasts },
  { name: "plans-folder", everyMs: MINUTE, isPerProcess: true, run: scanPlansFolder },
  { name: "ways-folder", everyMs: MINUTE, isPerProcess: true, run: scanWaysFolder },
];

/**
 * Writes buffered counts and session uses, so that no page waits for a write; a killed process loses its last minute of them. It
 * also reloads the cached settings, which another process may have changed.
 */
export async function flushBuffers(): Promise<void> {
  for (const flush of [flushUses, flushEvents, flushVisits, refreshInstanceSettings, recordAccountChanges])
    await flush().catch((error: unknown) => log.error("minute.not_written", error));
}
