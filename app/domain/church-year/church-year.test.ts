import fc from "#tests/support/properties";
import { describe, expect, it } from "vitest";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { SEASONS, adventOf, churchDay, easterOf } from "./church-year";

/** Easter Day and the first Sunday of Advent as almanacs print them. */
const KNOWN =
  `2010 04-04 11-28, 2011 04-24 11-27, 2012 04-08 12-02, 2013 03-31 12-01, 2014 04-20 11-30, 2015 04-05 11-29,
2016 03-27 11-27, 2017 04-16 12-03, 2018 04-01 12-02, 2019 04-21 12-01, 2020 04-12 11-29, 2021 04-04 11-28,
2022 04-17 11-27, 2023 04-09 12-03, 2024 03-31 12-01, 2025 04-20 11-30, 2026 04-05 11-29, 2027 03-28 11-28,
2028 04-16 12-03, 2029 04-01 12-02, 2030 04-21 12-01, 2031 04-13 11-30, 2032 03-28 11-28, 2033 04-17 11-27,
2034 04-09 12-03, 2035 03-25 12-02, 2036 04-13 11-30, 2037 04-05 11-29, 2038 04-25 11-28, 2039 04-10 11-27`
    .split(/,\s/)
    .map((line) => line.split(" ") as [string, string, string]);

describe("the feasts that move", () => {
  it.each(KNOWN)("%s: Easter %s, Advent %s", (year, easter, advent) => {
    expect(easterOf(Number(year))).toBe(`${year}-${easter}`);
    expect(adventOf(Number(year))).toBe(`${year}-${advent}`);
  });

  it("keep their bounds for a thousand years", () => {
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

describe("a day in the Church's year", () => {
  it.each([
    ["2026-11-20", "ordinary", "Friday of the 25th week after Pentecost, green"],
    ["2025-11-14", "ordinary", "Friday of the 22nd week after Pentecost, green"],
    ["2026-11-28", "ordinary", "Saturday of the 26th week after Pentecost, green"],
    ["2026-11-29", "advent", "First Sunday of Advent, violet"],
    ["2026-12-23", "advent", "Wednesday of the fourth week of Advent, violet"],
    ["2026-12-24", "advent", "Thursday, Christmas Eve, violet"],
    ["2026-12-25", "christmas", "Friday, Christmas Day, gold"],
    ["2027-01-05", "christmas", "Tuesday, Christmas, gold"],
    ["2027-01-06", "christmas", "Wednesday, Epiphany, gold"],
    ["2027-01-07", "ordinary", "Thursday after Epiphany, green"],
    ["2027-01-09", "ordinary", "Saturday after Epiphany, green"],
    ["2027-01-10", "ordinary", "First Sunday after Epiphany, green"],
    ["2026-02-17", "ordinary", "Tuesday of the sixth week after Epiphany, green"],
    ["2026-02-18", "lent", "Ash Wednesday, violet"],
    ["2026-02-19", "lent", "Thursday after Ash Wednesday, violet"],
    ["2026-02-22", "lent", "First Sunday of Lent, violet"],
    ["2026-03-28", "lent", "Saturday of the fifth week of Lent, violet"],
    ["2026-03-29", "lent", "Palm Sunday, violet"],
    ["2026-03-31", "lent", "Tuesday of Holy Week, violet"],
    ["2026-04-03", "lent", "Good Friday, violet"],
    ["2026-04-05", "easter", "Sunday, Easter Day, gold"],
    ["2026-04-07", "easter", "Tuesday of Easter week, gold"],
    ["2026-04-12", "easter", "Second Sunday of Easter, gold"],
    ["2026-05-14", "easter", "Thursday, Ascension Day, gold"],
    ["2026-05-23", "easter", "Saturday of the seventh week of Easter, gold"],
    ["2026-05-24", "pentecost", "Sunday, Pentecost, red"],
    ["2026-05-30", "pentecost", "Saturday of the week of Pentecost, red"],
    ["2026-05-31", "ordinary", "Trinity Sunday, green"],
    ["2026-06-07", "ordinary", "Second Sunday after Pentecost, green"],
  ])("%s", (date, season, line) => expect(churchDay(date)).toMatchObject({ season, line }));

  it("has every season in every year, each weekday in each, and changes its week on Sundays", () => {
    for (const [year] of KNOWN) {
      const seen = new Set<string>();
      for (let date = `${year}-01-01`; date < `${Number(year) + 1}-01-01`; date = addDays(date, 1)) {
        seen.add(`${churchDay(date).season} ${weekdayOf(date)}`);
      }
      expect(seen.size).toBe(SEASONS.length * 7);
    }
  });

  it("has a name on any day", () => {
    fc.assert(
      fc.property(fc.integer({ min: -80_000, max: 80_000 }), (count) => {
        const { season, line, name } = churchDay(addDays("2026-11-21", count));
        expect(SEASONS).toContain(season);
        expect(line).not.toMatch(/undefined|NaN|week 0|-\d/);
        expect(name).not.toBe("");
      }),
    );
  });
});
