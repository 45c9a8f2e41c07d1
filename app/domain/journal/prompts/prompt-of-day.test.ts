import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { seededHash, seededShuffle } from "~/domain/calendar/seeded-random";
import type { DaySlot } from "~/domain/member/prayer-times";
import { effectiveSeason } from "~/domain/scripture/passages/passage-plan";
import { CATEGORIES } from "./prompt-categories";
import { CORE_PROMPTS, LIBRARY, libraryFor, promptNamed, type Prompt } from "./prompt-library.state";
import {
  alternativePrompt,
  deckFor,
  isLateEvening,
  NO_REPEAT_DAYS,
  scheduledPrompt,
  type Deck,
} from "./prompt-of-day.server";

const SLOTS: DaySlot[] = ["morning", "evening"];
const season = (date: string) => effectiveSeason(date, true);
const user = fc.integer({ min: 1, max: 1_000_000 });
const start = fc.integer({ min: -3000, max: 9000 }).map((days) => addDays("2026-11-21", days));

/** The questions of a deck from a day on, morning and evening alternately. */
function askedFrom(
  deck: Deck,
  first: string,
  days: number,
): { day: number; slot: DaySlot; prompt: Prompt }[] {
  return Array.from({ length: days }, (_, day) => addDays(first, day)).flatMap((date, day) =>
    SLOTS.map((slot) => {
      const prompt = scheduledPrompt(deck, slot, date, season(date));
      if (!prompt) throw new Error(`Nothing to ask on ${date}`);
      return { day, slot, prompt };
    }),
  );
}

describe("the library", () => {
  it("has twelve categories of twenty distinct questions", () => {
    for (const category of CATEGORIES)
      expect(LIBRARY.filter((prompt) => prompt.category === category)).toHaveLength(20);
    expect(new Set(LIBRARY.map(({ id }) => id)).size).toBe(240);
    expect(new Set(LIBRARY.map(({ text }) => text)).size).toBe(240);
    expect(promptNamed("gratitude.1")).toBe(LIBRARY[0]);
  });

  it("asks short questions in plain words", () => {
    for (const { id, text } of LIBRARY) {
      expect(text, id).toMatch(/^[A-Z“][^!]{15,130}[?.”]$/);
      expect(text, id).not.toMatch(/ {2}|trauma|abus|worst|guilt|sins?\b/i);
    }
  });

  it("has deep questions, and a few for each season but ordinary time", () => {
    const deep = LIBRARY.filter(({ depth }) => depth === 3);
    expect(deep).toHaveLength(42);
    expect(deep.every(({ season: at }) => at === undefined)).toBe(true);
    const seasons = [...new Set(LIBRARY.map(({ season: at }) => at ?? ""))];
    expect(seasons.sort()).toEqual(["", "advent", "christmas", "easter", "lent", "pentecost"]);
  });

  it("gives the free plan a core of forty-eight, without deep and seasonal ones", () => {
    expect(CORE_PROMPTS).toHaveLength(48);
    expect(CORE_PROMPTS.every(({ depth, season: at }) => depth < 3 && !at)).toBe(true);
    expect(libraryFor("free")).toBe(CORE_PROMPTS);
    expect(libraryFor("tier1")).toHaveLength(240);
    expect(libraryFor("tier2")).toHaveLength(240);
  });
});

