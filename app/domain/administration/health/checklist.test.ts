import { describe, expect, it } from "vitest";
import { formatTimeSpan } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { checklist, type Settings } from "./checklist";
import { formatBytes, isJobLate } from "./health-summary";

const GOOD: Settings = {
  origin: "https://journal.example.org",
  host: "0.0.0.0",
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
  it("are formatted briefly", () => {
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
