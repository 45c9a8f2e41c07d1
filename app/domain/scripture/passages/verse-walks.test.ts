import { describe, expect, it } from "vitest";
import PASSAGES from "~/content/passages.yaml";
import { churchDay } from "~/domain/calendar/church-day";
import { seasonOf } from "~/domain/calendar/church-year";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { CALENDAR_TRADITIONS, calendarChoice } from "~/domain/calendar/traditions";
import { PASSAGE_PLANS } from "~/domain/member/prayer-settings";
import { isGreatFeast } from "./course-passages";
import { dailyVerse, plannedPassage } from "./passage-plan";
import { findPassage } from "./passages.server";

const DAYS = Array.from({ length: 30 * 365 + 8 }, (_, at) => addDays("2025-01-01", at));
const PEOPLE = [
  ...CALENDAR_TRADITIONS.map((tradition) => ({
    showSeason: true,
    tradition,
    feastsOnSunday: tradition === "lutheran",
  })),
  { showSeason: true, tradition: "roman" as const, feastsOnSunday: true },
  { showSeason: false, tradition: "none" as const, feastsOnSunday: false },
];

/** Passages that repeat within 120 days, as "2027-03-28 Mark 15:33-39 after 3". */
function repeatsOf(passageOf: (date: string) => string): string[] {
  const last = new Map<string, number>();
  return DAYS.flatMap((date, at) => {
    const reference = passageOf(date);
    const before = last.get(reference);
    last.set(reference, at);
    return before !== undefined && at - before <= 120 ? [`${date} ${reference} after ${at - before}`] : [];
  });
}

describe("the daily verse over thirty years", () => {
  it.each(PEOPLE)("repeats for $tradition ($feastsOnSunday) no sooner than after 120 days", (person) => {
    expect(repeatsOf((date) => dailyVerse(date, person))).toEqual([]);
  });

  it("comes from the feast, else from a great season, else from a list of 366", () => {
    const seen = new Set<string>();
    for (const date of DAYS) {
      const followed = { tradition: "roman", feastsOnSunday: false } as const;
      const verse = dailyVerse(date, { showSeason: true, ...followed });
      const { feast } = churchDay(date, followed);
      const season = seasonOf(date);
      const own = feast && PASSAGES.feasts[feast];
      if (own) expect(verse).toBe(own);
      else if (season === "ordinary" || season === "pentecost") seen.add(verse);
      else expect(PASSAGES.seasons[season]).toContain(verse);
    }
    expect([...seen].every((verse) => PASSAGES.verses.includes(verse))).toBe(true);
    expect(new Set(PASSAGES.verses).size).toBe(366);
    expect(dailyVerse("2027-03-26", { showSeason: true })).toBe("Mark 15:33-39");
    expect(dailyVerse("2027-03-28", { showSeason: true })).toBe("John 20:11-18");
  });

  // passages.test.ts compares the other built-in translations; for an operator's, pages fall back to the World English Bible.
  it("has a complete text", () => {
    for (const reference of PASSAGES.verses) {
      const [, from, to] = /:(\d+)(?:-(\d+))?$/.exec(reference) ?? [];
      expect(findPassage(reference)?.verses.length, reference).toBe(Number(to ?? from) - Number(from) + 1);
    }
  });
});

describe("the season's passage over thirty years", () => {
  it.each(PEOPLE)("repeats for $tradition ($feastsOnSunday) no sooner than after 120 days", (person) => {
    expect(repeatsOf((date) => plannedPassage({ plan: "season", since: "", ...person }, date))).toEqual([]);
  });

  it("is the feast's own on Sundays that are feasts", () => {
    for (const date of DAYS.filter((day) => weekdayOf(day) === 0)) {
      const { feast } = churchDay(date, { tradition: "ecumenical", feastsOnSunday: false });
      const own = feast && PASSAGES.feasts[feast];
      if (own) expect(plannedPassage({ plan: "season", since: "", showSeason: true }, date)).toBe(own);
    }
  });
});

describe("great feasts", () => {
  it("have their own passage and pause the book in course", () => {
    for (const person of PEOPLE.filter(({ showSeason }) => showSeason)) {
      const great = DAYS.slice(0, 3652).flatMap((date) => {
        const { feast, rank } = churchDay(date, calendarChoice(person));
        return feast && isGreatFeast(feast, rank) ? [[date, PASSAGES.feasts[feast]] as const] : [];
      });
      // Twenty and more a year, over ten years.
      expect(great.length).toBeGreaterThan(200);
      // Calendars name 15 August differently; in 2027 it is a Sunday, which takes precedence in some of them.
      expect(great.filter(([date]) => date.endsWith("-08-15")).length).toBeGreaterThanOrEqual(8);
      for (const plan of PASSAGE_PLANS)
        expect(
          great.filter(
            ([date, own]) => plannedPassage({ plan, since: "2025-01-01", ...person }, date) !== own,
          ),
        ).toEqual([]);
    }
    const mark = (date: string) =>
      plannedPassage({ plan: "mark", since: "2026-12-22", showSeason: true }, date);
    expect(["2026-12-22", "2026-12-23", "2026-12-24", "2026-12-25", "2026-12-26"].map(mark)).toEqual([
      "Mark 1:1-8",
      "Mark 1:9-13",
      "Luke 2:1-7",
      "Luke 2:8-14",
      "Mark 1:14-20",
    ]);
  });
});
