import { describe, expect, it } from "vitest";
import PASSAGES from "~/content/passages.yaml";
import { churchDay } from "~/domain/calendar/church-day";
import { CALENDAR_TRADITIONS, calendarChoice, seasonOf } from "~/domain/calendar/church-year";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { TIERS } from "~/domain/member/plan";
import { PASSAGE_PLANS } from "~/domain/member/prayer-settings";
import { lastVerse } from "~/domain/scripture/bible/references.server";
import {
  BOOK_PASSAGES,
  COURSE_OF_SEASONS,
  COURSE_ORDINARY,
  COURSE_PSALMS,
  coursePsalm,
  courseReading,
  dailyVerse,
  effectivePlan,
  isGreatFeast,
  plannedPassage,
} from "./passage-plan";
import { dailyPassage, findPassage } from "./passages.server";

const LISTS = {
  ...{ ...PASSAGES.seasons, ...BOOK_PASSAGES, feasts: [...new Set(Object.values(PASSAGES.feasts))] },
  ...{ even: COURSE_ORDINARY[0], odd: COURSE_ORDINARY[1], courseOfLent: COURSE_OF_SEASONS.lent },
  ...{ courseOfEaster: COURSE_OF_SEASONS.easter, verses: PASSAGES.verses },
};
const DAYS = Array.from({ length: 30 * 365 + 8 }, (_, at) => addDays("2025-01-01", at));
/** Four years include a leap day, an early and a late Easter; only the release tests check thirty. */
const RANGES = [
  { years: "four years", days: DAYS.slice(0, 4 * 365 + 1), tags: [] },
  { years: "thirty years", days: DAYS, tags: ["release"] },
];
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
function repeatsOf(days: string[], passageOf: (date: string) => string): string[] {
  const last = new Map<string, number>();
  return days.flatMap((date, at) => {
    const reference = passageOf(date);
    const before = last.get(reference);
    last.set(reference, at);
    return before !== undefined && at - before <= 120 ? [`${date} ${reference} after ${at - before}`] : [];
  });
}

