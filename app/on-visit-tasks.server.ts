import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { now } from "~/platform/clock";
import { SEALING_TASK } from "./domain/accounts/sealing/reencrypt-texts.server";
import { makeMissedInsights } from "./domain/insights/weekly-run.server";
import { promoteOldDraftsOf } from "./domain/journal/entries/finish-entry.server";
import { IMPORT_TASK } from "./domain/portability/run-import.server";

/** The weekly work that the jobs leave for the owner of a sealed journal. */
const WEEKLY_TASK: OnVisitTask = {
  isDue: ({ sealing, insightsDueAt }) => Boolean(sealing && insightsDueAt && insightsDueAt <= now()),
  async run(member) {
    await makeMissedInsights(member);
    await promoteOldDraftsOf(member);
  },
};

/** Deferred tasks of sealed journals, in the order in which they run. Registered when the server starts. */
export const ON_VISIT_TASKS: readonly OnVisitTask[] = [SEALING_TASK, IMPORT_TASK, WEEKLY_TASK];
