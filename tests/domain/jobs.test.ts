import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SubmissionModel } from "#models/form-submission.server";
import { JobModel } from "#models/operations.server";
import { operationsOf } from "#tests/support/count-round-trips";
import { MINUTE } from "~/domain/calendar/durations";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import {
  LEASE_MS,
  listJobs,
  runJob,
  startJobRunner,
  stopJobRunner,
  type Job,
} from "~/domain/operations/job-runner.server";
import { now, setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { hashToken } from "~/platform/signing.server";

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
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const job: Job = {
      name: "fragile",
      everyMs: MINUTE,
      run: () => (broken ? Promise.reject(new Error("no")) : Promise.resolve()),
    };
    for (let round = 0; round < 3; round++) {
      expect(await runJob(job)).toBe(true);
      later(10 * MINUTE);
    }
    expect(await JobModel.findById("fragile").lean()).toMatchObject({ outcome: "failed", failures: 3 });
    broken = false;
    expect(await runJob(job)).toBe(true);
    expect(logged.mock.calls.map(([event]) => event)).toEqual(["job.failed", "job.failed", "job.failed"]);
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

/** A run that counts its calls. */
function counted<K>(keep?: K) {
  const state = { runs: 0 };
  const run = () => {
    state.runs++;
    return Promise.resolve({ result: `run ${state.runs}`, keep });
  };
  return { state, run };
}

describe("an idempotent run", () => {
  it("stores any outcome, encrypted, for later calls", async () => {
    const kept = { status: 302, words: ["Be still", null, { deep: true }] };
    const { state, run } = counted(kept);
    expect(await runIdempotent("secret", "content", run)).toEqual({ result: "run 1" });
    expect(await runIdempotent("secret", "content", run)).toEqual({ kept });
    expect(state.runs).toBe(1);
    expect(JSON.stringify(await SubmissionModel.find().lean())).not.toContain("Be still");
  });

  it("runs again with other content or another secret", async () => {
    const { state, run } = counted("kept");
    await runIdempotent("secret", "one password", run);
    expect(await runIdempotent("secret", "another password", run)).toEqual({ result: "run 2" });
    expect(await runIdempotent("another", "one password", run)).toEqual({ result: "run 3" });
    expect(state.runs).toBe(3);
  });

  it("runs again when no outcome was stored", async () => {
    const { run } = counted();
    expect(await runIdempotent("secret", "content", run)).toEqual({ result: "run 1" });
    expect(await runIdempotent("secret", "content", run)).toEqual({ result: "run 2" });
    expect(await SubmissionModel.countDocuments()).toBe(0);
  });

  it("costs as many queries for a hundred concurrent calls as for one", async () => {
    const { state, run } = counted("kept");
    let asked = 0;
    // Resolves after all concurrent callers have called.
    const slow = (count: number) => async () => {
      await vi.waitFor(() => expect(asked).toBe(count));
      return run();
    };
    const ask = (secret: string, count: number) => {
      asked += 1;
      return runIdempotent(secret, "content", slow(count));
    };
    const { collectionName } = SubmissionModel.collection;
    const once = await operationsOf(() => ask("first", 1), collectionName);
    expect(once).toEqual(["insertOne", "updateOne"]);
    asked = 0;
    const hundred = await operationsOf(async () => {
      const all = await Promise.all(Array.from({ length: 100 }, () => ask("second", 100)));
      expect(new Set(all.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    }, collectionName);
    expect(hundred).toEqual(once);
    expect(state.runs).toBe(2);
  });

  it("fails for all concurrent callers when it throws, and can be retried", async () => {
    const fails = () => Promise.reject(new Error("The database is away"));
    const all = await Promise.allSettled([1, 2, 3].map(() => runIdempotent("secret", "content", fails)));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await runIdempotent("secret", "content", counted("kept").run)).toEqual({ result: "run 1" });
  });

  it("polls another process's run with backoff and replaces it when that process was killed", async () => {
    const { run } = counted("kept");
    const running = { _id: hashToken("secret|content"), state: "running" as const };
    const begun = now().getTime();
    await SubmissionModel.create({ ...running, expiresAt: new Date(begun + 24 * 3_600_000) });
    let waited = 0;
    const pauses: number[] = [];
    setClock(() => new Date(begun + waited));
    const pause = (ms: number) => {
      waited += ms;
      pauses.push(ms);
      return Promise.resolve();
    };
    const operations = await operationsOf(async () => {
      expect(await runIdempotent("secret", "content", run, pause)).toEqual({ result: "run 1" });
    });
    expect(pauses.slice(0, 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(waited).toBeGreaterThan(30_000);
    expect(waited).toBeLessThan(31_100);
    // Each poll is a claim and a read; then the lost run is deleted, and a new one is claimed and stored.
    expect(operations.length).toBeLessThanOrEqual(2 * pauses.length + 5);
  });
});
