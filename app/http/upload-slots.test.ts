import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { setWait } from "~/platform/clock";
import { BodyError } from "./body-limits.server";
import { uploadSlot } from "./upload-slots.server";

afterEach(() => setWait());

it("looks at two large forms together, and hands a slot on in order", async () => {
  const order: string[] = [];
  const slots = ["first", "second", "third", "fourth"].map((name) => ({ name, slot: uploadSlot() }));
  for (const { name, slot } of slots) void slot.take().then(() => order.push(name));
  await nextTurn();
  expect(order).toEqual(["first", "second"]);
  await slots[1]?.slot.over();
  await nextTurn();
  expect(order).toEqual(["first", "second", "third"]);
  for (const { slot } of slots) await slot.over();
  await nextTurn();
  expect(order).toHaveLength(4);
  await slots[3]?.slot.over();
});

it("refuses a form that has waited for a minute, and keeps no slot for it", async () => {
  const [one, other, late, next] = [uploadSlot(), uploadSlot(), uploadSlot(), uploadSlot()];
  await one.take();
  await other.take();
  let giveUp = () => {};
  setWait(() => new Promise<void>((resolve) => (giveUp = resolve)));
  const waited = late.take();
  giveUp();
  await expect(waited).rejects.toThrow(BodyError);
  await late.over();
  await one.over();
  await nextTurn();
  await next.take();
  await next.over();
  await other.over();
});
