import { purgeTrash } from "~/domain/journal/history-trash.server";
import { settlePlans } from "~/domain/plans/plan-rounds.server";
import type { Job } from "./jobs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Everything that the server does by itself, mail apart. */
export const JOBS: Job[] = [
  {
    name: "purge-trash",
    everyMs: HOUR,
    run: async () => {
      await purgeTrash();
    },
  },
  {
    name: "settle-plans",
    everyMs: MINUTE,
    run: async (signal) => {
      await settlePlans(signal);
    },
  },
];
