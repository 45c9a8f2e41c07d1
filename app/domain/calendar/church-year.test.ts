import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { churchDayLine } from "./church-day";
import { adventOf, CALENDAR_TRADITIONS, easterOf, seasonOf, SEASONS, seasonSpans } from "./church-year";
import { addDays, weekdayOf } from "./local-day";

/** Easter Day and the first Sunday of Advent from almanacs. */
const KNOWN =
  `2010 04-04 11-28, 2011 04-24 11-27, 2012 04-08 12-02, 2013 03-31 12-01, 2014 04-20 11-30, 2015 04-05 11-29,
2016 03-27 11-27, 2017 04-16 12-03, 2018 04-01 12-02, 2019 04-21 12-01, 2020 04-12 11-29, 2021 04-04 11-28,
2022 04-17 11-27, 2023 04-09 12-03, 2024 03-31 12-01, 2025 04-20 11-30, 2026 04-05 11-29, 2027 03-28 11-28,
2028 04-16 12-03, 2029 04-01 12-02, 2030 04-21 12-01, 2031 04-13 11-30, 2032 03-28 11-28, 2033 04-17 11-27,
2034 04-09 12-03, 2035 03-25 12-02, 2036 04-13 11-30, 2037 04-05 11-29, 2038 04-25 11-28, 2039 04-10 11-27`
    .split(/,\s/)
    .map((line) => line.split(" ") as [string, string, string]);

describe("movable feasts", () => {
  it.each(KNOWN)("fall in %s on %s (Easter) and %s (Advent)", (year, easter, advent) => {
    expect(easterOf(Number(year))).toBe(`${year}-${easter}`);
    expect(adventOf(Number(year))).toBe(`${year}-${advent}`);
  });

  it("stay within their bounds for a thousand years", () => {
    for (let year = 1600; year < 2600; year++) {
      const easter = easterOf(year);
      expect(weekdayOf(easter)).toBe(0);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
      const advent = adventOf(year);
      expect(weekdayOf(advent)).toBe(0);
      expect(advent >= `${year}-11-27` && advent <= `${year}-12-03`).toBe(true);
    }
  });
});

describe("seasons", () => {
  it("occur on every day of the week in each year", () => {
    for (const [year] of KNOWN) {
      const seen = new Set<string>();
      for (let date = `${year}-01-01`; date < `${Number(year) + 1}-01-01`; date = addDays(date, 1))
        seen.add(`${seasonOf(date)} ${weekdayOf(date)}`);
      expect(seen.size).toBe(SEASONS.length * 7);
    }
  });

  it.each(SEASONS)("have spans that match seasonOf for %s in thirty years", (season) => {
    const whole = { from: "2020-01-01", to: "2049-12-31" };
    const inSpans = new Set<string>();
    for (const { from, to } of seasonSpans(season, whole))
      for (let date = from; date <= to; date = addDays(date, 1)) inSpans.add(date);
    for (let date = whole.from; date <= whole.to; date = addDays(date, 1))
      if ((seasonOf(date) === season) !== inSpans.has(date)) expect.fail(`${date} ${season}`);
  });

  it("have spans that are latest first and clipped to the given days", () => {
    expect(seasonSpans("lent", { from: "2025-03-10", to: "2026-03-01" })).toEqual([
      { from: "2026-02-18", to: "2026-03-01" },
      { from: "2025-03-10", to: "2025-04-19" },
    ]);
    expect(seasonSpans("christmas", { from: "2025-12-30", to: "2026-12-26" })).toEqual([
      { from: "2026-12-25", to: "2026-12-26" },
      { from: "2026-01-01", to: "2026-01-06" },
      { from: "2025-12-30", to: "2025-12-31" },
    ]);
    expect(seasonSpans("advent", { from: "2026-01-01", to: "2026-02-01" })).toEqual([]);
    expect(seasonSpans("advent", { from: "2026-02-01", to: "2026-01-01" })).toEqual([]);
  });
});

describe("a church day", () => {
  it("has a name on any date in every calendar", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -80_000, max: 80_000 }),
        fc.constantFrom(...CALENDAR_TRADITIONS),
        fc.boolean(),
        (count, tradition, feastsOnSunday) => {
          const line = churchDayLine(addDays("2026-11-21", count), { tradition, feastsOnSunday });
          expect(line).toMatch(/^[A-Z].*, (white|red|green|violet|rose|black|no colour)$/);
          expect(line).not.toMatch(/undefined|NaN|week 0|-\d|\b0th/);
        },
      ),
    );
  });
});
