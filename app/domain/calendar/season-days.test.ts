import { describe, expect, it } from "vitest";
import { seasonOf, SEASONS, seasonSpans } from "./church-year";
import { addDays } from "./local-day";

describe("the days of a season", () => {
  it.each(SEASONS)("%s: the very days that the calendar gives it, on thirty years of dates", (season) => {
    const whole = { from: "2020-01-01", to: "2049-12-31" };
    const inSpans = new Set<string>();
    for (const { from, to } of seasonSpans(season, whole))
      for (let date = from; date <= to; date = addDays(date, 1)) inSpans.add(date);
    for (let date = whole.from; date <= whole.to; date = addDays(date, 1))
      if ((seasonOf(date) === season) !== inSpans.has(date)) expect.fail(`${date} ${season}`);
  });

  it("come latest first, and are cut at the days that are asked for", () => {
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
