import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { PLAN_NAMES } from "~/domain/scripture/passages/passage-plan";
import { VisitLimiter } from "./experiments/assignments.server";
import {
  decodeAbSession,
  drawVariant,
  encodeAbSession,
  isCrawler,
  MIN_VISITS,
  summarizeVariants,
  wilsonInterval,
  type AbSession,
} from "./experiments/variant";
import { TIER_TABLE } from "./view-plans.server";

describe("variants", () => {
  it("are drawn 50/50", () => {
    expect([0, 0.25, 0.4999999].map(drawVariant)).toEqual(["A", "A", "A"]);
    expect([0.5, 0.75, 0.9999999].map(drawVariant)).toEqual(["B", "B", "B"]);
  });

  it("round-trip through the cookie", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("A" as const, "B" as const),
        fc.stringMatching(/^[\w-]{8,64}$/),
        fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
        fc.constantFrom("new" as const, "counted" as const, "forced" as const),
        (variant, sessionId, assignedAt, state) => {
          const session: AbSession = { variant, sessionId, assignedAt, state };
          expect(decodeAbSession(encodeAbSession(session))).toEqual(session);
        },
      ),
    );
  });

  it.each([undefined, "", "A", "C.abcdefgh.1.n", "A.short.1.n", "A.abcdefgh.1.x", "A.abcdefgh.!.n"])(
    "are not decoded from %s",
    (text) => expect(decodeAbSession(text)).toBeUndefined(),
  );

  it.each([
    ["", true],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
    ["facebookexternalhit/1.1", true],
    ["curl/8.5.0", true],
    ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0", true],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false],
    ["Lynx/2.9.2 libwww-FM/2.14", false],
    ["Mozilla/5.0 (Linux; Android 6.0) AppleWebKit/537.36 Chrome/95 Mobile Safari/537.36 Cubot", false],
  ])("detects a bot in %s: %s", (agent, crawler) => expect(isCrawler(agent)).toBe(crawler));
});

describe("variant figures", () => {
  it("include the Wilson interval of a share", () => {
    const { low, high } = wilsonInterval(10, 100);
    expect(low).toBeCloseTo(0.0552, 4);
    expect(high).toBeCloseTo(0.1744, 4);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval(0, 100).low).toBe(0);
    expect(wilsonInterval(100, 100).high).toBe(1);
  });

  it("omit the rate below 100 visits", () => {
    const figures = summarizeVariants([
      { variant: "B", visits: MIN_VISITS, conversions: 10 },
      { variant: "A", visits: MIN_VISITS - 1, conversions: 9 },
    ]);
    expect(figures.map(({ variant, rate }) => [variant, rate?.value])).toEqual([
      ["A", undefined],
      ["B", 0.1],
    ]);
  });
});

describe("visit limiter", () => {
  it("accepts sixty visits per network and hour", () => {
    const allowance = new VisitLimiter();
    const start = new Date("2026-03-01T08:00:00Z");
    const taken = Array.from({ length: 70 }, () => allowance.take("192.0.2.1", start)).filter(Boolean).length;
    expect(taken).toBe(60);
    expect(allowance.take("192.0.2.2", start)).toBe(true);
    expect(allowance.take("192.0.2.1", new Date(start.getTime() + 3_599_999))).toBe(false);
    expect(allowance.take("192.0.2.1", new Date(start.getTime() + 3_600_000))).toBe(true);
  });
});

it("counts the books to read through and names books in course separately", () => {
  const books = Object.values(PLAN_NAMES).filter((name) => name.startsWith("Through ")).length;
  expect(TIER_TABLE.find(({ name }) => name === "Reading plans")?.cells).toEqual({
    free: "The season",
    tier1: `The season, and ${books} books`,
    tier2: `The season, ${books} books, and whole books in order, with the Psalms`,
  });
});
