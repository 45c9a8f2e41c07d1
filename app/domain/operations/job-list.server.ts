import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { keepOldDrafts } from "~/domain/journal/keep-drafts.server";
import { destroyDueAccounts } from "~/domain/accounts/destroy-accounts.server";
import { purgeTrash } from "~/domain/journal/history-trash.server";
import { settlePlans } from "~/domain/plans/plan-rounds.server";
import { sendDueReminders } from "~/domain/reminders/send.server";
import { checkAlerts } from "~/domain/administration/check-alerts.server";
import { checkIntegrity, measureSizes } from "~/domain/administration/integrity.server";
import { rollUpDays } from "~/domain/administration/roll-up.server";
import type { Job } from "./jobs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Everything that the server does by itself, mail apart. */
export const JOBS: Job[] = [
  { name: "alerts", everyMs: MINUTE, run: checkAlerts },
  { name: "daily-figures", everyMs: HOUR / 6, run: rollUpDays },
  { name: "measure-database", everyMs: HOUR / 4, run: measureSizes },
  { name: "check-integrity", everyMs: 7 * 24 * HOUR, run: checkIntegrity },
  {
    name: "reminders",
    everyMs: MINUTE,
    run: async (signal) => {
      await sendDueReminders(signal);
    },
  },
  {
    name: "destroy-accounts",
    everyMs: 10 * MINUTE,
    run: async (signal) => {
      await destroyDueAccounts(signal);
    },
  },
  {
    name: "purge-trash",
    everyMs: HOUR,
    run: async () => {
      await purgeTrash();
    },
  },
  {
    name: "keep-drafts",
    everyMs: 24 * HOUR,
    run: async (signal) => {
      await keepOldDrafts(signal);
    },
  },
  {
    name: "settle-plans",
    everyMs: MINUTE,
    run: async (signal) => {
      await settlePlans(signal);
    },
  },
  {
    name: "weekly-insights",
    everyMs: 5 * MINUTE,
    run: async (signal) => {
      await runWeeklyInsights(signal);
    },
  },
];
