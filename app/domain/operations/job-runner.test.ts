import { describe, expect, it } from "vitest";
import { nextRunAt } from "./job-runner.server";

const MINUTE = 60_000;
const ended = new Date("2026-11-21T10:00:00Z");
const waits = (everyMs: number, failures: number) =>
  (nextRunAt({ everyMs }, ended, failures).getTime() - ended.getTime()) / MINUTE;

describe("the next run of a job", () => {
  it("is after its interval, also after one failure", () => {
    expect(waits(5 * MINUTE, 0)).toBe(5);
    expect(waits(5 * MINUTE, 1)).toBe(5);
  });

  it("is delayed by each further failure, at most an hour", () => {
    expect([2, 3, 4, 5, 100].map((failures) => waits(5 * MINUTE, failures))).toEqual([10, 20, 40, 60, 60]);
  });

  it("is never delayed beyond an interval longer than an hour", () => {
    expect([0, 1, 2, 9].map((failures) => waits(24 * 60 * MINUTE, failures))).toEqual([
      1440, 1440, 1440, 1440,
    ]);
  });
});
