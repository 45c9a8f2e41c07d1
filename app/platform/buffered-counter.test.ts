import { expect, it } from "vitest";
import { BufferedCounter } from "./buffered-counter";

it("keeps a count that could not be flushed, those after it, and those added during the flush", async () => {
  const counts = new BufferedCounter<"a" | "b" | "c">();
  counts.note("a", 2);
  counts.note("b");
  counts.note("c");
  const written: [string, number][] = [];
  const full = counts.write((key, count) => {
    if (key === "b") {
      counts.note("b");
      return Promise.reject(new Error("The disk is full."));
    }
    written.push([key, count]);
    return Promise.resolve();
  });
  await expect(full).rejects.toThrow("full");
  expect(written).toEqual([["a", 2]]);
  expect([...counts.take()].sort()).toEqual([
    ["b", 2],
    ["c", 1],
  ]);
});

it("leaves counts added during a flush for the next one", async () => {
  const counts = new BufferedCounter<"requests" | "errors">();
  counts.note("requests", 3);
  counts.note("errors");
  const written: [string, number][] = [];
  await counts.write((key, count) => {
    written.push([key, count]);
    if (written.length > 10) return Promise.reject(new Error("It goes on."));
    counts.note("requests");
    counts.note("errors");
    return Promise.resolve();
  });
  expect(written).toEqual([
    ["requests", 3],
    ["errors", 2],
  ]);
  expect([...counts.take()].sort()).toEqual([
    ["errors", 1],
    ["requests", 2],
  ]);
});
