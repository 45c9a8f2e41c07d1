import { duplicateKeyFields } from "#models/db/failures.server";
import { JobModel, type JobRecord } from "#models/job.server";
import { notPassed } from "~/domain/calendar/deadline";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { LEASE_MS, longestWait, type Job } from "./jobs";

/** The lease of a job that no process holds. */
export const FREE = new Date(0);

type Lease = Pick<JobRecord, "_id" | "owner" | "failures">;

/** The record of a job as long as the lease is held. */
export const leasedRecord = ({ _id, owner }: Lease) => ({ _id, owner });

/** The job's record for this process alone, if it is due and free. Every claim has a different owner. */
export async function takeLease(job: Job): Promise<Lease | null> {
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

/** Extends a lease; `lost` aborts when another process has taken it. */
export async function renewLease(lease: Lease, lost: AbortController): Promise<void> {
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
