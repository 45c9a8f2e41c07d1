import { durationInWords, MINUTE } from "~/domain/calendar/durations";
import { numberInWords } from "~/domain/calendar/locale";

type Watched = {
  everyMs: number;
  record: { nextAt: Date; leaseUntil: Date; failures: number } | null;
};

/** How long a job may be due before it counts as late. */
const GRACE_MS = 5 * MINUTE;

/** Due for a while and not running, or failing again and again. A job that has never run yet is not late. */
export function isJobLate({ record }: Watched, now: Date): boolean {
  if (!record) return false;
  const isWaiting = record.leaseUntil.getTime() <= now.getTime();
  return record.failures >= 3 || (isWaiting && now.getTime() - record.nextAt.getTime() > GRACE_MS);
}

/** How long a run took: "1,250 ms", from ten seconds on "12 s" */
export const tookWords = (ms: number) => (ms < 10_000 ? `${numberInWords(ms)} ms` : durationInWords(ms));
