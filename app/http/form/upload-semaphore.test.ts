import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { BodyError } from "~/http/body-limits.server";
import { setWait } from "~/platform/clock";
import { acquireUploadPermit } from "./upload-semaphore.server";

afterEach(() => setWait());

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

it("refuses a form that has waited for a minute, and releases its permit", async () => {
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
