import { describe, expect, it } from "vitest";
import { seasonOf, SEASONS, seasonSpans } from "./church-year";
import { addDays } from "./local-day";

describe("season spans", () => {
  it.each(SEASONS)("match seasonOf for %s in thirty years", (season) => {
    const whole = { from: "2020-01-01", to: "2049-12-31" };
    const inSpans = new Set<string>();
    for (const { from, to } of seasonSpans(season, whole))
      for (let date = from; date <= to; date = addDays(date, 1)) inSpans.add(date);
    for (let date = whole.from; date <= whole.to; date = addDays(date, 1))
      if ((seasonOf(date) === season) !== inSpans.has(date)) expect.fail(`${date} ${season}`);
  });

  it("are latest first and clipped to the given days", () => {
    expect(seasonSpans("lent", { from: "2025-03-10", to: "2026-03-01" })).toEqual([
      { from: "2026-02-18", to: "2026-03-01" },
      { from: "2025-03-10", to: "2025-04-19" },
    ]);
    expect(seasonSpans("christmas", { from: "2025-12-30", to: "2026-12-26" })).toEqual([
      { from: "2026-12-25", to: "2026-12-26" },
      { from: "2026-01-01", to: "2026-01-06" },
      { from: "2025-12-30", to: "2025-12-31" },
    ]);
    expect(seasonSpans("advent", { from: "2026-01-01", to: "2026-02-01" })).toEqual([]);
    expect(seasonSpans("advent", { from: "2026-02-01", to: "2026-01-01" })).toEqual([]);
  });
});
