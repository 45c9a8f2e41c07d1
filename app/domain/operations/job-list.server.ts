import { purgeTrash } from "~/domain/journal/history-trash.server";
import type { Job } from "./jobs";

const HOUR = 60 * 60_000;

/** Everything that the server does by itself, mail apart. */
export const JOBS: Job[] = [
  {
    name: "purge-trash",
    everyMs: HOUR,
    run: async () => {
      await purgeTrash();
    },
  },
];
