import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { inTurn } from "./in-turn.server";

it("what one person sends is taken in turn, whatever became of the one before; others do not wait for it", async () => {
  const begun: string[] = [];
  const fail: (() => void)[] = [];
  const first = inTurn(1, () => {
    begun.push("first");
    return new Promise((_resolve, reject) => fail.push(() => reject(new Error("cut off"))));
  });
  const take = (name: string) => () => Promise.resolve(begun.push(name));
  const second = inTurn(1, take("second"));
  await inTurn(2, take("another’s"));
  await nextTurn();
  expect(begun).toEqual(["first", "another’s"]);
  fail[0]?.();
  await expect(first).rejects.toThrow("cut off");
  await second;
  expect(begun).toEqual(["first", "another’s", "second"]);
});

it("refuses more than a hundred that wait, and takes one again when they are done", async () => {
  const finish: (() => void)[] = [];
  const first = inTurn(3, () => new Promise<void>((resolve) => finish.push(resolve)));
  const waiting = Array.from({ length: 100 }, () => inTurn(3, () => Promise.resolve()));
  const refused = inTurn(3, () => Promise.resolve());
  await expect(refused).rejects.toMatchObject({ name: "BodyError", status: 503 });
  expect(await inTurn(3, () => Promise.resolve("a line of its own"), "stream")).toBe("a line of its own");
  finish[0]?.();
  await Promise.all([first, ...waiting]);
  expect(await inTurn(3, () => Promise.resolve("taken"))).toBe("taken");
});
