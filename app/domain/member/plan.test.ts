import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { localMoment, startOfDay } from "~/domain/calendar/local-day";
import { addPaid, addTrial, applyElapsed } from "~/domain/plans/changes/changes";
import {
  dueNotices,
  endAfterDays,
  lastDayOfPlan,
  monthsLater,
  nextPlanCheckAt,
  pruneSentNotices,
} from "~/domain/plans/changes/notices";
import { formatTrialKey, keyState, normalizeKey } from "~/domain/plans/trial-keys/trial-keys.server";
import { grantEnd, planAt, tierAfter, type Entitlements, type Grant, type SubscriptionFacts } from "./plan";

const at = (text: string) => new Date(text);
/** A midnight of 2026. */
const on = (day: string) => at(`2026-${day}T00:00:00Z`);
const NOTHING: Entitlements = { grants: [], override: null };
const grant = (over: Partial<Grant>): Grant => ({
  id: "a",
  source: "gift",
  tier: "tier1",
  startsAt: on("01-01"),
  endsAt: null,
  paid: null,
  mark: "",
  ...over,
});
const facts = (over: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  interval: "month",
  renewsAt: on("02-01"),
  cancelAt: null,
  pausedFrom: null,
  resumesAt: null,
  late: false,
  ...over,
});
const paid = (over: Partial<SubscriptionFacts> = {}, rest: Partial<Grant> = {}) =>
  grant({ source: "paid", tier: "tier2", id: "sub", paid: facts(over), ...rest });
const holding = (...grants: Grant[]): Entitlements => ({ grants, override: null });

describe("the effective plan", () => {
  it("is free without grants", () => {
    expect(planAt(NOTHING, on("01-05"))).toMatchObject({ tier: "free", source: "none" });
  });

  it("is the highest of several grants, and falls back to the remaining ones when that ends", () => {
    const both = holding(
      grant({ tier: "tier1", id: "gift" }),
      grant({ tier: "tier2", id: "key", source: "trial", endsAt: on("01-10") }),
    );
    const during = planAt(both, on("01-05"));
    expect(during).toMatchObject({ tier: "tier2", source: "trial", endsAt: on("01-10") });
    expect(tierAfter(both, on("01-10"))).toBe("tier1");
    expect(planAt(both, on("01-10"))).toMatchObject({
      tier: "tier1",
      source: "gift",
      endsAt: null,
    });
  });

  it("is an administrator's override, even when the override is a lower plan", () => {
    const chosen = {
      ...holding(paid()),
      override: { tier: "free" as const, since: on("01-02") },
    };
    expect(planAt(chosen, on("01-05"))).toMatchObject({ tier: "free", source: "admin" });
  });

  it("ends at the moment when its only grant ends", () => {
    const trial = holding(grant({ source: "trial", endsAt: on("01-10") }));
    expect(planAt(trial, at("2026-01-09T23:59:59.999Z")).tier).toBe("tier1");
    expect(planAt(trial, on("01-10")).tier).toBe("free");
  });

  it("continues when a renewal is reported at most three days late", () => {
    const held = holding(paid());
    expect(planAt(held, at("2026-02-03T23:00:00Z"))).toMatchObject({ tier: "tier2", endsAt: null });
    expect(planAt(held, on("02-04")).tier).toBe("free");
  });

  it("is the free plan when a cancelled subscription has ended, and while a subscription is paused", () => {
    const end = on("02-01");
    expect(planAt(holding(paid({ cancelAt: end })), on("01-20"))).toMatchObject({
      tier: "tier2",
      endsAt: end,
      cancelAt: end,
    });
    expect(planAt(holding(paid({ cancelAt: end })), end).tier).toBe("free");
    expect(planAt(holding(paid({ pausedFrom: end, renewsAt: on("03-01") })), end).tier).toBe("free");
  });
});

describe("elapsed periods", () => {
  it("yield one plan change each, at the time of its end", () => {
    const held = holding(
      grant({ id: "k2", source: "trial", tier: "tier2", endsAt: on("01-10") }),
      grant({ id: "k1", source: "trial", tier: "tier1", endsAt: on("01-20") }),
    );
    const { entitlements: left, changes } = applyElapsed(held, on("01-05"), on("02-05"));
    expect(
      changes.map(({ at: when, cause, from, to }) => [when.toISOString().slice(0, 10), cause, from, to]),
    ).toEqual([
      ["2026-01-10", "trial_ended", "tier2", "tier1"],
      ["2026-01-20", "trial_ended", "tier1", "free"],
    ]);
    expect(left.grants).toEqual([]);
  });

  it("keep the grant of a paused subscription and change the plan to free", () => {
    const held = holding(paid({ pausedFrom: on("01-10"), renewsAt: on("03-01") }));
    expect(applyElapsed(held, on("01-05"), on("01-15"))).toMatchObject({
      changes: [{ cause: "paid_rests", to: "free" }],
      entitlements: { grants: [{ id: "sub" }] },
    });
  });
});

