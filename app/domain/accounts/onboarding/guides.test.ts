import { describe, expect, it } from "vitest";
import GUIDE_TEXTS from "~/content/guides.yaml";
import { HOUR } from "~/domain/calendar/durations";
import { guideForPage, guideInvitation, guideStep, parseGuideStep, pendingGuides, stepCount } from "./guides";

const person = {
  isAdmin: false,
  subscriptionTier: "free",
  seenTour: false,
  seenFormationWelcome: false,
  guideSeenAt: null,
} as const;
const NOW = new Date("2026-11-21T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

describe("pending guides", () => {
  it.each([
    ["the tour for a member on the free plan", person, { tour: true, formation: false }],
    ["none when the tour was seen", { ...person, seenTour: true }, { tour: false, formation: false }],
    ["none for an administrator", { ...person, isAdmin: true }, { tour: false, formation: false }],
    [
      "the tour on the Growth Plan",
      { ...person, subscriptionTier: "tier1" as const },
      { tour: true, formation: false },
    ],
    [
      "the tour and the Formation welcome on the Formation Plan",
      { ...person, subscriptionTier: "tier2" as const },
      { tour: true, formation: true },
    ],
    [
      "the Formation welcome for an administrator on the Formation Plan",
      { ...person, subscriptionTier: "tier2" as const, isAdmin: true },
      { tour: false, formation: true },
    ],
    [
      "the tour on the Formation Plan when its welcome was seen",
      { ...person, subscriptionTier: "tier2" as const, seenFormationWelcome: true },
      { tour: true, formation: false },
    ],
  ])("are %s", (_case, facts, waiting) => expect(pendingGuides(facts, NOW)).toEqual(waiting));

  it("leave out a guide when another was seen less than twelve hours ago", () => {
    const tourSeen = { ...person, subscriptionTier: "tier2" as const, seenTour: true };
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(11) }, NOW).formation).toBe(false);
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(12) }, NOW).formation).toBe(true);
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(-3) }, NOW).formation).toBe(true);
  });

  it("open on the dashboard only, the tour before the Formation welcome", () => {
    const both = { tour: true, formation: true };
    expect(guideForPage("/dashboard", both)).toBe("tour");
    expect(guideForPage("/dashboard", { ...both, tour: false })).toBe("formation");
    expect(guideForPage("/dashboard", { tour: false, formation: false })).toBeNull();
    expect(guideForPage("/dashboard", both, true)).toBeNull();
    for (const path of [
      ...["/journal", "/journal/morning", "/bible/psalms/23", "/ways/lent", "/coaches/reader", "/insights"],
      ...["/settings", "/settings/plan", "/settings/security/seal", "/subscribe", "/welcome/tour"],
    ])
      expect(guideForPage(path, both), path).toBeNull();
  });
});

it("does not mention plans in the Formation welcome when everything is included", () => {
  const steps = [1, 2, 3].map((step) => guideStep(GUIDE_TEXTS.formation, step, true));
  expect(steps.filter(Boolean)).toHaveLength(3);
  expect(JSON.stringify([steps, guideInvitation("formation", true)])).not.toMatch(/plan/i);
});

describe("texts of the guides", () => {
  it("have seven steps in the tour, three in the Formation welcome, and fixed buttons", () => {
    expect(GUIDE_TEXTS.tour.steps).toHaveLength(7);
    expect(Object.values(GUIDE_TEXTS.tour.buttons)).toEqual(["Skip Tour", "Previous", "Next", "Get Started"]);
    expect(stepCount(3, 7)).toBe("Step 3 of 7");
    const [welcome, lectio, examen] = GUIDE_TEXTS.formation.steps;
    expect(welcome?.title).toBe("Welcome to the Formation Plan");
    expect(welcome?.paragraphs[0]).toMatch(
      /Lectio Divina and Examen reflections and personalized daily scripture/,
    );
    expect(lectio?.movements?.map(({ name }) => name)).toEqual([
      "Lectio",
      "Meditatio",
      "Oratio",
      "Contemplatio",
    ]);
    expect(examen?.movements?.map(({ name }) => name)).toEqual(["Gratitude", "Review", "Discernment"]);
    expect(GUIDE_TEXTS.formation.buttons).toMatchObject({ next: "Continue", finish: "Get Started" });
  });

  it.each([
    ["1", 1],
    ["7", 7],
    ["8", 1],
    ["0", 1],
    ["2.5", 1],
    ["x", 1],
    [null, 1],
  ])("start, for the parameter %s, at step %d", (text, step) => expect(parseGuideStep(text, 7)).toBe(step));
});
