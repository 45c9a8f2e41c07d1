import { JobModel, type JobRecord } from "#models/job.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { FREE, leasedRecord, renewLease, takeLease } from "./job-lease.server";
import { LEASE_MS, nextRound, type Job } from "./jobs";

/** How often a process looks for jobs that are due. */
const TICK_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;

let timers: NodeJS.Timeout[] = [];
let stopping = new AbortController();
/** The jobs that have a lease and a record. */
let jobs: readonly Job[] = [];
/** The rounds of this process, by the job's name. */
const rounds = new Map<string, Promise<void>>();

/**
 * Looks for due jobs of this list now and every few seconds, and runs those of each process after their intervals. A long
 * round does not delay other jobs.
 */
export function startJobRunner(list: readonly Job[]): void {
  if (timers.length > 0) return;
  knowJobs(list);
  stopping = new AbortController();
  timers = [
    setInterval(tick, TICK_MS).unref(),
    ...list
      .filter(({ isPerProcess }) => isPerProcess)
      .map(({ name, everyMs, run }) =>
        setInterval(() => beginRound(name, async () => run(stopping.signal)), everyMs).unref(),
      ),
  ];
  tick();
}

/**
 * Names the jobs without running any: the list that administrators see.
 * @internal Exported for tests.
 */
export function knowJobs(list: readonly Job[]): void {
  jobs = list.filter(({ isPerProcess }) => !isPerProcess);
}

/** Takes no new job, asks the running ones to end, and waits for them. */
export async function stopJobRunner(): Promise<void> {
  timers.forEach((timer) => clearInterval(timer));
  timers = [];
  stopping.abort();
  await Promise.all(rounds.values());
}

function tick(): void {
  for (const job of jobs) beginRound(job.name, () => runJob(job));
}

function beginRound(name: string, work: () => Promise<unknown>): void {
  if (rounds.has(name)) return;
  const round = work()
    .then(() => undefined)
    .catch((error: unknown) => log.error("job.not_run", error, { job: name }))
    .finally(() => rounds.delete(name));
  rounds.set(name, round);
}

/**
 * Runs one round of a job if it is due and no process has it.
 * @returns whether this process ran it
 * @internal Exported for tests.
 */
export async function runJob(job: Job): Promise<boolean> {
  const lease = await takeLease(job);
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
      leaseUntil: FREE,
      // A round that was told to stop is due at once, for the next process.
      nextAt: stopping.signal.aborted ? endedAt : nextRound(job, endedAt, failures),
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
