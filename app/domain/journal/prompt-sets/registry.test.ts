import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dueButton } from "~/domain/accounts/dashboard/dashboard.server";
import { ENTRY_GROUPS, setRows } from "~/domain/administration/statistics/daily-stats";
import { questionLabel } from "~/domain/administration/statistics/scripture-stats.server";
import { entryName, kindName } from "~/domain/journal/entries/entry";
import {
  customFlow,
  flowFor,
  isCustomField,
  isOfWay,
  isPart,
  partNamed,
} from "~/domain/journal/reflection/flow";
import { SlotSchema } from "~/domain/journal/schema";
import { TIERS } from "~/domain/member/plan";
import {
  DEFAULT_PRAYER,
  effectivePromptSet,
  includesPromptSet,
  PROMPT_SET_KEYS,
} from "~/domain/member/prayer-settings";
import { TIER_TABLE } from "~/domain/plans/view-plans.server";
import { ANSWER_KEYS, ENTRY_KINDS, type FlowPerson } from "./prompt-set";
import { ALL_SETS, availableSets, notInPlanMessage, partsOfSet, setPartOf } from "./registry";

const DAY = "2026-11-20";
const SLOTS = ["morning", "evening"] as const;
const PROMPT = {
  id: "gratitude.1",
  category: "gratitude",
  slot: "any",
  depth: 1,
  text: "For what?",
} as const;
const person: FlowPerson = {
  id: 7,
  subscriptionTier: "tier2",
  promptSetPreference: "daily_habit",
  prayer: DEFAULT_PRAYER,
};

describe.each(ALL_SETS)("the prompt set $key", (set) => {
  const { key, name, text, brief, kinds } = set;

  it("is offered by name to the plans that include it, and refused with a message to the others", () => {
    for (const tier of TIERS) {
      const isHeld = includesPromptSet(tier, key);
      expect(availableSets(tier).filter((offered) => offered.key === key)).toEqual(
        isHeld ? [{ key, name, text, brief }] : [],
      );
      if (!isHeld) expect(notInPlanMessage(key)).toContain(name);
    }
  });

  it("has a row in the table of plans", () => {
    const { cells } = TIER_TABLE.find((row) => row.name === set.inTable.name)!;
    expect(TIERS.map((tier) => cells[tier] !== false)).toEqual(
      TIERS.map((tier) => includesPromptSet(tier, key)),
    );
  });

  it("is replaced by a prompt set that the plan includes when the plan lacks it", () => {
    for (const tier of TIERS) {
      const counts = effectivePromptSet(tier, key);
      expect(counts === key).toBe(includesPromptSet(tier, key));
      expect(includesPromptSet(tier, counts)).toBe(true);
    }
  });

  it("has a field of a reflection and a part of a custom layout for each answer", () => {
    const asked = SLOTS.flatMap((slot) =>
      flowFor(person, slot, DAY, { promptSet: key, prompt: PROMPT }).fields.map((field) => field.key),
    );
    expect(new Set(partsOfSet(set).map((part) => part.key))).toEqual(new Set(asked));
    for (const field of asked) {
      const parts = [partNamed(field)];
      const own = customFlow(person, "morning", DAY, { parts, words: { prompt: PROMPT, own: new Map() } });
      expect(own?.fields.map((each) => each.key)).toEqual([field]);
      expect(isPart(field)).toBe(true);
    }
  });

  it("accepts an answer up to its limit", () => {
    for (const { key: field, limit = 20_000 } of partsOfSet(set)) {
      expect(SlotSchema.safeParse({ [field]: "a".repeat(limit) }).success).toBe(true);
      expect(SlotSchema.safeParse({ [field]: "a".repeat(limit + 1) }).success).toBe(false);
    }
  });

  it("has names for its kinds of entries in lists and statistics", () => {
    for (const slot of SLOTS) {
      const flow = flowFor(person, slot, DAY, { promptSet: key, prompt: PROMPT });
      expect(flow.promptSet).toBe(key);
      expect(ENTRY_KINDS).toContain(flow.kind);
      expect(ENTRY_GROUPS.map((group) => group.key)).toContain(`${flow.kind} ${slot}`);
      expect(entryName(flow.kind, slot)).not.toBe("");
      for (const id of flow.promptIds) expect(questionLabel(id)).not.toBe(id);
    }
    for (const [kind, names] of Object.entries(kinds)) {
      const known = ENTRY_KINDS.find((each) => each === kind)!;
      expect(kindName(known)).toBe(names.name);
    }
  });

  it("is named in the statistics", () => {
    expect(setRows([[key, 12]])).toEqual([{ name, value: "12" }]);
  });

  it("labels the dashboard's button with its own text, else with the default one", () => {
    for (const slot of SLOTS)
      expect(dueButton(slot, "open", key).label).toBe(set.begins?.[slot] ?? `Begin ${slot} reflection`);
  });

  it("has a row in docs/product.md that names its answers", () => {
    const product = readFileSync("docs/product.md", "utf8");
    const line = product.split("\n").find((each) => each.startsWith(`| \`${key}\``)) ?? "";
    for (const part of partsOfSet(set)) expect(line).toContain(`\`${part.key}\``);
  });
});

describe("prompt sets", () => {
  it("share no answer and no kind", () => {
    for (const list of [ANSWER_KEYS, ENTRY_KINDS]) expect(new Set<string>(list).size).toBe(list.length);
    for (const key of ANSWER_KEYS)
      expect(setPartOf(key) === undefined).toBe(isCustomField(key) || isOfWay(key));
  });

  it("are offered in the order of PROMPT_SET_KEYS when the plan includes all", () => {
    expect(availableSets("tier2").map(({ key }) => key)).toEqual(PROMPT_SET_KEYS);
  });

  it("list their kinds in the order of the history's filter, with the free page last", () => {
    const first = ["lectio", "examen", "habit", "prompt", "free"];
    expect(ENTRY_KINDS.filter((kind) => first.includes(kind))).toEqual(first);
    expect(ENTRY_KINDS.at(-1)).toBe("free");
  });
});
