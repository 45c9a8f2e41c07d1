import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { churchDay } from "~/domain/calendar/church-day";
import { CALENDAR_TRADITIONS } from "~/domain/calendar/church-year";
import { addDays, daysBetween, isDay, weekdayOf } from "~/domain/calendar/local-day";
import {
  addMonths,
  dayLabel,
  lastDay,
  marksByDay,
  monthGrid,
  parseMonth,
  parseYear,
  yearGrid,
} from "./calendar";
import { chooseRemembered, rememberedDays, sameChurchDay, sameDate } from "./on-this-day.server";

const months = fc
  .record({ year: fc.integer({ min: 1, max: 8999 }), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, month }) => `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`);
const days = fc.integer({ min: 0, max: 365 * 60 }).map((n) => addDays("1999-12-25", n));

describe("a month", () => {
  it("has every day once, under its weekday, in order", () => {
    fc.assert(
      fc.property(months, fc.constantFrom(0, 1, 6), (month, weekStart) => {
        const weeks = monthGrid(month, new Map(), "2026-11-21", weekStart);
        const cells = weeks.flat().filter((cell) => cell !== null);
        expect(weeks.every((week) => week.length === 7)).toBe(true);
        expect(cells.map(({ date }) => date)).toEqual(
          Array.from({ length: 31 }, (_, n) => `${month}-${String(n + 1).padStart(2, "0")}`).filter(isDay),
        );
        for (const week of weeks)
          week.forEach((cell, at) => cell && expect(weekdayOf(cell.date)).toBe((at + weekStart) % 7));
        expect(weeks.every((week) => week.some((cell) => cell))).toBe(true);
        expect(addMonths(addMonths(month, 17), -17)).toBe(month);
        expect(isDay(lastDay(month))).toBe(true);
        expect(parseMonth(month)).toBe(month);
      }),
    );
  });

  it("describes the entries of a day", () => {
    const marks = marksByDay([
      { forDate: "2026-11-20", slot: "morning" },
      { forDate: "2026-11-20", slot: "none" },
      { forDate: "2026-11-20", slot: "morning" },
    ]);
    const cell = monthGrid("2026-11", marks, "2026-11-21")
      .flat()
      .find((one) => one?.date === "2026-11-20");
    expect(cell && dayLabel(cell)).toBe("Friday, 20 November 2026: morning, free page");
  });

  it.each([
    ["2026-11", "2026-11"],
    ["2026-13", undefined],
    ["0000-01", undefined],
    ["2026-1", undefined],
    ["9999-12", undefined],
    ["10000-01", undefined],
    [null, undefined],
    ["$ne", undefined],
  ])("parses %j as %j", (text, month) => expect(parseMonth(text)).toBe(month));
});

describe("a year", () => {
  it.each([
    ["2024", 366],
    ["2026", 365],
  ])("has each day of %s once, %i in all", (year, count) => {
    const rows = yearGrid(year, new Map(), "2026-11-21");
    const dates = rows.flat().flatMap((cell) => cell?.date ?? []);
    expect(rows).toHaveLength(31);
    expect(new Set(dates).size).toBe(count);
    expect(dates.every(isDay)).toBe(true);
    expect(parseYear(year)).toBe(year);
    expect(["26", "0000", "9999"].map(parseYear)).toEqual([undefined, undefined, undefined]);
  });
});

describe("days of other years", () => {
  it("agree with a scan of all days of the year", { tags: ["release"] }, () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 2000, max: 2060 }),
        fc.constantFrom(...CALENDAR_TRADITIONS),
        (date, year, church) => {
          const followed = { tradition: church, feastsOnSunday: false };
          const { id, season } = churchDay(date, followed);
          const all = Array.from({ length: 366 }, (_, n) => addDays(`${year}-01-01`, n));
          const expected =
            season === "christmas"
              ? []
              : all.filter((day) => day.startsWith(String(year)) && churchDay(day, followed).id === id);
          const found = sameChurchDay(date, year, followed);
          expect(found === undefined ? [] : [found]).toEqual(expected.slice(0, 1));
          expect(expected.length).toBeLessThan(2);
          expect(sameDate(date, year)).toBe(
            isDay(`${year}${date.slice(4)}`) ? `${year}${date.slice(4)}` : undefined,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it("are past and distinct, and chosen by date alone when the member does not follow the church year", () => {
    fc.assert(
      fc.property(days, (date) => {
        const all = rememberedDays(date, { tradition: "ecumenical", feastsOnSunday: false });
        expect(new Set(all.map((day) => day.date)).size).toBe(all.length);
        expect(all.every((day) => day.date < date && daysBetween(day.date, date) > 300)).toBe(true);
        expect(rememberedDays(date, null).every(({ because }) => because === "date")).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("are limited to three: one of each day first, and at least one by church year", () => {
    const day = (forDate: string, because: "date" | "church", id = forDate) => ({ forDate, because, id });
    const dates = ["2025-11-21", "2024-11-21", "2023-11-21"].map((date) => day(date, "date"));
    const again = day("2025-11-21", "date", "again");
    const church = day("2024-11-23", "church");
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(chooseRemembered([...dates, again]))).toEqual(["2025-11-21", "2024-11-21", "2023-11-21"]);
    expect(ids(chooseRemembered([...dates, again, church]))).toEqual([
      "2025-11-21",
      "2024-11-21",
      "2024-11-23",
    ]);
    expect(ids(chooseRemembered([dates[0]!, again]))).toEqual(["2025-11-21", "again"]);
    expect(chooseRemembered([])).toEqual([]);
  });
});
