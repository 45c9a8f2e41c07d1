import { describe, expect, it } from "vitest";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { draftKeyOf } from "~/domain/journal/entries/drafts.server";
import { habitQuestionAt } from "~/domain/journal/prompt-sets/daily-habit";
import type { FlowPerson } from "~/domain/journal/prompt-sets/prompt-set";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { flowFor } from "./flow";

const member: FlowPerson = {
  id: 7,
  subscriptionTier: "tier2",
  promptSetPreference: "daily_habit",
  prayer: DEFAULT_PRAYER,
};

describe("the daily habit", () => {
  it("asks for thanks, presence and one changing question, under a verse, in the morning", () => {
    const flow = flowFor(member, "morning", "2026-11-20");
    expect(flow).toMatchObject({ kind: "habit", slot: "morning", promptSet: "daily_habit" });
    expect(flow.passageRef).not.toBe("");
    expect(flow.fields.map(({ key }) => key)).toEqual(["thanks", "presence", "question"]);
    expect(flow.fields.map(({ label }) => label)).toEqual([
      "I thank God for…",
      "Today I want to be present to…",
      HABIT_QUESTIONS.ordinary.morning[habitQuestionAt("morning", "2026-11-20", "ordinary")],
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
    const at = habitQuestionAt("evening", "2026-12-25", "christmas");
    expect(at % 7).toBe(5);
    expect(flow.fields[0]?.hint).toBe(HABIT_QUESTIONS.christmas.evening[at]);
    expect(flow.promptIds).toEqual([`habit.evening.christmas.${at}`]);
  });

  it("continues with the question of a draft, even if it would ask another now", () => {
    const begun = flowFor(member, "morning", "2026-11-20", { draftVariant: "habit.morning.lent.3" });
    expect(begun.fields[2]?.label).toBe(HABIT_QUESTIONS.lent.morning[3]);
    expect(begun.promptIds).toEqual(["habit.morning.lent.3"]);
    const other = flowFor(member, "morning", "2026-11-20", { draftVariant: "habit.evening.lent.3" });
    expect(other).toEqual(flowFor(member, "morning", "2026-11-20"));
    const odd = flowFor(member, "morning", "2026-11-20", { draftVariant: "habit.morning.lent.99" });
    expect(odd.fields[2]?.label).not.toBe("");
  });
});

it("has one draft key for each slot and day, and one for the free page", () => {
  expect(draftKeyOf("morning", "2026-11-20")).toBe("morning|2026-11-20");
  expect(draftKeyOf("evening", "2026-11-20")).toBe("evening|2026-11-20");
  expect(draftKeyOf("none", "2026-11-20")).toBe("free");
});
