import { describe, expect, it } from "vitest";
import { nextRunAt } from "./job-runner.server";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "./paging";

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

  it("is not delayed by failures when the interval is longer than an hour", () => {
    expect([0, 1, 2, 9].map((failures) => waits(24 * 60 * MINUTE, failures))).toEqual([
      1440, 1440, 1440, 1440,
    ]);
  });
});

const { day, id, moment, milliseconds } = CURSOR_PARTS;
const cursors = cursorCodec<{ on: string | null; at: Date; id: string }>({
  on: nullablePart(day),
  at: moment,
  id,
});

describe("a cursor", () => {
  it.each([
    [{ on: "2026-11-21", at: new Date(1_795_000_000_123), id: "AbC-_1" }, "2026-11-21.mwm0nkaj.AbC-_1"],
    [{ on: null, at: new Date(0), id: "x" }, ".0.x"],
  ])("is written and read back", (cursor, text) => {
    expect(cursors.write(cursor)).toBe(text);
    expect(cursors.read(text)).toEqual(cursor);
  });

  it("is written in milliseconds for API clients and older URLs", () => {
    const alerts = cursorCodec<{ at: Date; id: string }>({ at: milliseconds, id });
    expect(alerts.write({ at: new Date(1_795_000_000_123), id: "a" })).toBe("1795000000123.a");
    expect(alerts.read(`${"9".repeat(15)}.a`)?.at.getTime()).toBe(999_999_999_999_999);
  });

  it.each([
    null,
    "",
    "2026-11-21",
    "2026-99-21.a.x",
    ".a.",
    ".a.x.y",
    ".A.x",
    ".a.$ne",
    `.${"z".repeat(10)}.x`,
  ])("rejects %s", (text) => expect(cursors.read(text)).toBeUndefined());
});
