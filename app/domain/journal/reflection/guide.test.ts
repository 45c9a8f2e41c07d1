import { describe, expect, it } from "vitest";
import { addDays } from "~/domain/calendar/local-day";
import { EXAMEN_STEPS } from "~/domain/journal/prompt-sets/examen-questions";
import { LECTIO_STEPS } from "~/domain/journal/prompt-sets/lectio-questions";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { guideOf } from "./flow";

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
