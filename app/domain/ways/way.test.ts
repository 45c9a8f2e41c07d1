import { describe, expect, it } from "vitest";
import { dayOfWalkOn, leaveWalk, NO_WALKS, startWalk, type Begins, type Way } from "./way";

const day = { title: "", passage: "", point: "", questions: [], closing: "", writer: "" };
const way = (begins: Begins): Way => ({
  ...{ name: "", by: "", language: "", licence: "", begins, sundays: "apart" },
  days: [day, day, day],
});
const begin = (
  walks: typeof NO_WALKS,
  slot: "morning" | "evening",
  id: string,
  today: string,
  again = false,
) => startWalk(walks, slot, { id, name: id }, { today, again });

describe("a walk", () => {
  it("continues where it was left, and uses one slot at a time", () => {
    const first = begin(NO_WALKS, "morning", "grief", "2026-11-23");
    const other = begin(first, "morning", "decision", "2026-11-25");
    expect(other).toEqual({
      morning: { way: "decision", name: "decision", since: "2026-11-25" },
      evening: null,
      before: { grief: "2026-11-23" },
    });
    const both = begin(other, "evening", "grief", "2026-12-01");
    expect(both.evening?.since).toBe("2026-11-23");
    const moved = begin(both, "evening", "decision", "2026-12-02");
    expect(moved).toEqual({
      morning: null,
      evening: { way: "decision", name: "decision", since: "2026-11-25" },
      before: { grief: "2026-11-23" },
    });
    expect(begin(moved, "morning", "grief", "2027-01-01", true).morning?.since).toBe("2027-01-01");
    expect(leaveWalk(leaveWalk(moved, "decision"), "decision")).toEqual({
      morning: null,
      evening: null,
      before: { grief: "2026-11-23", decision: "2026-11-25" },
    });
  });

  it("proposes the next day not prayed, and keeps today's, if the way has no dates", () => {
    const walk = { way: "grief", name: "", since: "2026-11-23" };
    const on = (date: string, prayed: [number, string][]) =>
      dayOfWalkOn(way("any"), walk, date, new Map(prayed));
    expect(on("2026-11-22", [])).toBeUndefined();
    // Three days without a prayer: the second day is still the next one.
    expect(on("2026-11-27", [[1, "2026-11-23"]])).toBe(2);
    expect(on("2026-11-23", [[1, "2026-11-23"]])).toBe(1);
    const whole: [number, string][] = [
      [1, "2026-11-23"],
      [3, "2026-11-24"],
      [2, "2026-11-25"],
    ];
    expect(on("2026-11-25", whole)).toBe(2);
    expect(on("2026-11-26", whole)).toBeUndefined();
  });

  it("has the day of its date in the year it was begun for, and does not begin again by itself", () => {
    const lent = way({ feast: "ash-wednesday", plus: 0 });
    const walk = { way: "lent", name: "", since: "2026-11-23" };
    const on = (date: string) => dayOfWalkOn(lent, walk, date, new Map());
    expect([on("2026-11-23"), on("2027-02-10"), on("2027-02-12"), on("2028-03-01")]).toEqual([
      undefined,
      1,
      3,
      undefined,
    ]);
  });
});
