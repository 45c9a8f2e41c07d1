import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { ConcurrencyLimit, LimitReachedError } from "./concurrency-limit.server";

it("starts waiting work in order when a slot is free, and refuses the rest", async () => {
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
  await nextTurn();
  expect(order).toEqual([1, 2, 3]);
  await (
    await slots[1]
  )?.();
  await nextTurn();
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

it("frees the slot of work that fails, and forgets a key that has none", async () => {
  const limit = new ConcurrencyLimit<number>({ concurrent: 1, waiting: 1 });
  const failed = limit.run(1, () => Promise.reject(new Error("cut off")));
  const second = limit.run(1, () => Promise.resolve("second"));
  const other = await limit.run(2, () => Promise.resolve("other"));
  await expect(failed).rejects.toThrow("cut off");
  expect([await second, other]).toEqual(["second", "other"]);
  expect(limit.size).toBe(0);
});
