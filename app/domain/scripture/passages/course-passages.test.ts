import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar/local-day";
import {
  COURSE_OF_SEASONS,
  COURSE_ORDINARY,
  COURSE_PSALMS,
  coursePsalm,
  courseReading,
} from "./course-passages";
import { findPassage } from "./passages.server";

const counted = new Map<string, number>();

/** Number of verses of a passage, cached because passages repeat. */
function versesIn(reference: string): number {
  const count = counted.get(reference) ?? findPassage(reference)?.verses.length ?? 0;
  counted.set(reference, count);
  return count;
}

const LISTS = { even: COURSE_ORDINARY[0], odd: COURSE_ORDINARY[1], ...COURSE_OF_SEASONS };

describe("books in course", () => {
  it.each(Object.entries(LISTS))("%s: has complete passages of at most twelve verses", (_name, list) => {
    expect(new Set(list).size).toBe(list.length);
    for (const reference of list) {
      const [, from, to] = /:(\d+)(?:-(\d+))?$/.exec(reference) ?? [];
      expect(findPassage(reference)?.verses.length, reference).toBe(Number(to ?? from) - Number(from) + 1);
      expect(findPassage(reference)?.verses.length, reference).toBeLessThanOrEqual(12);
    }
  });

  it.each([true, false])(
    "has a reading and a psalm on each day of thirty years (seasons %s)",
    (showSeason) => {
      for (let date = "2020-01-01"; date < "2050-01-01"; date = addDays(date, 1)) {
        for (const reference of [courseReading(date, { showSeason }), coursePsalm(date)]) {
          const verses = versesIn(reference);
          if (verses < 1 || verses > 12) expect.fail(`${date}: ${reference} has ${verses} verses`);
        }
      }
    },
    60_000,
  );

  it("continues after Lent, and reads another book in the other year", () => {
    expect(courseReading("2026-01-07", { showSeason: true })).toBe("Mark 1:1-8");
    expect(courseReading("2026-01-08", { showSeason: true })).toBe("Mark 1:9-13");
    expect(courseReading("2027-01-07", { showSeason: true })).toBe("Luke 1:1-4");
    const before = COURSE_ORDINARY[0].indexOf(courseReading("2026-02-17", { showSeason: true }));
    expect(COURSE_ORDINARY[0].indexOf(courseReading("2026-06-01", { showSeason: true }))).toBe(before + 2);
    expect(courseReading("2026-02-19", { showSeason: true })).toBe(COURSE_OF_SEASONS.lent[1]);
    expect(courseReading("2026-04-06", { showSeason: true })).toBe(COURSE_OF_SEASONS.easter[1]);
    expect(courseReading("2027-03-29", { showSeason: true })).not.toBe(
      courseReading("2026-04-06", { showSeason: true }),
    );
  });

  it("reads the passage of a feast only when the Church’s year is followed", () => {
    expect(courseReading("2026-12-25", { showSeason: true })).toBe("Luke 2:8-14");
    expect(courseReading("2026-12-25", { showSeason: false })).not.toBe("Luke 2:8-14");
  });

  it("reads the psalms in order and starts again after the last", () => {
    expect(coursePsalm("2024-01-01")).toBe(COURSE_PSALMS[0]);
    expect(coursePsalm(addDays("2024-01-01", COURSE_PSALMS.length))).toBe(COURSE_PSALMS[0]);
  });
});
