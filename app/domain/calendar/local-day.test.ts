import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { reflectionDay, slotAt } from "~/domain/member/prayer-times";
import { addDays, daysBetween, isDay, localMoment, weekdayName, weekdayOf } from "./local-day";

const zones = Intl.supportedValuesOf("timeZone");
const instant = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((milliseconds) => new Date(milliseconds));
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
const DEFAULTS = { morningPromptTime: "06:00", eveningPromptTime: "18:00" };

describe("a local moment", () => {
  it.each([
    ["2026-11-21T23:30:00Z", "", "2026-11-21", "23:30"],
    ["2026-11-21T23:30:00Z", "Atlantis/Lost", "2026-11-21", "23:30"],
    ["2026-11-21T23:30:00Z", "Europe/Berlin", "2026-11-22", "00:30"],
    ["2026-11-21T23:30:00Z", "America/Los_Angeles", "2026-11-21", "15:30"],
    ["2026-11-21T20:30:00Z", "Asia/Kathmandu", "2026-11-22", "02:15"],
    // Clocks go forward: 02:00 to 03:00 is skipped.
    ["2026-03-29T00:59:00Z", "Europe/Berlin", "2026-03-29", "01:59"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29", "03:00"],
    // Clocks go back: 01:30 occurs twice.
    ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", "01:30"],
    ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", "01:30"],
    // Samoa skipped this day.
    ["2011-12-30T09:59:00Z", "Pacific/Apia", "2011-12-29", "23:59"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31", "00:00"],
  ])("%s in %s is %s %s", (moment, zone, date, time) => {
    expect(localMoment(new Date(moment), zone)).toEqual({ date, time });
  });

  it("agrees with toLocaleString in every zone", () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (moment, zone) => {
        const { date, time } = localMoment(moment, zone);
        expect(`${date} ${time}`).toBe(moment.toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16));
      }),
    );
  });
});

describe("days", () => {
  it.each([
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "26-01-01",
    "",
    "2026-00-10",
    "2026-01-01T00:00",
    "0000-00-00",
    "0000-01-01",
    "9999-12-31",
  ])("rejects %s", (text) => expect(isDay(text)).toBe(false));

  it("are added across months, years and leap days", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (count) => {
        const day = addDays("2026-11-21", count);
        expect(isDay(day)).toBe(true);
        expect(daysBetween("2026-11-21", day)).toBe(count);
        expect(weekdayOf(day)).toBe((((6 + count) % 7) + 7) % 7);
      }),
    );
  });

  it("have names of weekdays", () => expect(weekdayName("2026-11-21")).toBe("Saturday"));
});

describe("the due slot", () => {
  it.each([
    ["03:00", "morning"],
    ["06:00", "morning"],
    ["15:59", "morning"],
    ["16:00", "evening"],
    ["23:59", "evening"],
    ["00:00", "evening"],
    ["02:59", "evening"],
  ])("at %s is %s with default times", (time, slot) => expect(slotAt(time, DEFAULTS)).toBe(slot));

  it("begins earlier with earlier prayer times", () => {
    expect(slotAt("02:30", { morningPromptTime: "03:00", eveningPromptTime: "18:00" })).toBe("morning");
    expect(slotAt("14:00", { morningPromptTime: "05:00", eveningPromptTime: "14:30" })).toBe("evening");
  });

  it("is the chosen one at each prayer time", () => {
    fc.assert(
      fc.property(clock, clock, (a, b) => {
        fc.pre(a !== b);
        const times = { morningPromptTime: a < b ? a : b, eveningPromptTime: a < b ? b : a };
        expect(slotAt(times.morningPromptTime, times)).toBe("morning");
        expect(slotAt(times.eveningPromptTime, times)).toBe("evening");
      }),
    );
  });

  it("uses default hours when the evening comes first", () => {
    const turned = { morningPromptTime: "20:00", eveningPromptTime: "07:00" };
    expect(slotAt("07:00", turned)).toBe("morning");
    expect(slotAt("20:00", turned)).toBe("evening");
  });
});

describe("the day of a reflection", () => {
  const at = (date: string, time: string) => ({ date, time });

  it("is yesterday for an evening after midnight, today for a morning", () => {
    expect(reflectionDay("evening", at("2026-11-21", "00:30"), DEFAULTS)).toBe("2026-11-20");
    expect(reflectionDay("morning", at("2026-11-21", "00:30"), DEFAULTS)).toBe("2026-11-21");
    expect(reflectionDay("evening", at("2026-11-21", "03:00"), DEFAULTS)).toBe("2026-11-21");
    expect(reflectionDay("evening", at("2026-11-21", "23:59"), DEFAULTS)).toBe("2026-11-21");
  });

  it("never decreases and is never in the future", () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: 90_000_000 }),
        clock,
        clock,
        (moment, later, morning, evening) => {
          const times = { morningPromptTime: morning, eveningPromptTime: evening };
          const [before, after] = [moment, new Date(moment.getTime() + later)].map((when) =>
            localMoment(when, ""),
          );
          const days = [before, after].map((local) => local && reflectionDay("evening", local, times));
          expect(days[0]! <= days[1]!).toBe(true);
          expect(days[1]! <= after!.date).toBe(true);
        },
      ),
    );
  });
});
