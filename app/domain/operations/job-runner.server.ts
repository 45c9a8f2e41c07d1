import { createIfMissing } from "#models/db/queries.server";
import { JobModel, type JobRecord } from "#models/operations.server";
import { HOUR, MINUTE, pendingDeadline } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";

/** A periodic background job. */
export type Job = {
  /** Unique and stable: the id of its record. */
  name: string;
  /** Runs in every process, without lease and record, to refresh in-memory state. By default one process at a time runs a job. */
  isPerProcess?: true;
  /** Time from the end of a run to the next. */
  everyMs: number;
  /** Delay of the very first run; 0 by default. */
  firstAfterMs?: number;
  /** Due at each start of a process, whatever its interval. */
  atStart?: true;
  /**
   * One run. It may be interrupted anywhere and repeated by another process, so it must be idempotent. `signal` aborts when the
   * lease is lost or the server stops; a long run checks it between its steps.
   */
  run: (signal: AbortSignal) => Promise<unknown> | void;
};

/** A lease expires after this time without renewal, so a job pauses at most this long when its process dies. */
export const LEASE_MS = MINUTE;

const MAX_RETRY_DELAY_MS = HOUR;

/** Upper bound of `nextAt`; a later time was written by a fast clock. */
const maxDelayMs = ({ everyMs, firstAfterMs = 0 }: Pick<Job, "everyMs" | "firstAfterMs">): number =>
  Math.max(everyMs, firstAfterMs, MAX_RETRY_DELAY_MS);

/**
 * Next run: after the interval, doubled for each failure up to MAX_RETRY_DELAY_MS or the interval if that is longer.
 * @internal Exported for tests.
 */
export function nextRunAt(job: Pick<Job, "everyMs">, endedAt: Date, failures: number): Date {
  const maxDelay = Math.max(job.everyMs, MAX_RETRY_DELAY_MS);
  const delay = Math.min(job.everyMs * 2 ** Math.min(Math.max(failures - 1, 0), 20), maxDelay);
  return new Date(endedAt.getTime() + delay);
}

/** `leaseUntil` of a free job. */
const UNLEASED = new Date(0);

type Lease = Pick<JobRecord, "_id" | "owner" | "failures">;

/** Filter: matches only while this process owns the lease. */
const leasedRecord = ({ _id, owner }: Lease) => ({ _id, owner });

/** Claims the job if it is due and free. Each lease has a different owner. */
async function acquireLease(job: Job): Promise<Lease | null> {
  const { name, firstAfterMs = 0 } = job;
  const at = now();
  const claim = () =>
    JobModel.findOneAndUpdate(
      {
        _id: name,
        nextAt: { $not: pendingDeadline(at, maxDelayMs(job)) },
        leaseUntil: { $not: pendingDeadline(at, LEASE_MS) },
      },
      { $set: { owner: randomToken(9), leaseUntil: new Date(at.getTime() + LEASE_MS), startedAt: at } },
      { returnDocument: "after" },
    ).lean();
  const lease = await claim();
  if (lease || (await JobModel.exists({ _id: name }))) return lease;
  const nextAt = new Date(at.getTime() + firstAfterMs);
  await createIfMissing(JobModel, { _id: name, leaseUntil: UNLEASED, nextAt });
  return claim();
}

/** Extends a lease; aborts `lost` if another process has claimed the job. */
async function renewLease(lease: Lease, lost: AbortController): Promise<void> {
  try {
    const { matchedCount } = await JobModel.updateOne(leasedRecord(lease), {
      $set: { leaseUntil: new Date(now().getTime() + LEASE_MS) },
    });
    if (matchedCount === 0) lost.abort();
  } catch (error) {
    // A later renewal may succeed; if the database stays unavailable, the lease expires.
    log.warn("job.lease_not_renewed", {
      job: lease._id,
      error: error instanceof Error ? error.name : "failed",
    });
  }
}

