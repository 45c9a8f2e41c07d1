import { makeWaitingInsights } from "~/domain/insights/week/waiting-weeks.server";
import { keepOldDraftsOf } from "~/domain/journal/entries/keep-drafts.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { IMPORT_TASK } from "~/domain/portability/continue-imports.server";
import { SEALING_TASK } from "~/domain/sealing/sealing-task.server";
import { now } from "~/platform/clock";

/** The weekly work that the jobs leave for the owner of a sealed journal. */
const WEEKLY_TASK: OnVisitTask = {
  isDue: ({ sealing, insightsDueAt }) => Boolean(sealing && insightsDueAt && insightsDueAt <= now()),
  async run(member) {
    await makeWaitingInsights(member);
    await keepOldDraftsOf(member);
  },
};

/** Deferred tasks of sealed journals, in the order in which they run. Registered when the server starts. */
export const ON_VISIT_TASKS: readonly OnVisitTask[] = [SEALING_TASK, IMPORT_TASK, WEEKLY_TASK];
