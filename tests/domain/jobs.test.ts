import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JobModel } from "#models/job.server";
import {
  LEASE_MS,
  listJobs,
  runJob,
  startJobRunner,
  stopJobRunner,
  type Job,
} from "~/domain/operations/job-runner.server";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";

const MINUTE = 60_000;
let time: number;
const later = (ms: number) => (time += ms);

function counting(name = "sweep"): Job & { rounds: number } {
  const job = {
    name,
    everyMs: 5 * MINUTE,
    rounds: 0,
    run: () => {
      job.rounds += 1;
      return Promise.resolve();
    },
  };
  return job;
}

beforeEach(() => {
  time = Date.parse("2026-11-21T10:00:00Z");
  setClock(() => new Date(time));
});

describe("a job", () => {
  it("runs at once when it is new, then after its interval", async () => {
    const job = counting();
    expect(await runJob(job)).toBe(true);
    expect(await runJob(job)).toBe(false);
    later(5 * MINUTE - 1);
    expect(await runJob(job)).toBe(false);
    later(1);
    expect(await runJob(job)).toBe(true);
    expect(job.rounds).toBe(2);
    expect(await JobModel.findById("sweep").lean()).toMatchObject({
      outcome: "done",
      failures: 0,
      owner: "",
    });
  });

  it("waits for its first delay unless an administrator starts it", async () => {
    const patient = { ...counting(), firstAfterMs: 60 * MINUTE };
    expect(await runJob(patient)).toBe(false);
    later(60 * MINUTE - 1);
    expect(await runJob(patient)).toBe(false);
    later(1);
    expect(await runJob(patient)).toBe(true);
    const asked = { ...counting("asked for"), firstAfterMs: 60 * MINUTE };
    expect(await runJob(asked)).toBe(false);
    await JobModel.updateOne({ _id: "asked for" }, { $set: { nextAt: new Date(time) } });
    expect(await runJob(asked)).toBe(true);
  });

  it("runs once when many processes poll at the same time", async () => {
    const job = counting();
    const ran = await Promise.all(Array.from({ length: 25 }, () => runJob(job)));
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(job.rounds).toBe(1);
  });

  it("is claimed by another process after its lease has expired, not before", async () => {
    await JobModel.create({
      _id: "sweep",
      owner: "one that died",
      leaseUntil: new Date(time + LEASE_MS),
      nextAt: new Date(time),
    });
    const job = counting();
    later(LEASE_MS - 1);
    expect(await runJob(job)).toBe(false);
    later(1);
    expect(await runJob(job)).toBe(true);
  });

  it("counts failures, retries, and resets the count after a success", async () => {
    let broken = true;
    const errors: string[] = [];
    const write = log.error;
    log.error = (event) => void errors.push(event);
    const job: Job = {
      name: "fragile",
      everyMs: MINUTE,
      run: () => (broken ? Promise.reject(new Error("no")) : Promise.resolve()),
    };
    try {
      for (let round = 0; round < 3; round++) {
        expect(await runJob(job)).toBe(true);
        later(10 * MINUTE);
      }
      expect(await JobModel.findById("fragile").lean()).toMatchObject({ outcome: "failed", failures: 3 });
      broken = false;
      expect(await runJob(job)).toBe(true);
    } finally {
      log.error = write;
    }
    expect(errors).toEqual(["job.failed", "job.failed", "job.failed"]);
    expect(await JobModel.findById("fragile").lean()).toMatchObject({ outcome: "done", failures: 0 });
  });

  it("does not overwrite the record after losing its lease", async () => {
    const job = counting();
    job.run = async () => {
      await JobModel.updateOne({ _id: "sweep" }, { $set: { owner: "another" } });
    };
    await runJob(job);
    expect(await JobModel.findById("sweep").lean()).toMatchObject({ owner: "another", endedAt: null });
  });
});

describe("a per-process job", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  it("runs after each interval without a record, never concurrently, until the runner stops", async () => {
    let finish: () => void = () => undefined;
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    startJobRunner([{ name: "refresh", everyMs: MINUTE, isPerProcess: true, run }]);
    vi.advanceTimersByTime(MINUTE - 1);
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(MINUTE);
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    await nextTick();
    vi.advanceTimersByTime(2 * MINUTE);
    expect(run).toHaveBeenCalledTimes(2);
    const stopped = stopJobRunner();
    expect(await Promise.race([stopped.then(() => "stopped"), nextTick("running")])).toBe("running");
    finish();
    await stopped;
    vi.advanceTimersByTime(5 * MINUTE);
    expect(run).toHaveBeenCalledTimes(2);
    expect([await listJobs(), await JobModel.countDocuments()]).toEqual([[], 0]);
  });
});