describe("the question of a day", () => {
  it("is the same at every visit, and differs between members", () => {
    fc.assert(
      fc.property(user, start, fc.constantFrom(...SLOTS), (id, date, slot) => {
        const once = scheduledPrompt(deckFor(id, LIBRARY), slot, date, season(date));
        expect(scheduledPrompt(deckFor(id, [...LIBRARY].reverse()), slot, date, season(date))).toEqual(once);
      }),
      { numRuns: 30 },
    );
    const ids = Array.from({ length: 40 }, (_, id) => deckFor(id, LIBRARY)).map(
      (deck) => scheduledPrompt(deck, "morning", "2026-11-20", "ordinary")?.id,
    );
    expect(new Set(ids).size).toBeGreaterThan(15);
  });

  it("does not repeat within sixty days, morning or evening", () => {
    fc.assert(
      fc.property(user, start, (id, first) => {
        const last = new Map<string, number>();
        for (const { day, prompt } of askedFrom(deckFor(id, LIBRARY), first, 400)) {
          const before = last.get(prompt.id);
          if (before !== undefined) expect(day - before).toBeGreaterThan(NO_REPEAT_DAYS);
          last.set(prompt.id, day);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("is never deep twice in a row and fits its time of day", () => {
    fc.assert(
      fc.property(user, start, (id, first) => {
        const asked = askedFrom(deckFor(id, LIBRARY), first, 200);
        let deep = 0;
        asked.forEach(({ prompt, slot }, at) => {
          expect(["any", slot]).toContain(prompt.slot);
          if (prompt.depth < 3) return;
          deep++;
          expect(asked[at + 1]?.prompt.depth).not.toBe(3);
        });
        expect(deep).toBeGreaterThan(80);
      }),
      { numRuns: 25 },
    );
  });

  it("belongs to the season on Sunday mornings only", () => {
    const deck = deckFor(7, LIBRARY);
    for (const { day, slot, prompt } of askedFrom(deck, "2026-11-29", 27)) {
      const sunday = weekdayOf(addDays("2026-11-29", day)) === 0;
      expect(prompt.season).toBe(sunday && slot === "morning" ? "advent" : undefined);
    }
  });

  it("goes through the whole core before one repeats", () => {
    const last = new Map<string, number>();
    for (const { day, prompt } of askedFrom(deckFor(12, CORE_PROMPTS), "2026-11-21", 200)) {
      const before = last.get(prompt.id);
      if (before !== undefined) expect(day - before).toBeGreaterThanOrEqual(24);
      last.set(prompt.id, day);
    }
    expect(last.size).toBe(48);
  });

  it("includes own questions, each about every two months, at their time of day", () => {
    const own: Prompt[] = (["any", "morning", "evening"] as const).map((slot) => ({
      id: `own.${slot}`,
      category: "own",
      slot,
      depth: 1,
      text: `My question for ${slot}?`,
    }));
    const asked = askedFrom(deckFor(9, LIBRARY, own), "2026-11-21", 183).filter(({ prompt }) =>
      prompt.id.startsWith("own."),
    );
    for (const { id, slot } of own) {
      const times = asked.filter(({ prompt }) => prompt.id === id);
      expect(times.length).toBeGreaterThanOrEqual(2);
      if (slot !== "any") expect(times.every((time) => time.slot === slot)).toBe(true);
    }
  });
});

describe("an alternative question", () => {
  const swap = (deck: Deck, date: string, slot: DaySlot, seen: { id: string; date: string }[] = []) =>
    alternativePrompt(deck, slot, date, season, seen);

  it("is never deep and never asked within sixty days before or after", () => {
    fc.assert(
      fc.property(user, start, fc.constantFrom(...SLOTS), (id, date, slot) => {
        const deck = deckFor(id, LIBRARY);
        const planned = scheduledPrompt(deck, slot, date, season(date));
        const other = swap(deck, date, slot, [{ id: planned?.id ?? "", date }]);
        expect(other).toEqual(swap(deck, date, slot, [{ id: planned?.id ?? "", date }]));
        expect(other?.depth).toBeLessThan(3);
        const near = askedFrom(deck, addDays(date, -NO_REPEAT_DAYS), 2 * NO_REPEAT_DAYS + 1);
        expect(near.map(({ prompt }) => prompt.id)).not.toContain(other?.id);
      }),
      { numRuns: 20 },
    );
  });

  it("is a new question for each of three changes a day, also from the core", () => {
    for (const library of [LIBRARY, CORE_PROMPTS]) {
      const deck = deckFor(3, library);
      const date = "2026-11-21";
      const seen = [{ id: scheduledPrompt(deck, "morning", date, "ordinary")?.id ?? "", date }];
      for (let times = 0; times < 3; times++)
        seen.push({ id: swap(deck, date, "morning", seen)?.id ?? "", date });
      expect(new Set(seen.map(({ id }) => id)).size).toBe(4);
      expect(seen.every(({ id }) => id)).toBe(true);
    }
  });

  it("does not choose an own question that was shown on the same day", () => {
    const own: Prompt = { id: "own.x", category: "own", slot: "any", depth: 1, text: "Mine?" };
    const deck = deckFor(3, LIBRARY, [own]);
    // The dates when the own question is the alternative; its schedule may leave no such date.
    const dates = Array.from({ length: 61 }, (_, at) => addDays("2026-11-21", at));
    const free = dates.filter((date) => swap(deck, date, "evening")?.id === "own.x");
    const spoken = swap(deck, free[0] ?? "2026-11-21", "evening", [{ id: "own.x", date: free[0] ?? "" }]);
    expect(spoken?.id).not.toBe("own.x");
  });
});

it("treats 21:00 until 03:00 as late evening", () => {
  const late = ["20:59", "21:00", "23:59", "00:00", "02:59", "03:00"].filter(isLateEvening);
  expect(late).toEqual(["21:00", "23:59", "00:00", "02:59"]);
});

it("keeps the seeded order stable", () => {
  expect(seededHash("")).toBe(seededHash(""));
  expect([seededHash("a"), seededHash("still"), seededHash("7|morning|work.3")]).toEqual([
    444641715, 2727751209, 490713125,
  ]);
  const list = Array.from({ length: 50 }, (_, at) => `${at}`);
  expect([...seededShuffle(list, "x", (item) => item)].sort()).toEqual([...list].sort());
  expect(seededShuffle(list, "x", (item) => item)).not.toEqual(seededShuffle(list, "y", (item) => item));
});