describe("lists of passages", () => {
  it("have at least four hundred passages in total, and 366 daily verses", () => {
    expect(new Set(Object.values(LISTS).flat()).size).toBeGreaterThanOrEqual(400);
    expect(PASSAGES.verses).toHaveLength(366);
  });

  // passages.test.ts compares the other built-in translations; for an operator's, pages fall back to the World English Bible.
  it.each(Object.entries(LISTS))("%s has complete, distinct passages of at most 12 verses", (name, list) => {
    expect(new Set(list).size).toBe(list.length);
    for (const reference of list) {
      const { verses = [] } = findPassage(reference) ?? {};
      const [, from, to] = /:(\d+)(?:-(\d+))?$/.exec(reference) ?? [];
      expect(verses.length, reference).toBe(Number(to ?? from) - Number(from) + 1);
      expect(verses.length, reference).toBeLessThanOrEqual(12);
      if (name === "verses")
        expect(
          verses.every(({ text }) => text.length > 10),
          reference,
        ).toBe(true);
    }
  });

  it.each([
    ["mark", "Mark", 16],
    ["philippians", "Phil", 4],
    ["ruth", "Ruth", 4],
    ["jonah", "Jonah", 4],
  ] as const)("%s is read from the first verse to the last, nothing twice", (plan, book, chapters) => {
    const read = BOOK_PASSAGES[plan].flatMap(
      (reference) =>
        findPassage(reference)?.verses.map(({ chapter, number }) => `${chapter}.${number}`) ?? [],
    );
    const whole = Array.from({ length: chapters }, (_, at) => at + 1).flatMap((chapter) =>
      Array.from({ length: lastVerse(book, chapter) }, (_, at) => `${chapter}.${at + 1}`),
    );
    expect(read).toEqual(whole);
  });

  it.each(Object.entries(BOOK_PASSAGES))("%s is in ascending order", (_name, list) => {
    const places = list.map((reference) => {
      const [, chapter, verse] = /(\d+):(\d+)/.exec(reference) ?? [];
      return Number(chapter) * 1000 + Number(verse);
    });
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

const verseCounts = new Map<string, number>();

/** Number of verses of a passage, cached because passages repeat. */
function versesIn(reference: string): number {
  const count = verseCounts.get(reference) ?? findPassage(reference)?.verses.length ?? 0;
  verseCounts.set(reference, count);
  return count;
}

describe.each(RANGES)("each day of $years", ({ days, tags }) => {
  it.for(PASSAGE_PLANS.flatMap((plan) => [[plan, true] as const, [plan, false] as const]))(
    "has a text of at most twelve verses in the plan %s (feasts and seasons: %s)",
    { tags },
    ([plan, showSeason]) => {
      for (const date of days) {
        const reference = plannedPassage({ plan, since: "2026-11-21", showSeason }, date);
        const verses = versesIn(reference);
        if (verses < 1 || verses > 12) expect.fail(`${date} ${plan}: ${reference} has ${verses} verses`);
      }
    },
  );
});

describe("plannedPassage", () => {
  const season = { plan: "season", since: "", showSeason: true } as const;

  it("reads the passages of feasts and seasons when the member follows the Church’s year", () => {
    expect(plannedPassage(season, "2026-12-25")).toBe("Luke 2:8-14");
    expect(plannedPassage(season, "2026-04-03")).toBe("Mark 15:33-39");
    expect(plannedPassage(season, "2026-04-05")).toBe("John 20:11-18");
    expect(plannedPassage(season, "2026-11-29")).toBe(PASSAGES.seasons.advent[0]);
    expect(plannedPassage(season, "2026-11-30")).toBe("Matthew 4:18-22");
    expect(plannedPassage(season, "2026-12-01")).toBe(PASSAGES.seasons.advent[2]);
    expect(PASSAGES.seasons.ordinary).toContain(
      plannedPassage({ ...season, showSeason: false }, "2026-12-25"),
    );
  });

  it("starts a book on the chosen day, and starts it again after its end", () => {
    const jonah = { plan: "jonah", since: "2026-06-08", showSeason: true } as const;
    expect(plannedPassage(jonah, "2026-06-08")).toBe("Jonah 1:1-6");
    expect(plannedPassage(jonah, "2026-06-09")).toBe("Jonah 1:7-12");
    expect(plannedPassage(jonah, addDays("2026-06-08", BOOK_PASSAGES.jonah.length))).toBe("Jonah 1:1-6");
    expect(plannedPassage(jonah, "2026-06-07")).toBe(BOOK_PASSAGES.jonah.at(-1));
  });

  it("allows the season on every tier, books from the Growth Plan on, and books in course on the Formation Plan", () => {
    for (const tier of TIERS) {
      expect(effectivePlan(tier, "season")).toBe("season");
      expect(effectivePlan(tier, "mark")).toBe(tier === "free" ? "season" : "mark");
      expect(effectivePlan(tier, "office")).toBe(tier === "tier2" ? "office" : "season");
    }
  });
});

describe("books in course", () => {
  it("continue the book after Lent, and differ in odd years", () => {
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

  it("pause on a feast only when the Church’s year is followed", () => {
    expect(courseReading("2026-12-25", { showSeason: true })).toBe("Luke 2:8-14");
    expect(courseReading("2026-12-25", { showSeason: false })).not.toBe("Luke 2:8-14");
  });

  it("include the psalms in order, starting again after the last", () => {
    expect(coursePsalm("2024-01-01")).toBe(COURSE_PSALMS[0]);
    expect(coursePsalm(addDays("2024-01-01", COURSE_PSALMS.length))).toBe(COURSE_PSALMS[0]);
    expect(DAYS.filter((date) => !COURSE_PSALMS.includes(coursePsalm(date)))).toEqual([]);
  });
});

describe.each(RANGES)("over $years", ({ days, tags }) => {
  it.for(PEOPLE)(
    "repeats no verse within 120 days for $tradition (feasts on Sunday: $feastsOnSunday)",
    { tags },
    (person) => {
      expect(repeatsOf(days, (date) => dailyVerse(date, person))).toEqual([]);
    },
  );

  it.for(PEOPLE)(
    "repeats no passage within 120 days for $tradition (feasts on Sunday: $feastsOnSunday)",
    { tags },
    (person) => {
      const passageOf = (date: string) => plannedPassage({ plan: "season", since: "", ...person }, date);
      expect(repeatsOf(days, passageOf)).toEqual([]);
    },
  );

  it("takes the verse from the feast, else from a great season, else from a list of 366", { tags }, () => {
    const followed = { tradition: "roman", feastsOnSunday: false } as const;
    const sourceOf = (date: string): readonly string[] => {
      const { feast } = churchDay(date, followed);
      const own = feast && PASSAGES.feasts[feast];
      const season = seasonOf(date);
      if (own) return [own];
      return season === "ordinary" || season === "pentecost" ? PASSAGES.verses : PASSAGES.seasons[season];
    };
    const verseOf = (date: string) => dailyVerse(date, { showSeason: true, ...followed });
    expect(days.filter((date) => !sourceOf(date).includes(verseOf(date)))).toEqual([]);
  });

  it("reads the feast's own passage on Sundays that are feasts", { tags }, () => {
    for (const date of days.filter((day) => weekdayOf(day) === 0)) {
      const { feast } = churchDay(date, { tradition: "ecumenical", feastsOnSunday: false });
      const own = feast && PASSAGES.feasts[feast];
      if (own) expect(plannedPassage({ plan: "season", since: "", showSeason: true }, date)).toBe(own);
    }
  });
});

describe("the daily verse", () => {
  it("is the verse of the feast on a feast day", () => {
    expect(dailyVerse("2027-03-26", { showSeason: true })).toBe("Mark 15:33-39");
    expect(dailyVerse("2027-03-28", { showSeason: true })).toBe("John 20:11-18");
  });

  it("changes daily, is stable within a day and exists on every date", () => {
    expect(dailyVerse("2026-11-21")).toBe(dailyVerse("2026-11-21"));
    expect(dailyVerse("2026-11-21")).not.toBe(dailyVerse("2026-11-22"));
    const cycle = PASSAGES.verses.map((_, at) => dailyVerse(DAYS[at] ?? "", { showSeason: false }));
    expect(new Set(cycle).size).toBe(PASSAGES.verses.length);
    expect(dailyPassage("1999-12-31").verses.length).toBeGreaterThan(0);
  });
});

describe("great feasts", () => {
  it("have their own passage and pause the book in course", () => {
    for (const person of PEOPLE.filter(({ showSeason }) => showSeason)) {
      const great = DAYS.slice(0, 3652).flatMap((date) => {
        const { feast, rank } = churchDay(date, calendarChoice(person));
        return feast && isGreatFeast(feast, rank) ? [[date, PASSAGES.feasts[feast]] as const] : [];
      });
      // Ten years have more than twenty great feasts each.
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
