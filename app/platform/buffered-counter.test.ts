import { expect, it } from "vitest";
import { BufferedCounter } from "./buffered-counter";

it("keeps a count that could not be flushed, those after it, and those added during the flush", async () => {
  const counts = new BufferedCounter<"a" | "b" | "c">();
  counts.increment("a", 2);
  counts.increment("b");
  counts.increment("c");
  const written: [string, number][] = [];
  const full = counts.flush((key, count) => {
    if (key === "b") {
      counts.increment("b");
      return Promise.reject(new Error("The disk is full."));
    }
    written.push([key, count]);
    return Promise.resolve();
  });
  await expect(full).rejects.toThrow("full");
  expect(written).toEqual([["a", 2]]);
  expect([...counts.drain()].sort()).toEqual([
    ["b", 2],
    ["c", 1],
  ]);
});

it("leaves counts added during a flush for the next one", async () => {
  const counts = new BufferedCounter<"requests" | "errors">();
  counts.increment("requests", 3);
  counts.increment("errors");
  const written: [string, number][] = [];
  await counts.flush((key, count) => {
    written.push([key, count]);
    if (written.length > 10) return Promise.reject(new Error("It goes on."));
    counts.increment("requests");
    counts.increment("errors");
    return Promise.resolve();
  });
  expect(written).toEqual([
    ["requests", 3],
    ["errors", 2],
  ]);
  expect([...counts.drain()].sort()).toEqual([
    ["errors", 1],
    ["requests", 2],
  ]);
});