describe("a trial key", () => {
  const key = { id: "key", tier: "tier1" as const, days: 7, mark: "7K2M", at: at("2026-01-05T10:15:00Z") };

  it("grants whole days and ends at the member's midnight", () => {
    const held = addTrial(NOTHING, key, "America/New_York") as Entitlements;
    expect(held.grants[0]?.endsAt).toEqual(at("2026-01-13T05:00:00Z"));
  });

  it("starts at the end of another grant when both have the same tier", () => {
    const first = addTrial(NOTHING, key, "UTC") as Entitlements;
    const second = addTrial(first, { ...key, id: "other" }, "UTC") as Entitlements;
    expect(second.grants[1]).toMatchObject({
      startsAt: on("01-13"),
      endsAt: on("01-20"),
    });
    expect(planAt(second, key.at).endsAt).toEqual(on("01-20"));
  });

  it("is not consumed when an endless plan has the same or a higher tier", () => {
    expect(addTrial(holding(grant({ tier: "tier2" })), key, "UTC")).toBeNull();
    expect(addTrial(holding(paid()), key, "UTC")).toBeNull();
    expect(addTrial(holding(paid({ cancelAt: on("02-01") })), key, "UTC")?.grants[1]?.startsAt).toEqual(
      on("02-01"),
    );
    expect(addTrial(holding(grant({ tier: "tier1" })), { ...key, tier: "tier2" }, "UTC")).not.toBeNull();
  });

  it("has no confusable characters, and is parsed in any case and with or without separators and prefix", () => {
    const code = formatTrialKey(Uint8Array.from({ length: 12 }, (_, index) => index * 23));
    expect(code).toMatch(/^SNK-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(normalizeKey(code)).toBe(code.slice(4).replaceAll("-", ""));
    expect(normalizeKey(" snk olij 0123 4567 ")).toBe("011J01234567");
    expect(normalizeKey("SNK-SNK0-0000-0000")).toBe("SNK000000000");
    expect(normalizeKey("0000-0000-0000")).toBe("000000000000");
    for (const wrong of ["", "SNK-0000-0000", "SNK-0000-0000-00000", "SNK-UUUU-0000-0000"])
      expect(normalizeKey(wrong)).toBeNull();
  });

  it("has the state unused, partly used, used up, expired or revoked", () => {
    const now = on("01-05");
    const key = { left: 2, redeemed: 0, expiresAt: null, revokedAt: null };
    expect(keyState(key, now)).toBe("unused");
    expect(keyState({ ...key, redeemed: 1, left: 1 }, now)).toBe("partial");
    expect(keyState({ ...key, redeemed: 2, left: 0 }, now)).toBe("used");
    expect(keyState({ ...key, expiresAt: now }, now)).toBe("expired");
    expect(keyState({ ...key, revokedAt: now }, now)).toBe("revoked");
  });
});

describe("a subscription", () => {
  it.each([
    ["starts", null, paid(), "paid_started"],
    ["ends", paid(), null, "paid_ended"],
    ["changes its tier", paid(), paid({}, { tier: "tier1" }), "paid_changed"],
    ["changes its interval", paid(), paid({ interval: "year" }), "paid_changed"],
    ["is cancelled", paid(), paid({ cancelAt: on("02-01") }), "paid_cancelled"],
    ["is no longer cancelled", paid({ cancelAt: on("02-01") }), paid(), "paid_kept"],
    ["is paused", paid(), paid({ pausedFrom: on("02-01") }), "paid_paused"],
    ["is resumed", paid({ pausedFrom: on("02-01") }), paid(), "paid_taken_up"],
    ["is renewed", paid(), paid({ renewsAt: on("03-01") }), null],
    ["neither existed nor exists", null, null, null],
  ] as const)("has the expected cause in the ledger, or none, when it %s", (_change, known, next, cause) => {
    expect(addPaid(known ? holding(known) : NOTHING, "sub", next).cause).toBe(cause);
  });
});

describe("plan notices", () => {
  const trial = holding(grant({ source: "trial", startsAt: on("01-01"), endsAt: on("01-31") }));
  const kinds = (held: Entitlements, marks: string[], now: Date) =>
    dueNotices(held, marks, now).map(({ kind, id }) => `${kind} ${id.split("|").at(-1)}`);

  it("are sent seven days and one day before the plan ends", () => {
    expect(kinds(trial, [], at("2026-01-23T23:59:59Z"))).toEqual([]);
    expect(kinds(trial, [], on("01-24"))).toEqual(["ending 7"]);
    const marks = dueNotices(trial, [], on("01-24")).map(({ id }) => id);
    expect(kinds(trial, marks, on("01-29"))).toEqual([]);
    expect(kinds(trial, marks, on("01-30"))).toEqual(["ending 1"]);
    expect(pruneSentNotices(marks, on("01-30"))).toEqual(marks);
    expect(pruneSentNotices(marks, on("01-31"))).toEqual([]);
  });

  it("send only the one-day notice when the seven-day notice was missed", () => {
    expect(kinds(trial, [], at("2026-01-30T12:00:00Z"))).toEqual(["ending 1"]);
    expect(kinds(trial, [], on("01-31"))).toEqual([]);
  });

  it("are not sent at the start of a short plan", () => {
    const short = holding(grant({ source: "trial", endsAt: on("01-04") }));
    expect(kinds(short, [], on("01-01"))).toEqual([]);
    expect(kinds(short, [], on("01-03"))).toEqual(["ending 1"]);
  });

  it("announce a renewal, or the end when the plan is cancelled or paused", () => {
    const end = on("02-01");
    expect(kinds(holding(paid()), [], on("01-25"))).toEqual(["renewing 7"]);
    expect(kinds(holding(paid({ cancelAt: end })), [], on("01-25"))).toEqual(["ending 7"]);
    expect(kinds(holding(paid({ pausedFrom: end })), [], on("01-25"))).toEqual(["ending 7"]);
  });

  it("schedule the next check for the next notice or the end", () => {
    expect(nextPlanCheckAt(trial, [], on("01-02"))).toEqual(on("01-24"));
    expect(nextPlanCheckAt(trial, [], on("01-24"))).toEqual(on("01-30"));
    expect(nextPlanCheckAt(trial, [], on("01-30"))).toEqual(on("01-31"));
    expect(nextPlanCheckAt(NOTHING, [], on("01-30"))).toBeNull();
  });
});

describe("days", () => {
  const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Calcutta", "Pacific/Apia", "Africa/Cairo"];

  it.each([
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00Z"],
    ["2028-02-29", "America/New_York", "2028-02-29T05:00:00Z"],
    // Clocks go from 00:00 to 01:00: the day begins at one.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00Z"],
  ])("begin on %s in %s at %s", (date, zone, expected) => {
    expect(startOfDay(date, zone)).toEqual(at(expected));
  });

  it("are granted in full, the last one before the end of the plan, in every zone and across clock changes", () => {
    fc.assert(
      fc.property(
        fc.date({ min: at("2024-01-01T00:00:00Z"), max: at("2032-12-31T00:00:00Z"), noInvalidDate: true }),
        fc.integer({ min: 1, max: 365 }),
        fc.constantFrom(...ZONES),
        (start, days, zone) => {
          const end = endAfterDays(start, days, zone);
          expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(days * 86_400_000 - 3_600_000);
          expect(end.getTime() - start.getTime()).toBeLessThanOrEqual((days + 1) * 86_400_000 + 3_600_000);
          expect(localMoment(end, zone).date > lastDayOfPlan(end, zone)).toBe(true);
          // A second grant that starts at the end leaves no gap.
          expect(endAfterDays(end, days, zone) > end).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["2026-01-31T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
    ["2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00Z"],
    ["2026-10-31T10:00:00Z", 3, "2027-01-31T10:00:00Z"],
    ["2026-11-30T10:00:00Z", 3, "2027-02-28T10:00:00Z"],
  ])("keep the day of the month, or its last day, from %s over %i months to %s", (from, months, expected) => {
    expect(monthsLater(at(from), months)).toEqual(at(expected));
  });

  it("are unlimited for a grant without an end and without a subscription", () => {
    expect(grantEnd(grant({}))).toBeNull();
  });
});