/** Poll interval for due jobs. */
const TICK_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;

let timers: NodeJS.Timeout[] = [];
let stopping = new AbortController();
/** Jobs that one process at a time runs under a lease, without the per-process jobs. */
let jobs: readonly Job[] = [];
/** Runs of this process by job name. */
const activeRuns = new Map<string, Promise<void>>();

/** Polls for due jobs, beginning now, and starts the timers of per-process jobs. A long run does not delay other jobs. */
export function startJobRunner(list: readonly Job[]): void {
  if (timers.length > 0) return;
  registerJobs(list);
  timers = [
    setInterval(tick, TICK_MS).unref(),
    ...list
      .filter(({ isPerProcess }) => isPerProcess)
      .map(({ name, everyMs, run }) =>
        setInterval(() => startRun(name, async () => run(stopping.signal)), everyMs).unref(),
      ),
  ];
  for (const job of jobs.filter(({ atStart }) => atStart)) startRun(job.name, () => runAtStart(job));
  tick();
}

async function runAtStart(job: Job): Promise<void> {
  await JobModel.updateOne({ _id: job.name }, { $set: { nextAt: now() } });
  await runJob(job);
}

/**
 * Sets the jobs that administrators see, without running any.
 * @internal Exported for tests.
 */
export function registerJobs(list: readonly Job[]): void {
  jobs = list.filter(({ isPerProcess }) => !isPerProcess);
}

/** Claims no further jobs, aborts the running ones and waits for them. */
export async function stopJobRunner(): Promise<void> {
  timers.forEach((timer) => clearInterval(timer));
  timers = [];
  stopping.abort();
  await Promise.all(activeRuns.values());
  // A runner that starts again in this process needs a signal that is not aborted.
  stopping = new AbortController();
}

function tick(): void {
  for (const job of jobs) startRun(job.name, () => runJob(job));
}

function startRun(name: string, run: () => Promise<unknown>): void {
  if (activeRuns.has(name)) return;
  const activeRun = run()
    .then(() => undefined)
    .catch((error: unknown) => log.error("job.not_run", error, { job: name }))
    .finally(() => activeRuns.delete(name));
  activeRuns.set(name, activeRun);
}

/**
 * Runs a job if it is due and free.
 * @returns whether this process ran it
 * @internal Exported for tests.
 */
export async function runJob(job: Job): Promise<boolean> {
  const lease = await acquireLease(job);
  if (!lease) return false;
  const lost = new AbortController();
  const renewal = setInterval(() => void renewLease(lease, lost), RENEW_MS).unref();
  const startedAt = now().getTime();
  let failures = 0;
  try {
    await job.run(AbortSignal.any([stopping.signal, lost.signal]));
  } catch (error) {
    failures = lease.failures + 1;
    log.error("job.failed", error, { job: job.name, failures });
  } finally {
    clearInterval(renewal);
  }
  const endedAt = now();
  await JobModel.updateOne(leasedRecord(lease), {
    $set: {
      owner: "",
      leaseUntil: UNLEASED,
      // A run aborted by the shutdown is due at once, for the next process.
      nextAt: stopping.signal.aborted ? endedAt : nextRunAt(job, endedAt, failures),
      endedAt,
      lastMs: endedAt.getTime() - startedAt,
      outcome: failures > 0 ? "failed" : "done",
      failures,
    },
  });
  return true;
}

export const isJob = (name: string): boolean => jobs.some((job) => job.name === name);

/** Jobs with their records, for administrators. A job that never ran has no record. */
export async function listJobs(): Promise<(Pick<Job, "name" | "everyMs"> & { record: JobRecord | null })[]> {
  const records = await JobModel.find({ _id: { $in: jobs.map(({ name }) => name) } }).lean();
  return jobs.map(({ name, everyMs }) => ({
    name,
    everyMs,
    record: records.find(({ _id }) => _id === name) ?? null,
  }));
}
