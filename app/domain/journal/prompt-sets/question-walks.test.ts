import { describe, expect, it } from "vitest";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import LECTIO from "~/content/questions/lectio.yaml";
import { seasonOf, SEASONS } from "~/domain/calendar/church-year";
import { addDays } from "~/domain/calendar/local-day";
import { CORE_PROMPTS, LIBRARY } from "~/domain/journal/prompts/prompt-library.state";
import { deckFor, scheduledPrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import { habitQuestionAt } from "./daily-habit";
import { EXAMEN_PACK_KEYS, examenEvening, lectio } from "./lectio-examen";

const FIELDS = ["gifts", "consolation", "desolation", "mercy", "invitation", "tomorrow"] as const;
const DAYS = Array.from({ length: 30 * 365 + 8 }, (_, at) => addDays("2025-01-01", at));
const SEASONS_OF_DAYS = DAYS.map(seasonOf);

/** The questions that repeat within 21 days or on the same day, as "date question" with the date of the repetition. */
function repeatedQuestions(asked: readonly (string | readonly string[])[]): string[] {
  const last = new Map<string, number>();
  return asked.flatMap((ofDay, at) =>
    [ofDay].flat().flatMap((question) => {
      const before = last.get(question);
      last.set(question, at);
      return before !== undefined && at - before <= 21 ? [`${DAYS[at]} ${question}`] : [];
    }),
  );
}

describe.each(["morning", "evening"] as const)("the daily habit in the %s", (slot) => {
  it("has four weeks of distinct questions, two in the short seasons", () => {
    for (const season of SEASONS)
      expect(HABIT_QUESTIONS[season][slot].length, season).toBe(
        season === "christmas" || season === "pentecost" ? 14 : 28,
      );
    const all = SEASONS.flatMap((season) => HABIT_QUESTIONS[season][slot]);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([true, false])("repeats no question within 21 days for thirty years (seasons %s)", (follows) => {
    const asked = DAYS.map((date, at) => {
      const season = follows ? (SEASONS_OF_DAYS[at] ?? "ordinary") : "ordinary";
      return HABIT_QUESTIONS[season][slot][habitQuestionAt(slot, date, season)] ?? "";
    });
    expect(asked).not.toContain("");
    expect(repeatedQuestions(asked)).toEqual([]);
  });
});

describe("Random Prompts", () => {
  it.each([
    ["core", CORE_PROMPTS],
    ["whole library", LIBRARY],
  ])(
    "repeat no question of the %s within 21 days, morning or evening, for thirty years",
    (_name, library) => {
      for (const user of [1, 2, 3]) {
        const deck = deckFor(user, library);
        const asked = DAYS.map((date, at) =>
          (["morning", "evening"] as const).map(
            (slot) => scheduledPrompt(deck, slot, date, SEASONS_OF_DAYS[at] ?? "ordinary")?.text ?? "",
          ),
        );
        expect(asked.flat()).not.toContain("");
        expect(repeatedQuestions(asked)).toEqual([]);
      }
    },
  );
});

describe("Lectio Divina", () => {
  it("has at least nine variants of each movement, and questions for three weeks", () => {
    for (const [name, list] of Object.entries(LECTIO)) {
      const isLine = ["presence", "reading", "contemplatio"].includes(name);
      expect(new Set(list).size, name).toBe(list.length);
      expect(list.length, name).toBeGreaterThanOrEqual(isLine ? 9 : 22);
    }
  });

  it("repeats no question within 21 days for thirty years", () => {
    const mornings = DAYS.map((date) => lectio(7, date, "Mark 1:1-8").fields.map(({ label }) => label));
    for (const at of [0, 1, 2, 3, 4])
      expect(repeatedQuestions(mornings.map((asked) => asked[at] ?? ""))).toEqual([]);
  });
});

describe("the Examen", () => {
  it("repeats no question for a member within 21 days for thirty years", () => {
    for (const user of [1, 2, 7]) {
      const evenings = DAYS.map((date, at) => {
        const { key, turn } = examenEvening(user, date, SEASONS_OF_DAYS[at] ?? "ordinary");
        return EXAMEN_PACKS[key].turns[turn];
      });
      for (const field of FIELDS)
        expect(repeatedQuestions(evenings.map((asked) => asked?.[field] ?? ""))).toEqual([]);
    }
  });

  it("has a pack for confession, four turns for Sundays, and no question twice", () => {
    expect(EXAMEN_PACKS.confession.name).toBe("Before confession");
    expect(EXAMEN_PACKS.sunday.turns).toHaveLength(4);
    const lines = EXAMEN_PACK_KEYS.flatMap((key) =>
      EXAMEN_PACKS[key].turns.flatMap((turn) => FIELDS.map((field) => turn[field])),
    );
    expect(new Set(lines).size).toBe(lines.length);
  });
});

it("asks short questions that grade no one", () => {
  const all = [
    ...SEASONS.flatMap((season) => [...HABIT_QUESTIONS[season].morning, ...HABIT_QUESTIONS[season].evening]),
    ...[LECTIO.word, LECTIO.meditatio, LECTIO.oratio, LECTIO.stays, LECTIO.carry].flat(),
    ...EXAMEN_PACK_KEYS.flatMap((key) =>
      EXAMEN_PACKS[key].turns.slice(1).flatMap((turn) => Object.values(turn)),
    ),
  ];
  expect(all.length).toBeGreaterThan(500);
  for (const question of all) {
    expect(question.length, question).toBeLessThan(110);
    expect(question).toMatch(/^[A-Z].*[.?]$/);
    expect(question).not.toMatch(/!|how well|how much|out of ten|score|success|trauma|'/i);
  }
});
