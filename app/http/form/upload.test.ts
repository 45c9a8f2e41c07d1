import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BodyError } from "~/http/request-body.server";
import { setWait } from "~/platform/clock";
import {
  acquireUploadPermit,
  enforceMinimumSpeed,
  enterSerialQueue,
  MIN_UPLOAD_SPEED,
  runInSerialQueue,
} from "./upload.server";

const chunk = (bytes: number) => ({ done: false, value: new Uint8Array(bytes) });
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
const { bytes, ms } = MIN_UPLOAD_SPEED;

afterEach(() => setWait());

describe("minimum speed", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("rejects a body after a minute at one byte a second", async () => {
    const next = enforceMinimumSpeed();
    let seconds = 0;
    const reading = (async () => {
      for (; ; seconds++) await next(() => after(1000, chunk(1)));
    })();
    const refused = expect(reading).rejects.toMatchObject({ name: "BodyError", status: 503 });
    await vi.advanceTimersByTimeAsync(ms);
    await refused;
    expect(seconds).toBe(59);
  });

  it("rejects a body after a minute without a chunk", async () => {
    const refused = expect(enforceMinimumSpeed()(() => new Promise<never>(() => {}))).rejects.toMatchObject({
      status: 503,
    });
    await vi.advanceTimersByTimeAsync(ms);
    await refused;
  });

  it("accepts a body when each minute brings the minimum, even in one late chunk", async () => {
    const next = enforceMinimumSpeed();
    for (let minute = 0; minute < 5; minute++) {
      const reading = next(() => after(ms - 1, chunk(bytes)));
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect((await reading).value).toHaveLength(bytes);
      const end = next(() => after(1, chunk(1)));
      await vi.advanceTimersByTimeAsync(1);
      await end;
    }
  });

  it("does not count the time that a busy server spends", async () => {
    const next = enforceMinimumSpeed();
    for (let at = 0; at < 10; at++) {
      await next(() => Promise.resolve(chunk(1)));
      await vi.advanceTimersByTimeAsync(ms);
    }
  });

  it("passes on the end of a short body and read errors", async () => {
    const next = enforceMinimumSpeed();
    expect(await next(() => Promise.resolve({ done: true }))).toEqual({ done: true });
    await expect(next(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  });
});

it("runs the tasks of one member in order, even after a failure, and those of others at once", async () => {
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

it("rejects a task while a hundred others are queued", async () => {
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

it("grants two permits at a time, and the next in order when one is released", async () => {
  const granted: string[] = [];
  const permits = ["first", "second", "third", "fourth"].map(async (name) => {
    const release = await acquireUploadPermit();
    granted.push(name);
    return release;
  });
  await nextTurn();
  expect(granted).toEqual(["first", "second"]);
  await (
    await permits[1]
  )?.();
  await nextTurn();
  expect(granted).toEqual(["first", "second", "third"]);
  await (
    await permits[0]
  )?.();
  await nextTurn();
  expect(granted).toHaveLength(4);
  for (const permit of permits.slice(2)) await (await permit)();
});

it("rejects a form when no permit is free within a minute, and releases a late permit", async () => {
  const [first, second] = [await acquireUploadPermit(), await acquireUploadPermit()];
  let endWait = () => {};
  setWait(() => new Promise<void>((resolve) => (endWait = resolve)));
  const late = acquireUploadPermit();
  endWait();
  await expect(late).rejects.toThrow(BodyError);
  await first();
  await nextTurn();
  const next = await acquireUploadPermit();
  await next();
  await second();
});
