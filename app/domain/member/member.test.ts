import { describe, expect, it, test } from "vitest";
import { avatarInitials, displayName } from "./member";
import { canUpgrade, featuresOf, TIER_LABELS, TIERS } from "./plan";
import { effectivePromptSet } from "./prayer-settings";

const nobody = { username: "", firstName: "", lastName: "", email: "" };

test.each([
  ["first letters of both names", { firstName: "Ruth", lastName: "boaz", username: "gleaner" }, "RB"],
  ["a first name alone", { firstName: "Hannah", username: "demo" }, "H"],
  ["a last name alone", { lastName: "Boaz", username: "gleaner" }, "B"],
  ["names of spaces count as missing", { firstName: " ", lastName: " ", username: "gleaner" }, "GL"],
  ["a username of one letter", { username: "g" }, "G"],
  ["no username leads to the address", { email: "naomi@example.com" }, "N"],
  ["nothing at all", {}, "U"],
  ["letters beyond the basic plane are not cut in half", { firstName: "𝒜nna", lastName: "Émile" }, "𝒜É"],
])("shows initials for %s", (_, known, initials) => {
  expect(avatarInitials({ ...nobody, ...known })).toBe(initials);
});

test("displays full name, else username, else email address", () => {
  expect(displayName({ ...nobody, firstName: "Ruth", lastName: "Boaz", username: "gleaner" })).toBe(
    "Ruth Boaz",
  );
  expect(displayName({ ...nobody, firstName: "Ruth", username: "gleaner" })).toBe("Ruth");
  expect(displayName({ ...nobody, username: "gleaner", email: "r@example.com" })).toBe("gleaner");
  expect(displayName({ ...nobody, email: "r@example.com" })).toBe("r@example.com");
});

describe("plans", () => {
  it("have their fixed labels", () => {
    expect(TIERS.map((tier) => TIER_LABELS[tier])).toEqual(["Free Plan", "Growth Plan", "Formation Plan"]);
  });

  it("offer an upgrade below the highest tier", () => {
    expect(TIERS.map(canUpgrade)).toEqual([true, true, false]);
  });

  it("include all features of lower plans", () => {
    for (const [smaller, larger] of [
      ["free", "tier1"],
      ["tier1", "tier2"],
    ] as const) {
      const [less, more] = [featuresOf(smaller), featuresOf(larger)];
      expect(less.coaches.every((coach) => more.coaches.includes(coach))).toBe(true);
      expect(more.coachMessagesADay).toBeGreaterThanOrEqual(less.coachMessagesADay);
      for (const [name, held] of Object.entries(less))
        if (held === true) expect(more[name as keyof typeof more], name).toBe(true);
    }
  });
});

describe("the downgrade rule", () => {
  it.each([
    ["free", "lectio_examen", "daily_habit"],
    ["tier1", "lectio_examen", "random_prompts"],
    ["tier2", "lectio_examen", "lectio_examen"],
    ["free", "random_prompts", "random_prompts"],
    ["tier1", "daily_habit", "daily_habit"],
  ] as const)("on %s turns %s into %s", (tier, preference, expected) => {
    expect(effectivePromptSet(tier, preference)).toBe(expected);
  });
});
