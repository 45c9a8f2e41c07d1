import { duplicateKeyFields } from "#models/db/failures.server";
import { JobModel, type JobRecord } from "#models/job.server";
import { HOUR, MINUTE, pendingDeadline } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";

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
const MAX_RETRY_DELAY_MS = HOUR;

/** How far ahead the next round of a job ever is. */
const maxDelayMs = ({ everyMs, firstAfterMs = 0 }: Pick<Job, "everyMs" | "firstAfterMs">): number =>
  Math.max(everyMs, firstAfterMs, MAX_RETRY_DELAY_MS);

/**
 * When a job is due again: after its interval; after failures doubled each time, up to an hour or to its own interval
 * where that is longer.
 */
export function nextRunAt(job: Pick<Job, "everyMs">, endedAt: Date, failures: number): Date {
  const longest = Math.max(job.everyMs, MAX_RETRY_DELAY_MS);
  const wait = Math.min(job.everyMs * 2 ** Math.min(Math.max(failures - 1, 0), 20), longest);
  return new Date(endedAt.getTime() + wait);
}

/** The lease of a job that no process holds. */
const UNLEASED = new Date(0);

type Lease = Pick<JobRecord, "_id" | "owner" | "failures">;

/** The record of a job as long as the lease is held. */
const leasedRecord = ({ _id, owner }: Lease) => ({ _id, owner });

/** The job's record for this process alone, if it is due and free. Every claim has a different owner. */
async function acquireLease(job: Job): Promise<Lease | null> {
  const { name, firstAfterMs = 0 } = job;
  const at = now();
  const taken = () =>
    JobModel.findOneAndUpdate(
      {
        _id: name,
        nextAt: { $not: pendingDeadline(at, maxDelayMs(job)) },
        leaseUntil: { $not: pendingDeadline(at, LEASE_MS) },
      },
      { $set: { owner: randomToken(9), leaseUntil: new Date(at.getTime() + LEASE_MS), startedAt: at } },
      { returnDocument: "after" },
    ).lean();
  const lease = await taken();
  if (lease || (await JobModel.exists({ _id: name }))) return lease;
  await createRecord(name, new Date(at.getTime() + firstAfterMs));
  return taken();
}

async function createRecord(name: string, nextAt: Date): Promise<void> {
  try {
    await JobModel.create({ _id: name, leaseUntil: UNLEASED, nextAt });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** Extends a lease; `lost` aborts when another process has taken it. */
async function renewLease(lease: Lease, lost: AbortController): Promise<void> {
  try {
    const { matchedCount } = await JobModel.updateOne(leasedRecord(lease), {
      $set: { leaseUntil: new Date(now().getTime() + LEASE_MS) },
    });
    if (matchedCount === 0) lost.abort();
  } catch (error) {
    // The lease runs out if the database stays away.
    log.warn("job.lease_not_renewed", {
      job: lease._id,
      error: error instanceof Error ? error.name : "failed",
    });
  }
}

/** How often a process looks for jobs that are due. */
const TICK_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;

let timers: NodeJS.Timeout[] = [];
let stopping = new AbortController();
/** The jobs that have a lease and a record. */
let jobs: readonly Job[] = [];
/** The rounds of this process, by the job's name. */
const activeRuns = new Map<string, Promise<void>>();

/**
 * Looks for due jobs of this list now and every few seconds, and runs those of each process after their intervals. A long
 * round does not delay other jobs.
 */
export function startJobRunner(list: readonly Job[]): void {
  if (timers.length > 0) return;
  registerJobs(list);
  stopping = new AbortController();
  timers = [
    setInterval(tick, TICK_MS).unref(),
    ...list
      .filter(({ isPerProcess }) => isPerProcess)
      .map(({ name, everyMs, run }) =>
        setInterval(() => startRun(name, async () => run(stopping.signal)), everyMs).unref(),
      ),
  ];
  tick();
}

/**
 * Names the jobs without running any: the list that administrators see.
 * @internal Exported for tests.
 */
export function registerJobs(list: readonly Job[]): void {
  jobs = list.filter(({ isPerProcess }) => !isPerProcess);
}

/** Takes no new job, asks the running ones to end, and waits for them. */
export async function stopJobRunner(): Promise<void> {
  timers.forEach((timer) => clearInterval(timer));
  timers = [];
  stopping.abort();
  await Promise.all(activeRuns.values());
}

function tick(): void {
  for (const job of jobs) startRun(job.name, () => runJob(job));
}

function startRun(name: string, work: () => Promise<unknown>): void {
  if (activeRuns.has(name)) return;
  const round = work()
    .then(() => undefined)
    .catch((error: unknown) => log.error("job.not_run", error, { job: name }))
    .finally(() => activeRuns.delete(name));
  activeRuns.set(name, round);
}

/**
 * Runs one round of a job if it is due and no process has it.
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
      // A round that was told to stop is due at once, for the next process.
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

/** The jobs with their last and next rounds, for administrators. One that never ran has no record yet. */
export async function listJobs(): Promise<(Pick<Job, "name" | "everyMs"> & { record: JobRecord | null })[]> {
  const records = await JobModel.find({ _id: { $in: jobs.map(({ name }) => name) } }).lean();
  return jobs.map(({ name, everyMs }) => ({
    name,
    everyMs,
    record: records.find(({ _id }) => _id === name) ?? null,
  }));
}
