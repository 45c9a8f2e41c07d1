import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { enterSerialQueue, runInSerialQueue } from "./serial-queue.server";

it("runs the tasks of one member in order, also after a failure, and those of others at once", async () => {
  const started: string[] = [];
  const fail: (() => void)[] = [];
  const first = runInSerialQueue(1, () => {
    started.push("first");
    return new Promise((_resolve, reject) => fail.push(() => reject(new Error("cut off"))));
  });
  const start = (name: string) => () => Promise.resolve(started.push(name));
  const second = runInSerialQueue(1, start("second"));
  await runInSerialQueue(2, start("another’s"));
  await nextTurn();
  expect(started).toEqual(["first", "another’s"]);
  fail[0]?.();
  await expect(first).rejects.toThrow("cut off");
  await second;
  expect(started).toEqual(["first", "another’s", "second"]);
});

it("refuses a task when a hundred wait, and accepts one again when they are done", async () => {
  const finish: (() => void)[] = [];
  const first = runInSerialQueue(3, () => new Promise<void>((resolve) => finish.push(resolve)));
  await nextTurn();
  const waiting = Array.from({ length: 100 }, () => runInSerialQueue(3, () => Promise.resolve()));
  const refused = runInSerialQueue(3, () => Promise.resolve());
  await expect(refused).rejects.toMatchObject({ name: "BodyError", status: 503 });
  const leave = await enterSerialQueue(3, "stream");
  await leave();
  finish[0]?.();
  await Promise.all([first, ...waiting]);
  expect(await runInSerialQueue(3, () => Promise.resolve("run"))).toBe("run");
});
