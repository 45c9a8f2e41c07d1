import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/journal/local-day";
import { TRADITIONS, churchLine, churchName, type Tradition } from "./church-words";
import { churchDay } from "./church-year";

describe("the season line", () => {
  it.each<[string, Tradition, string]>([
    ["2026-11-20", "ecumenical", "Friday, week 25 after Pentecost, green"],
    ["2026-11-20", "roman", "Friday, week 33 of Ordinary Time, green"],
    ["2026-11-22", "roman", "Sunday, week 34 of Ordinary Time, green"],
    ["2025-06-22", "roman", "Sunday, week 12 of Ordinary Time, green"],
    ["2026-06-14", "roman", "Sunday, week 11 of Ordinary Time, green"],
    ["2026-01-11", "roman", "Sunday, the Baptism of the Lord, green"],
    ["2026-01-18", "roman", "Sunday, week 2 of Ordinary Time, green"],
    ["2026-02-15", "roman", "Sunday, week 6 of Ordinary Time, green"],
    ["2026-04-02", "roman", "Holy Thursday, violet"],
    ["2026-04-05", "roman", "Easter Sunday, gold"],
    ["2026-11-20", "anglican", "Friday, week 24 after Trinity, green"],
    ["2026-06-02", "anglican", "Tuesday, the week of Trinity, green"],
    ["2026-06-07", "anglican", "Sunday, week 1 after Trinity, green"],
    ["2026-05-31", "anglican", "Trinity Sunday, green"],
    ["2026-01-18", "anglican", "Sunday, week 2 after Epiphany, green"],
    ["2026-12-01", "anglican", "Tuesday, week 1 of Advent, violet"],
  ])("%s, %s: %s", (date, tradition, line) => expect(churchLine(date, tradition)).toBe(line));

  it("is the calendar's own where no tradition has other words", () => {
    for (let date = "2024-01-01"; date < "2030-01-01"; date = addDays(date, 1))
      expect(churchLine(date, "ecumenical")).toBe(churchDay(date).line);
  });

  it("counts the weeks of Ordinary Time from 1 to 34, none missing after Pentecost, on every date of 30 years", () => {
    for (let date = "2020-01-01"; date < "2050-01-01"; date = addDays(date, 1)) {
      for (const tradition of TRADITIONS) {
        const name = churchName(date, tradition);
        const [, week] = /^week (\d+) /.exec(name) ?? [];
        if (/undefined|NaN/.test(name) || (week && (Number(week) < 1 || Number(week) > 34)))
          expect.fail(`${date} ${tradition}: ${name}`);
      }
    }
  });
});
