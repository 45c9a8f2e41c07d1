import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { addDays } from "~/domain/calendar/local-day";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/drafts.server";
import { habitQuestionAt } from "~/domain/journal/prompt-sets/daily-habit";
import {
  EXAMEN_PACK_KEYS,
  EXAMEN_STEPS,
  examenEvening,
  ROTATING_PACKS,
  ROTATION,
} from "~/domain/journal/prompt-sets/lectio-examen";
import { LECTIO_STEPS } from "~/domain/journal/prompt-sets/lectio-questions";
import type { FlowPerson } from "~/domain/journal/prompt-sets/prompt-set";
import type { Tier } from "~/domain/member/plan";
import { DEFAULT_PRAYER, type PromptSetKey } from "~/domain/member/prayer-settings";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { mergeAnswers, orphanedAnswers, resumeStep } from "./answers";
import { flowFor, flowPath, guideOf, nextPlaceInFlow, promptSetFor, requestedPack } from "./flow";

const person = (subscriptionTier: Tier, promptSetPreference: PromptSetKey = "lectio_examen"): FlowPerson => ({
  id: 7,
  subscriptionTier,
  promptSetPreference,
  prayer: DEFAULT_PRAYER,
});
const habitual = person("tier2", "daily_habit");
const morning = flowFor(person("tier2"), "morning", "2026-11-21");
const evening = flowFor(person("tier2"), "evening", "2026-11-21");

describe("the prompt set of a reflection", () => {
  it("is the draft's when the plan includes it, else the member's or the plan's default", () => {
    expect(promptSetFor(person("tier2"))).toBe("lectio_examen");
    expect(promptSetFor(person("tier1"))).toBe("random_prompts");
    expect(promptSetFor(person("free"))).toBe("daily_habit");
    expect(promptSetFor(person("free"), "lectio_examen")).toBe("daily_habit");
    expect(promptSetFor(person("tier2", "daily_habit"), "lectio_examen")).toBe("lectio_examen");
  });
});

describe("the daily habit", () => {
  it("asks for thanks, presence and one changing question, under a verse, in the morning", () => {
    const flow = flowFor(habitual, "morning", "2026-11-20");
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
    const flow = flowFor(habitual, "evening", "2026-12-25");
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
    const begun = flowFor(habitual, "morning", "2026-11-20", { draftVariant: "habit.morning.lent.3" });
    expect(begun.fields[2]?.label).toBe(HABIT_QUESTIONS.lent.morning[3]);
    expect(begun.promptIds).toEqual(["habit.morning.lent.3"]);
    const other = flowFor(habitual, "morning", "2026-11-20", { draftVariant: "habit.evening.lent.3" });
    expect(other).toEqual(flowFor(habitual, "morning", "2026-11-20"));
    const odd = flowFor(habitual, "morning", "2026-11-20", { draftVariant: "habit.morning.lent.99" });
    expect(odd.fields[2]?.label).not.toBe("");
  });
});

describe("Lectio Divina", () => {
  it("rotates through twenty-four mornings, and keeps the variant of a draft", () => {
    const shown = Array.from({ length: 30 }, (_, at) =>
      flowFor(person("tier2"), "morning", addDays("2026-11-21", at)).promptIds.join(),
    );
    expect(new Set(shown).size).toBe(24);
    const begun = flowFor(person("tier2"), "morning", "2026-11-21", { draftVariant: "lectio.2" });
    expect(begun.promptIds).toEqual(["lectio.2"]);
    expect(begun.fields[0]?.label).toBe("Where do you slow down?");
  });
});

describe("the Examen", () => {
  it("has sixteen packs, each with its own questions, without scores", () => {
    expect(EXAMEN_PACK_KEYS).toHaveLength(16);
    const texts = Object.values(EXAMEN_PACKS).flatMap(({ light, turns: [first] }) => [
      light,
      ...Object.values(first),
    ]);
    expect(new Set(texts).size).toBe(16 * 7);
    for (const text of texts) expect(text).not.toMatch(/!|\bsins?\b|score|rate|out of ten/i);
  });

  it("asks the classical questions, and other packs only when the member chooses them", () => {
    const days = Array.from({ length: 730 }, (_, at) => addDays("2026-01-01", at));
    const asked = new Set(days.map((date) => flowFor(person("tier2"), "evening", date).promptIds[0]));
    expect(asked).toEqual(new Set(["examen.classical"]));
    const rotating = { ...person("tier2"), prayer: { ...DEFAULT_PRAYER, examenPack: ROTATION } };
    const brought = new Set(
      days.map((date) => flowFor(rotating, "evening", date).promptIds[0]?.split(".")[1]),
    );
    expect(brought).toEqual(new Set([...ROTATING_PACKS, "sunday", "lent", "advent"]));
    expect(examenEvening(7, "2026-11-22", "ordinary").key).toBe("sunday");
    const chosen = { ...person("tier2"), prayer: { ...DEFAULT_PRAYER, examenPack: "work" } };
    const evenings = days.slice(0, 8).map((date) => flowFor(chosen, "evening", date).promptIds[0]);
    expect(new Set(evenings)).toEqual(
      new Set(["examen.work", "examen.work.2", "examen.work.3", "examen.work.4"]),
    );
  });
});

