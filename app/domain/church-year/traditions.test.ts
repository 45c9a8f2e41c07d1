import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar/local-day";
import { TRADITIONS, churchLine, churchName, type Tradition } from "./traditions";
import { churchDay } from "./church-year";

describe("the season line", () => {
  it.each<[string, Tradition, string]>([
    ["2026-11-20", "ecumenical", "Friday of the 25th week after Pentecost, green"],
    ["2026-11-20", "roman", "Friday of the 33rd week in Ordinary Time, green"],
    ["2026-11-22", "roman", "34th Sunday in Ordinary Time, green"],
    ["2025-06-22", "roman", "12th Sunday in Ordinary Time, green"],
    ["2026-06-14", "roman", "11th Sunday in Ordinary Time, green"],
    ["2026-01-11", "roman", "Sunday, the Baptism of the Lord, green"],
    ["2026-01-18", "roman", "Second Sunday in Ordinary Time, green"],
    ["2026-02-15", "roman", "Sixth Sunday in Ordinary Time, green"],
    ["2026-04-02", "roman", "Holy Thursday, violet"],
    ["2026-04-05", "roman", "Easter Sunday, gold"],
    ["2026-11-20", "anglican", "Friday of the 24th week after Trinity, green"],
    ["2026-06-02", "anglican", "Tuesday of the week of Trinity, green"],
    ["2026-06-07", "anglican", "First Sunday after Trinity, green"],
    ["2026-05-31", "anglican", "Trinity Sunday, green"],
    ["2026-01-18", "anglican", "Second Sunday after Epiphany, green"],
    ["2026-12-01", "anglican", "Tuesday of the first week of Advent, violet"],
  ])("%s, %s: %s", (date, tradition, line) => expect(churchLine(date, tradition)).toBe(line));

  it("is the calendar's own where no tradition has other words", () => {
    for (let date = "2024-01-01"; date < "2030-01-01"; date = addDays(date, 1))
      expect(churchLine(date, "ecumenical")).toBe(churchDay(date).line);
  });

  it("counts no week below the first or above the 34th, on every date of 30 years", () => {
    for (let date = "2020-01-01"; date < "2050-01-01"; date = addDays(date, 1)) {
      for (const tradition of TRADITIONS) {
        const name = churchName(date, tradition);
        const [, week] = /^(\d+)(?:st|nd|rd|th) /.exec(name) ?? [];
        if (/undefined|NaN/.test(name) || (week && (Number(week) < 1 || Number(week) > 34)))
          expect.fail(`${date} ${tradition}: ${name}`);
      }
    }
  });
});
