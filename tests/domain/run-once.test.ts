import { describe, expect, it, vi } from "vitest";
import { SubmissionModel } from "#models/submission.server";
import { operationsOf } from "#tests/support/count-round-trips";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import { now, setClock } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";

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

  it("fails for all concurrent callers and can be retried", async () => {
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
