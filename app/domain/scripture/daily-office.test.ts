import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar/local-day";
import { officePsalm, officeReading } from "./daily-office";
import { OFFICE_ORDINARY, OFFICE_PSALMS, OFFICE_SEASONS } from "./passages-of-office";
import { findPassage } from "./passages.server";

const counted = new Map<string, number>();

/** How many verses a passage has; the same ones come back through the years. */
function versesIn(reference: string): number {
  const count = counted.get(reference) ?? findPassage(reference)?.verses.length ?? 0;
  counted.set(reference, count);
  return count;
}

const LISTS = { even: OFFICE_ORDINARY[0], odd: OFFICE_ORDINARY[1], ...OFFICE_SEASONS };

describe("the Daily Office", () => {
  it.each(Object.entries(LISTS))("%s: each passage is whole and of twelve verses or fewer", (_name, list) => {
    expect(new Set(list).size).toBe(list.length);
    for (const reference of list) {
      const [, from, to] = /:(\d+)(?:-(\d+))?$/.exec(reference) ?? [];
      expect(findPassage(reference)?.verses.length, reference).toBe(Number(to ?? from) - Number(from) + 1);
      expect(findPassage(reference)?.verses.length, reference).toBeLessThanOrEqual(12);
    }
  });

  it.each([true, false])(
    "has a reading and a psalm on every date of thirty years (seasons %s)",
    (showSeason) => {
      for (let date = "2020-01-01"; date < "2050-01-01"; date = addDays(date, 1)) {
        for (const reference of [officeReading(date, showSeason), officePsalm(date)]) {
          const verses = versesIn(reference);
          if (verses < 1 || verses > 12) expect.fail(`${date}: ${reference} has ${verses} verses`);
        }
      }
    },
    60_000,
  );

  it("reads on from day to day, through Lent's interruption too, and another book in the other year", () => {
    expect(officeReading("2026-01-07", true)).toBe("Mark 1:1-8");
    expect(officeReading("2026-01-08", true)).toBe("Mark 1:9-13");
    expect(officeReading("2027-01-07", true)).toBe("Luke 1:1-4");
    const before = OFFICE_ORDINARY[0].indexOf(officeReading("2026-02-17", true));
    expect(OFFICE_ORDINARY[0].indexOf(officeReading("2026-06-01", true))).toBe(before + 2);
    expect(officeReading("2026-02-19", true)).toBe(OFFICE_SEASONS.lent[1]);
    expect(officeReading("2026-04-06", true)).toBe(OFFICE_SEASONS.easter[1]);
    expect(officeReading("2027-03-29", true)).not.toBe(officeReading("2026-04-06", true));
  });

  it("keeps feasts, unless the Church's year is not followed", () => {
    expect(officeReading("2026-12-25", true)).toBe("Luke 2:8-14");
    expect(officeReading("2026-12-25", false)).not.toBe("Luke 2:8-14");
  });

  it("goes through the psalms", () => {
    expect(officePsalm("2024-01-01")).toBe(OFFICE_PSALMS[0]);
    expect(officePsalm(addDays("2024-01-01", OFFICE_PSALMS.length))).toBe(OFFICE_PSALMS[0]);
  });
});
