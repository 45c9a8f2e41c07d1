import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ConcurrencyLimit, HashQueue, LimitReachedError, type HashPriority } from "./concurrency.server";
import { acquireTokenSlot, releaseTokenSlot } from "./oidc/provider.server";

it("starts queued tasks in order and rejects those over the limit", async () => {
  const limit = new ConcurrencyLimit<string>({ concurrent: 2, waiting: 2 });
  const order: number[] = [];
  const slots = [1, 2, 3, 4].map(async (name) => {
    const release = await limit.acquire("a");
    order.push(name);
    return release;
  });
  await expect(limit.acquire("a")).rejects.toThrow(LimitReachedError);
  await expect(limit.run("a", () => Promise.resolve())).rejects.toThrow(LimitReachedError);
  expect(order).toEqual([1, 2]);
  await (
    await slots[0]
  )?.();
  await yieldToEventLoop();
  expect(order).toEqual([1, 2, 3]);
  await (
    await slots[1]
  )?.();
  await yieldToEventLoop();
  expect(order).toEqual([1, 2, 3, 4]);
});

it("frees a slot once when it is released twice", async () => {
  const limit = new ConcurrencyLimit<string>({ concurrent: 2, waiting: 0 });
  const [release] = [await limit.acquire("a"), await limit.acquire("a")];
  expect(limit.isBusy("a")).toBe(true);
  await release();
  await release();
  expect(limit.isBusy("a")).toBe(false);
  await limit.acquire("a");
  expect(limit.isBusy("a")).toBe(true);
});

it("frees the slot of a failed task and removes an idle key", async () => {
  const limit = new ConcurrencyLimit<number>({ concurrent: 1, waiting: 1 });
  const failed = limit.run(1, () => Promise.reject(new Error("cut off")));
  const second = limit.run(1, () => Promise.resolve("second"));
  const other = await limit.run(2, () => Promise.resolve("other"));
  await expect(failed).rejects.toThrow("cut off");
  expect([await second, other]).toEqual(["second", "other"]);
  expect(limit.size).toBe(0);
});

const all = (queue: HashQueue<string>) => Array.from({ length: queue.length }, () => queue.next());
const at = (rank: HashPriority["rank"], network: string): HashPriority => ({ rank, network });

describe("hash queue", () => {
  it("serves known devices first, then sign-ins, and registrations last", () => {
    const queue = new HashQueue<string>(10);
    queue.add("new", at("registration", "a"));
    queue.add("member", at("member", ""));
    queue.add("someone", at("sign-in", "b"));
    queue.add("new too", at("registration", "b"));
    queue.add("known", at("known device", "c"));
    expect(all(queue)).toEqual(["known", "someone", "member", "new", "new too"]);
  });

  it("queues the jobs of a network beyond two behind all others, except those of known devices", () => {
    const queue = new HashQueue<string>(10);
    for (const n of [1, 2, 3, 4]) queue.add(`crowd ${n}`, at("sign-in", "crowd"));
    queue.add("new elsewhere", at("registration", "home"));
    queue.add("known in the crowd", at("known device", "crowd"));
    expect(all(queue)).toEqual([
      "known in the crowd",
      "crowd 1",
      "crowd 2",
      "new elsewhere",
      "crowd 3",
      "crowd 4",
    ]);
  });

  it("hashes sign-ins before ninety queued registrations and rejects the newest", () => {
    const queue = new HashQueue<string>(64);
    const refused = Array.from({ length: 90 }, (_, n) =>
      queue.add(`new ${n}`, at("registration", `net ${n}`)),
    );
    expect(refused.filter(Boolean)).toHaveLength(26);
    expect(queue.add("sign-in", at("sign-in", "net 1"))).toBe("new 63");
    expect(queue.next()).toBe("sign-in");
  });
});

describe("token slots", () => {
  it("rejects only the newest requests of the network that fills the queue", async () => {
    const started: string[] = [];
    const acquire = async (name: string, network: string, rank: "sign-in" | "known device" = "sign-in") => {
      const isAcquired = await acquireTokenSlot({ rank, network });
      if (isAcquired) started.push(name);
      return isAcquired;
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => acquire(`first ${n}`, "crowd")));
    const crowd = Array.from({ length: 64 }, (_, n) => acquire(`crowd ${n}`, "crowd"));
    expect(await acquire("too many", "crowd")).toBe(false);
    const elsewhere = acquire("elsewhere", "home");
    const knownDevice = acquire("known in the crowd", "crowd", "known device");
    expect(await Promise.all(crowd.slice(-2))).toEqual([false, false]);
    for (let slot = 0; slot < 8; slot++) releaseTokenSlot();
    expect([await elsewhere, await knownDevice]).toEqual([true, true]);
    expect(started.slice(8, 12)).toEqual(["known in the crowd", "crowd 0", "crowd 1", "elsewhere"]);
    for (let slot = 0; slot < 62 + 2; slot++) releaseTokenSlot();
    expect(await Promise.all(crowd.slice(0, -2))).not.toContain(false);
    releaseTokenSlot();
  });
});
