import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import {
  ALERT_RULE_KEYS,
  ALERT_RULES,
  CLOSE_AFTER_CHECKS,
  formatWithUnit,
  nextAlertState,
  OPEN_AFTER_CHECKS,
  worseValue,
  type AlertRunState,
  type Limit,
} from "./alert-rules";

const LIMIT: Limit = { threshold: 10, trouble: "above" };
const INITIAL: AlertRunState = { breaching: 0, calm: 0, open: false };

function run(values: (number | null)[], limit = LIMIT, state = INITIAL) {
  const events: [minute: number, event: string][] = [];
  values.forEach((value, minute) => {
    const next = nextAlertState(state, value, limit);
    state = next.state;
    if (next.event) events.push([minute, next.event]);
  });
  return { events, state };
}

const good = Array<number>(CLOSE_AFTER_CHECKS).fill(0);

describe("alert rules", () => {
  it("have a text for every rule, and a link when the advice mentions a page", () => {
    expect(ALERT_RULES.map(({ key }) => key)).toEqual([...ALERT_RULE_KEYS]);
    for (const { name, measures, advice } of ALERT_RULES)
      expect(Math.min(name.length, measures.length, advice.length)).toBeGreaterThan(5);
    const named = /audit log|system health|database(?= page)|safety page/i;
    for (const { key, advice, page } of ALERT_RULES)
      expect([key, page?.label.toLowerCase()]).toEqual([key, named.exec(advice)?.[0].toLowerCase()]);
    expect(formatWithUnit(8.4321, "% free")).toBe("8.4% free");
  });
});

describe("an alert", () => {
  it("opens once after two consecutive breaches", () => {
    expect(run([11]).events).toEqual([]);
    expect(run([11, 9, 11, 9]).events).toEqual([]);
    expect(run([11, 12, 13, 14]).events).toEqual([[1, "open"]]);
    expect(run([10, 10, 10]).events).toEqual([]);
  });

  it("ends after ten consecutive checks that are better than the threshold by the margin", () => {
    expect(run([11, 11, ...good]).events).toEqual([
      [1, "open"],
      [11, "calm"],
    ]);
    expect(run([11, 11, ...Array<number>(50).fill(9.5)]).events).toEqual([[1, "open"]]);
    expect(run([11, 11, ...good.slice(1), 9.5, ...good.slice(1)]).events).toEqual([[1, "open"]]);
  });

  it("works for lower limits and for a threshold of zero", () => {
    expect(run([9, 9, ...Array<number>(10).fill(11)], { threshold: 10, trouble: "below" }).events).toEqual([
      [1, "open"],
      [11, "calm"],
    ]);
    expect(run([1, 1, ...good], { threshold: 0, trouble: "above" }).events).toEqual([
      [1, "open"],
      [11, "calm"],
    ]);
    expect(worseValue(3, 5, { threshold: 0, trouble: "below" })).toBe(3);
  });

  it("ignores a missing measurement", () => {
    expect(run([11, null, 11]).events).toEqual([[2, "open"]]);
    expect(run([null, null]).state).toEqual(INITIAL);
  });

  it("does not flap for random values", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: 0, max: 20, noNaN: true })), { maxLength: 300 }),
        (values) => {
          const { events } = run(values);
          events.forEach(([minute, event], index) => {
            const before = events[index - 1];
            // Openings and endings alternate, at least ten good and two bad checks apart.
            expect(event).toBe(index % 2 === 0 ? "open" : "calm");
            if (before)
              expect(minute - before[0]).toBeGreaterThanOrEqual(
                event === "calm" ? CLOSE_AFTER_CHECKS : OPEN_AFTER_CHECKS,
              );
          });
        },
      ),
    );
  });
});
