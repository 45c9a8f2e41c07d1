import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import BEST_DAY from "~/content/best-day.yaml";
import DEMONSTRATION from "~/content/demonstration.yaml";
import { formatTimeSpan } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
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
} from "./alerts/alert-rules";
import { DEMO_PAGES, demoPage, demoIntention, demoRhythm } from "./demo/demo-journal";
import { checklist, type Settings } from "./health/checklist";
import { formatBytes, isJobLate } from "./health/health-summary";
import { retireUnusedKeys } from "./rotate-key-ring.server";

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

  it("opens when a value falls below a lower limit or rises above zero", () => {
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

const GOOD: Settings = {
  origin: "https://journal.example.org",
  hasSmtp: true,
  hasAi: true,
  usesMongodb: true,
  hasOwnSecrets: true,
  bcryptCost: 12,
  trustProxy: 1,
  hasPayments: true,
  hasMetricsToken: true,
  nodeEnv: "production",
  welcome: "good",
};
const problemsOf = (settings: Partial<Settings>, isHttps = true) =>
  checklist({ ...GOOD, ...settings }, isHttps)
    .filter(({ state }) => state === "look")
    .map(({ what }) => what);

describe("the checklist", () => {
  it("reports no problem for a fully configured server", () => {
    expect(checklist(GOOD, true).every(({ state }) => state === "good")).toBe(true);
  });

  it("reports each setting that needs attention", () => {
    expect(problemsOf({ hasSmtp: false })).toEqual(["SMTP_URL"]);
    expect(problemsOf({ welcome: "unreadable" })).toEqual(["welcome.md"]);
    expect(problemsOf({ welcome: "too_long" })).toEqual(["welcome.md"]);
    expect(problemsOf({ trustProxy: 0 })).toEqual(["TRUST_PROXY"]);
    expect(problemsOf({ bcryptCost: 10 })).toEqual(["BCRYPT_COST"]);
    expect(problemsOf({ origin: "http://journal.example.org" }, false)).toEqual(["TLS and cookies"]);
    expect(problemsOf({ origin: "http://localhost:3000" }, false)).toEqual([]);
  });
});

describe("a job is late", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const job = (nextAt: Date, leaseUntil = before(100), failures = 0) => ({
    record: { nextAt, leaseUntil, failures },
  });

  it.each([
    ["has not run yet", { record: null }, false],
    ["is due now", job(before(0)), false],
    ["has waited four minutes", job(before(4)), false],
    ["has waited six minutes", job(before(6)), true],
    ["has waited, and runs", job(before(60), before(-1)), false],
    ["has failed three times", job(before(-60), before(100), 3), true],
  ])("when it %s: %s", (_name, watched, late) => {
    expect(isJobLate(watched, now)).toBe(late);
  });
});

describe("times and sizes", () => {
  it("are formatted in a short form", () => {
    expect([500, 59_400, 60_000, 3_600_000, 49 * 3_600_000].map(formatTimeSpan)).toEqual([
      "1 s",
      "59 s",
      "1 min",
      "1 h",
      "2 d 1 h",
    ]);
    expect([12, 1500, 2_500_000, 3e9].map(formatBytes)).toEqual(["12 bytes", "1.5 kB", "2.5 MB", "3.0 GB"]);
    expect(utcMinute(new Date("2026-11-21T12:05:59.999Z"))).toBe("2026-11-21 12:05");
  });
});

const TODAY = "2026-11-21";
const all = (today: string) => Array.from({ length: DEMO_PAGES }, (_, at) => demoPage(today, at + 1)).flat();

describe("demonstration journal", () => {
  it("covers sixty days up to today, most with an entry", () => {
    expect(DEMONSTRATION.days).toHaveLength(60);
    expect(DEMONSTRATION.days).toContainEqual(BEST_DAY);
    const dates = all(TODAY);
    expect(dates[0]?.date).toBe(TODAY);
    expect(dates.at(-1)?.date).toBe("2026-09-23");
    expect(dates.length).toBeGreaterThan(50);
    expect(dates.flatMap(({ entries }) => entries).length).toBeGreaterThan(80);
  });

  it("is deterministic and moves with the day", () => {
    expect(demoPage(TODAY, 2)).toEqual(demoPage(TODAY, 2));
    const words = (today: string) => all(today).map(({ entries }) => entries);
    expect(words("2024-02-29")).toEqual(words(TODAY));
  });

  it("has no empty answers, calendar dates or exclamation marks", () => {
    for (const { entries } of all(TODAY)) {
      for (const { answers, body, slot } of entries) {
        expect(slot === "none" ? body.length : answers.length).toBeGreaterThan(0);
        for (const text of [...answers.map((answer) => answer.text), ...body]) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toMatch(
            /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|Christmas|Easter|Lent\b|Advent|!/,
          );
        }
      }
    }
  });

  it("shows a rhythm of 28 days and the intention of today", () => {
    const days = demoRhythm();
    expect(days).toHaveLength(28);
    expect(days.at(-1)).toBe("kept");
    expect(demoIntention()).not.toBe("");
  });
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const since = (number: number) => day(number).toISOString();
const retire = (
  keys: { id: string; unusedSince?: string }[],
  inUse: string[],
  at: number,
  backupDays = 10,
): { kept: unknown[]; retired: string[] } =>
  retireUnusedKeys(keys, new Set(inUse), { now: day(at), backupDays });

describe("retiring keys", () => {
  it("records when a key becomes unused, and clears that time when the key is used again", () => {
    const recorded = [{ id: "new" }, { id: "old", unusedSince: since(3) }];
    expect(retire([{ id: "new" }, { id: "old" }], ["new"], 3)).toEqual({ kept: recorded, retired: [] });
    expect(retire(recorded, ["new"], 13)).toEqual({ kept: recorded, retired: [] });
    expect(retire(recorded, ["new", "old"], 13).kept).toEqual([{ id: "new" }, { id: "old" }]);
    expect(retire(recorded, ["new"], 14)).toEqual({ kept: [{ id: "new" }], retired: ["old"] });
  });

  it("keeps the newest key even when it is unused", () => {
    expect(retire([{ id: "new", unusedSince: since(1) }], [], 30)).toEqual({
      kept: [{ id: "new" }],
      retired: [],
    });
  });

  it("retires no key while BACKUP_DAYS is unset", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(1) }];
    expect(retire(keys, ["new"], 30_000, 0).retired).toEqual([]);
  });

  it("replaces a recorded time when it is in the future", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(400) }];
    expect(retire(keys, [], 5).kept).toEqual([{ id: "new" }, { id: "old", unusedSince: since(5) }]);
  });
});
