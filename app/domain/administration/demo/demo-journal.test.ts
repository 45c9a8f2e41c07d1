import { describe, expect, it } from "vitest";
import BEST_DAY from "~/content/best-day.yaml";
import DEMONSTRATION from "~/content/demonstration.yaml";
import { DEMO_PAGES, demoPage, demoPresence, demoRhythm } from "./demo-journal";

const TODAY = "2026-11-21";
const all = (today: string) => Array.from({ length: DEMO_PAGES }, (_, at) => demoPage(today, at + 1)).flat();

describe("demonstration journal", () => {
  it("covers sixty days up to today, most with an entry", () => {
    expect(DEMONSTRATION.days).toHaveLength(60);
    expect(DEMONSTRATION.days).toContainEqual(BEST_DAY);
    const dates = all(TODAY);
    expect(dates[0]?.date).toBe(TODAY);
    expect(dates.at(-1)?.date).toBe("2026-09-23");
    expect(dates.length).toBeGreaterThan(50);
    expect(dates.flatMap(({ entries }) => entries).length).toBeGreaterThan(80);
  });

  it("is deterministic and moves with the day", () => {
    expect(demoPage(TODAY, 2)).toEqual(demoPage(TODAY, 2));
    const words = (today: string) => all(today).map(({ entries }) => entries);
    expect(words("2024-02-29")).toEqual(words(TODAY));
  });

  it("has no empty answers, calendar dates or exclamation marks", () => {
    for (const { entries } of all(TODAY)) {
      for (const { answers, body, slot } of entries) {
        expect(slot === "none" ? body.length : answers.length).toBeGreaterThan(0);
        for (const text of [...answers.map((answer) => answer.text), ...body]) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toMatch(
            /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|Christmas|Easter|Lent\b|Advent|!/,
          );
        }
      }
    }
  });

  it("shows a rhythm of 28 days and the intention of today", () => {
    const days = demoRhythm();
    expect(days).toHaveLength(28);
    expect(days.at(-1)).toBe("kept");
    expect(demoPresence()).not.toBe("");
  });
});
