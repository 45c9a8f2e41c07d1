import { duplicateKeyFields } from "#models/db/failures.server";
import { JobModel, type JobRecord } from "#models/job.server";
import { notPassed } from "~/domain/calendar/deadline";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { LEASE_MS, longestWait, nextRound, type Job } from "./jobs";

/** How often a process looks for jobs that are due. */
const TICK_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;
const FREE = new Date(0);

let timer: NodeJS.Timeout | undefined;
let stopping = new AbortController();
let jobs: readonly Job[] = [];
/** The rounds of this process, by the job's name. */
const rounds = new Map<string, Promise<void>>();

/** Looks for due jobs of this list now and every few seconds. A long round does not delay other jobs. */
export function startJobRunner(list: readonly Job[]): void {
  if (timer) return;
  knowJobs(list);
  stopping = new AbortController();
  timer = setInterval(tick, TICK_MS).unref();
  tick();
}

/**
 * Names the jobs without running any: the list that administrators see.
 * @internal Exported for tests.
 */
export function knowJobs(list: readonly Job[]): void {
  jobs = list;
}

/** Takes no new job, asks the running ones to end, and waits for them. */
export async function stopJobRunner(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  stopping.abort();
  await Promise.all(rounds.values());
}

function tick(): void {
  for (const job of jobs) {
    if (rounds.has(job.name)) continue;
    const round = runJob(job)
      .then(() => undefined)
      .catch((error: unknown) => log.error("job.not_run", error, { job: job.name }))
      .finally(() => rounds.delete(job.name));
    rounds.set(job.name, round);
  }
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
  const renewal = setInterval(() => void renew(lease, lost), RENEW_MS).unref();
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
  await JobModel.updateOne(mine(lease), {
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

type Lease = Pick<JobRecord, "_id" | "owner" | "failures">;

const mine = ({ _id, owner }: Lease) => ({ _id, owner });

/** The job's record for this process alone, if it is due and free. Every claim has a different owner. */
async function takeLease(job: Job): Promise<Lease | null> {
  const { name, firstAfterMs = 0 } = job;
  const at = now();
  const taken = () =>
    JobModel.findOneAndUpdate(
      {
        _id: name,
        nextAt: { $not: notPassed(at, longestWait(job)) },
        leaseUntil: { $not: notPassed(at, LEASE_MS) },
      },
      { $set: { owner: randomToken(9), leaseUntil: new Date(at.getTime() + LEASE_MS), startedAt: at } },
      { returnDocument: "after" },
    ).lean();
  const lease = await taken();
  if (lease || (await JobModel.exists({ _id: name }))) return lease;
  await makeRecord(name, new Date(at.getTime() + firstAfterMs));
  return taken();
}

async function makeRecord(name: string, nextAt: Date): Promise<void> {
  try {
    await JobModel.create({ _id: name, leaseUntil: FREE, nextAt });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

async function renew(lease: Lease, lost: AbortController): Promise<void> {
  try {
    const { matchedCount } = await JobModel.updateOne(mine(lease), {
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
