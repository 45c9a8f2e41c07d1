import { MINUTE } from "~/domain/calendar/durations";

type Watched = {
  everyMs: number;
  record: { nextAt: Date; leaseUntil: Date; failures: number } | null;
};

/** How long a job may be due before it counts as late. */
const GRACE_MS = 5 * MINUTE;

/** Due for a while and not running, or failing again and again. A job that has never run yet is not late. */
export function isLate({ record }: Watched, now: Date): boolean {
  if (!record) return false;
  const isWaiting = record.leaseUntil.getTime() <= now.getTime();
  return record.failures >= 3 || (isWaiting && now.getTime() - record.nextAt.getTime() > GRACE_MS);
}
