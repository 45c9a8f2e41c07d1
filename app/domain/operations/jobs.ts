import { HOUR, MINUTE } from "~/domain/calendar/durations";

/** Work that the server does at intervals. */
export type Job = {
  /** Unique and lasting: the name of its record. */
  name: string;
  /**
   * Every process runs it after each interval, without a lease or a record: it keeps what one process has in memory up
   * to date. By default one process at a time runs a job.
   */
  isPerProcess?: true;
  /** How long after one round ends the next begins. */
  everyMs: number;
  /** How long after the very first start its first round is due; by default at once. */
  firstAfterMs?: number;
  /**
   * One round. It may be interrupted anywhere and begun again, perhaps by another process, so it is idempotent and resumes
   * where it was. `signal` aborts when the lease is lost or the server stops; a long round looks at it between its steps.
   */
  run: (signal: AbortSignal) => Promise<unknown> | void;
};

/** A lease that is not renewed is free after this time: a job may be idle this long when its process dies. */
export const LEASE_MS = MINUTE;

/** The longest wait after failures. */
const LONGEST_WAIT_MS = HOUR;

/** How far ahead the next round of a job ever is. */
export const longestWait = ({ everyMs, firstAfterMs = 0 }: Pick<Job, "everyMs" | "firstAfterMs">): number =>
  Math.max(everyMs, firstAfterMs, LONGEST_WAIT_MS);

/**
 * When a job is due again: after its interval; after failures doubled each time, up to an hour or to its own interval
 * where that is longer.
 */
export function nextRound(job: Pick<Job, "everyMs">, endedAt: Date, failures: number): Date {
  const longest = Math.max(job.everyMs, LONGEST_WAIT_MS);
  const wait = Math.min(job.everyMs * 2 ** Math.min(Math.max(failures - 1, 0), 20), longest);
  return new Date(endedAt.getTime() + wait);
}
