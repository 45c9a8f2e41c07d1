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
    [person, { tour: true, formation: false }],
    [
      { ...person, seenTour: true },
      { tour: false, formation: false },
    ],
    [
      { ...person, isAdmin: true },
      { tour: false, formation: false },
    ],
    [
      { ...person, subscriptionTier: "tier1" as const },
      { tour: true, formation: false },
    ],
    [
      { ...person, subscriptionTier: "tier2" as const },
      { tour: true, formation: true },
    ],
    [
      { ...person, subscriptionTier: "tier2" as const, isAdmin: true },
      { tour: false, formation: true },
    ],
    [
      { ...person, subscriptionTier: "tier2" as const, seenFormationWelcome: true },
      { tour: true, formation: false },
    ],
  ])("are, for %o, %o", (facts, waiting) => expect(pendingGuides(facts, NOW)).toEqual(waiting));

  it("shows at most one guide per visit", () => {
    const tourSeen = { ...person, subscriptionTier: "tier2" as const, seenTour: true };
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(11) }, NOW).formation).toBe(false);
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(12) }, NOW).formation).toBe(true);
    expect(pendingGuides({ ...tourSeen, guideSeenAt: hoursAgo(-3) }, NOW).formation).toBe(true);
  });

  it("opens on the dashboard alone, the tour first", () => {
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

describe("fixed texts", () => {
  it("has seven steps in the tour and three in the Formation welcome, with its buttons", () => {
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
  ])("parses step %s as %d", (text, step) => expect(parseGuideStep(text, 7)).toBe(step));
});
