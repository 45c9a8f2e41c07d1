import { describe, expect, it } from "vitest";
import { SEASONS } from "~/domain/church-year/church-year";
import { draftKeyOf, flowFor, type FlowPerson } from "./flow";
import { EVENING_QUESTIONS, MORNING_QUESTIONS } from "./habit-questions";
import { USUAL_PRAYER } from "~/domain/member/prayer";

const member: FlowPerson = {
  id: 7,
  subscriptionTier: "tier2",
  promptSetPreference: "daily_habit",
  prayer: USUAL_PRAYER,
};

describe("the daily habit", () => {
  it("asks for thanks, presence and one question that changes, under a verse, in the morning", () => {
    const flow = flowFor(member, "morning", "2026-11-20");
    expect(flow).toMatchObject({ kind: "habit", slot: "morning", promptSet: "daily_habit" });
    expect(flow.passageRef).not.toBe("");
    expect(flow.fields.map(({ key }) => key)).toEqual(["thanks", "presence", "question"]);
    expect(flow.fields.map(({ label }) => label)).toEqual([
      "I thank God for…",
      "Today I want to be present to…",
      MORNING_QUESTIONS.ordinary[5],
    ]);
  });

  it("asks for grace, weight and a wish in the evening", () => {
    const flow = flowFor(member, "evening", "2026-12-25");
    expect(flow.fields.map(({ key }) => key)).toEqual(["grace", "heavy", "ask"]);
    expect(flow.fields.map(({ label }) => label)).toEqual([
      "A moment of grace",
      "What was heavy",
      "For tomorrow I ask…",
    ]);
    expect(flow.fields[0]?.hint).toBe(EVENING_QUESTIONS.christmas[5]);
    expect(flow.promptIds).toEqual(["habit.evening.christmas.5"]);
  });

  it("has 42 questions for each slot, none twice", () => {
    for (const table of [MORNING_QUESTIONS, EVENING_QUESTIONS]) {
      const questions = SEASONS.flatMap((season) => table[season]);
      expect(questions).toHaveLength(42);
      expect(new Set(questions).size).toBe(42);
      for (const question of questions) expect(question).toMatch(/^[A-Z][^!]{10,80}\?$/);
    }
  });
});

it("keeps one draft for each slot and day, and one for the free page", () => {
  expect(draftKeyOf("morning", "2026-11-20")).toBe("morning|2026-11-20");
  expect(draftKeyOf("evening", "2026-11-20")).toBe("evening|2026-11-20");
  expect(draftKeyOf("none", "2026-11-20")).toBe("free");
});
