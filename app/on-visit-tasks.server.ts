import { SEALING_TASK } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { makeMissedInsights } from "~/domain/insights/weekly-run.server";
import { promoteOldDraftsOf } from "~/domain/journal/entries/finish-entry.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { IMPORT_TASK } from "~/domain/portability/run-import.server";
import { now } from "~/platform/clock";

/** Weekly insights and promotion of old drafts in a sealed journal, which the jobs cannot read. */
const WEEKLY_TASK: OnVisitTask = {
  isDue: ({ sealing, insightsDueAt }) => Boolean(sealing && insightsDueAt && insightsDueAt <= now()),
  async run(member) {
    await makeMissedInsights(member);
    await promoteOldDraftsOf(member);
  },
};

/** Tasks that need the keys of a sealed journal, in execution order. */
export const ON_VISIT_TASKS: readonly OnVisitTask[] = [SEALING_TASK, IMPORT_TASK, WEEKLY_TASK];
