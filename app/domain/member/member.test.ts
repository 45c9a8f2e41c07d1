import { describe, expect, it, test } from "vitest";
import { avatarInitials, displayName } from "./member";
import { canUpgrade, featuresOf, TIER_LABELS, TIERS } from "./plan";
import { effectivePromptSet } from "./prayer-settings";

const nobody = { username: "", firstName: "", lastName: "", email: "" };

test.each([
  ["both names", { firstName: "Ruth", lastName: "boaz", username: "gleaner" }, "RB"],
  ["a first name alone", { firstName: "Hannah", username: "demo" }, "H"],
  ["a last name alone", { lastName: "Boaz", username: "gleaner" }, "B"],
  ["a username when names are only spaces", { firstName: " ", lastName: " ", username: "gleaner" }, "GL"],
  ["a username of one letter", { username: "g" }, "G"],
  ["an email address when there is no username", { email: "naomi@example.com" }, "N"],
  ["a user without names and email address", {}, "U"],
  ["names with letters outside the basic plane", { firstName: "𝒜nna", lastName: "Émile" }, "𝒜É"],
])("shows initials for %s", (_, known, initials) => {
  expect(avatarInitials({ ...nobody, ...known })).toBe(initials);
});

test("displays the full name, else the username, else the email address", () => {
  expect(displayName({ ...nobody, firstName: "Ruth", lastName: "Boaz", username: "gleaner" })).toBe(
    "Ruth Boaz",
  );
  expect(displayName({ ...nobody, firstName: "Ruth", username: "gleaner" })).toBe("Ruth");
  expect(displayName({ ...nobody, username: "gleaner", email: "r@example.com" })).toBe("gleaner");
  expect(displayName({ ...nobody, email: "r@example.com" })).toBe("r@example.com");
});

describe("plans", () => {
  it("are called Free Plan, Growth Plan and Formation Plan", () => {
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

describe("effectivePromptSet", () => {
  it.each([
    ["free", "lectio_examen", "daily_habit"],
    ["tier1", "lectio_examen", "random_prompts"],
    ["tier2", "lectio_examen", "lectio_examen"],
    ["free", "random_prompts", "random_prompts"],
    ["tier1", "daily_habit", "daily_habit"],
  ] as const)("turns, on the tier %s, the preference %s into %s", (tier, preference, expected) => {
    expect(effectivePromptSet(tier, preference)).toBe(expected);
  });
});
