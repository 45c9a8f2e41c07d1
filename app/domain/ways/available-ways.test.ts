import { describe, expect, it } from "vitest";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { parseReference } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { BUILT_IN_WAYS } from "./available-ways.state";

const ways = Object.entries(BUILT_IN_WAYS);
const days = ways.flatMap(([way, { days: all }]) =>
  all.map((day, at) => ({ ...day, at: `${way} ${at + 1}` })),
);

describe("the built-in ways", () => {
  it("have the expected number of days", () => {
    expect(Object.fromEntries(ways.map(([key, way]) => [key, way.days.length]))).toEqual({
      advent: 28,
      lent: 40,
      "before-pentecost": 9,
      "eight-weeks": 56,
      grief: 7,
      decision: 7,
      "year-looked-back-on": 5,
    });
  });

  it.each(["web", "kjv"])("have only passages of at most 15 verses in the %s", (translation) => {
    const wrong = days.filter(({ passage }) => {
      const found = findPassage(passage, translation);
      const isUnderstood = !/[\p{L}\p{N}]/u.test(parseReference(passage).left);
      return !isUnderstood || found?.lacking !== null || found.verses.length > 15;
    });
    expect(wrong.map(({ at, passage }) => `${at}: ${passage}`)).toEqual([]);
  });

  it("respect the limits of a file", () => {
    const wrong = days.filter(
      ({ title, point, questions, closing }) =>
        [title, point, closing, ...questions].some((text) => text.trim() === "") ||
        point.split(/\s+/).length > 120 ||
        questions.length < 1 ||
        questions.length > 3 ||
        questions.some((question) => !question.endsWith("?")),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  it("repeat no sentence, and no question of a season", () => {
    const sentences = days.flatMap(({ title, point, questions, closing }) =>
      [title, point, ...questions, closing].flatMap((text) => text.split(/(?<=[.?!:]) /)),
    );
    const asked = [HABIT_QUESTIONS.advent, HABIT_QUESTIONS.lent].flatMap(({ morning, evening }) => [
      ...morning,
      ...evening,
    ]);
    const all = [...sentences, ...asked].map((text) => text.toLowerCase());
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
  });

  it("never count missed days", () => {
    const words = days.map((day) => JSON.stringify(day)).join(" ");
    expect(words).not.toMatch(/\bmissed\b|\bbehind\b|%|\bstreak\b|\bsomebody\b|[!]/i);
  });
});