describe("submitted answers", () => {
  it("keep the texts of an earlier form when a later one is merged", () => {
    const words = fc.dictionary(
      fc.constantFrom("wordKept", "meditatio", "oratio", "gifts", "thanks", "answer"),
      fc.stringMatching(/^[a-z]{1,8}$/),
    );
    fc.assert(
      fc.property(words, words, fc.constantFrom(morning, evening), (first, second, flow) => {
        const before = mergeAnswers(flow, first);
        const after = mergeAnswers(flow, second, undefined, before);
        const texts = Object.fromEntries(after.answers.map(({ key, text }) => [key, text]));
        expect(texts).toMatchObject({ ...first, ...second });
        expect(after.answers.every(({ question }) => question)).toBe(true);
        expect(new Set(after.answers.map(({ key }) => key)).size).toBe(after.answers.length);
      }),
    );
  });

  it("resume at the last written step, and show the answers to other questions", () => {
    expect(resumeStep(morning, undefined)).toBe("still");
    const content = mergeAnswers(morning, { wordKept: "w", oratio: "o", gifts: "g" });
    expect(resumeStep(morning, content)).toBe("oratio");
    expect(orphanedAnswers(morning, content)).toEqual([{ key: "gifts", question: "Gifts", text: "g" }]);
    expect(orphanedAnswers(morning, EMPTY_CONTENT)).toEqual([]);
  });
});

describe("the position in a flow", () => {
  it.each([
    [{ intent: "next", step: "still" }, "/journal/morning?step=lectio"],
    [{ intent: "back", step: "still" }, "/journal/morning?step=still"],
    [{ intent: "next", step: "carry" }, "/journal/morning?step=carry"],
    [{ intent: "draft", step: "oratio" }, "/journal/morning?step=oratio"],
    [{ intent: "next", step: "nowhere" }, "/journal/morning"],
    [{ intent: "draft", step: "oratio", goto: "//evil.test" }, "/journal/morning?step=oratio"],
    [{ intent: "draft", all: "1" }, "/journal/morning?all=1"],
  ])("leads from %j to %s", (given, address) => {
    expect(flowPath(morning, "2026-11-21", nextPlaceInFlow(morning, given))).toBe(address);
  });

  it("keeps the day and the chosen pack in the path, and parses known packs only", () => {
    expect(flowPath(evening, "2026-11-22", { step: "review" }, "grief")).toBe(
      "/journal/evening?date=2026-11-21&step=review&pack=grief",
    );
    expect(requestedPack("grief")).toBe("examen.grief");
    expect(requestedPack("examen.silence")).toBe("examen.silence");
    expect(requestedPack("examen.silence.2")).toBe("examen.silence.2");
    expect([requestedPack("all"), requestedPack("constructor"), requestedPack(null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the guide of the week", () => {
  it("is the same from Sunday to Saturday, and changes the week after", () => {
    const sunday = "2026-11-15";
    const week = Array.from({ length: 7 }, (_, n) => JSON.stringify(guideOf(addDays(sunday, n), true)));
    expect(new Set(week).size).toBe(1);
    expect(JSON.stringify(guideOf(addDays(sunday, 7), true))).not.toBe(week[0]);
  });

  it("has all movements, with a text for every passage, in every week of thirty years", () => {
    for (let date = "2020-01-05"; date < "2050-01-01"; date = addDays(date, 7)) {
      const { morning, evening } = guideOf(date, true);
      expect(morning.steps.map(({ key }) => key)).toEqual([...LECTIO_STEPS]);
      expect(evening.steps.map(({ key }) => key)).toEqual([...EXAMEN_STEPS]);
      for (const reference of [morning.passageRef, morning.frameRef, evening.frameRef])
        expect(findPassage(reference), reference).toBeDefined();
    }
  });
});

it("has one draft key for each slot and day, and one for the free page", () => {
  expect(draftKeyOf("morning", "2026-11-20")).toBe("morning|2026-11-20");
  expect(draftKeyOf("evening", "2026-11-20")).toBe("evening|2026-11-20");
  expect(draftKeyOf("none", "2026-11-20")).toBe("free");
});
