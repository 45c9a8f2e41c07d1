import { describe, expect, it } from "vitest";
import PASSAGES from "~/content/passages.yaml";
import { addDays } from "~/domain/calendar/local-day";
import { TIERS } from "~/domain/member/plan";
import { PASSAGE_PLANS } from "~/domain/member/prayer-settings";
import { lastVerse } from "~/domain/scripture/bible/references.server";
import { BOOK_PASSAGES } from "./course-passages";
import { effectivePlan, plannedPassage } from "./passage-plan";
import { findPassage } from "./passages.server";

const LISTS = { ...PASSAGES.seasons, ...BOOK_PASSAGES, feasts: [...new Set(Object.values(PASSAGES.feasts))] };

describe("passages", () => {
  it("number at least four hundred, without duplicates in a list", () => {
    const all = Object.values(LISTS).flat();
    expect(new Set(all).size).toBeGreaterThanOrEqual(400);
    for (const [name, list] of Object.entries(LISTS)) expect(new Set(list).size, name).toBe(list.length);
  });

  it.each(Object.entries(LISTS))("%s: exist completely and have at most twelve verses", (_name, list) => {
    for (const reference of list) {
      const passage = findPassage(reference);
      const [, from, to] = /:(\d+)(?:-(\d+))?$/.exec(reference) ?? [];
      expect(passage?.verses.length, reference).toBe(Number(to ?? from) - Number(from) + 1);
      expect(passage?.verses.length, reference).toBeLessThanOrEqual(12);
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

const counted = new Map<string, number>();

/** Number of verses of a passage, cached because passages repeat. */
function versesIn(reference: string): number {
  const count = counted.get(reference) ?? findPassage(reference)?.verses.length ?? 0;
  counted.set(reference, count);
  return count;
}

const DAYS = Array.from({ length: 30 * 365 + 8 }, (_, at) => addDays("2020-01-01", at));

describe("each day of thirty years", () => {
  it.each(PASSAGE_PLANS.flatMap((plan) => [[plan, true] as const, [plan, false] as const]))(
    "%s (seasons %s) has a text of at most twelve verses",
    (plan, showSeason) => {
      for (const date of DAYS) {
        const reference = plannedPassage({ plan, since: "2026-11-21", showSeason }, date);
        const verses = versesIn(reference);
        if (verses < 1 || verses > 12) expect.fail(`${date} ${plan}: ${reference} has ${verses} verses`);
      }
    },
    60_000,
  );
});

describe("plannedPassage", () => {
  const season = { plan: "season", since: "", showSeason: true } as const;

  it("follows feasts and seasons", () => {
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

  it("starts a book on the chosen day and repeats it", () => {
    const jonah = { plan: "jonah", since: "2026-06-08", showSeason: true } as const;
    expect(plannedPassage(jonah, "2026-06-08")).toBe("Jonah 1:1-6");
    expect(plannedPassage(jonah, "2026-06-09")).toBe("Jonah 1:7-12");
    expect(plannedPassage(jonah, addDays("2026-06-08", BOOK_PASSAGES.jonah.length))).toBe("Jonah 1:1-6");
    expect(plannedPassage(jonah, "2026-06-07")).toBe(BOOK_PASSAGES.jonah.at(-1));
  });

  it("offers the season on every tier, and books from the Growth Plan on", () => {
    for (const tier of TIERS) {
      expect(effectivePlan(tier, "season")).toBe("season");
      expect(effectivePlan(tier, "mark")).toBe(tier === "free" ? "season" : "mark");
      expect(effectivePlan(tier, "office")).toBe(tier === "tier2" ? "office" : "season");
    }
  });
});
