import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "~/domain/calendar/durations";
import {
  earliestDestruction,
  endOfHour,
  isUnusedFor,
  nextStep,
  observeClock,
  remainingFormats,
  waitFromAfterPause,
} from "./legacy";

const SEEN = new Date("2026-11-28T10:00:00Z");
const at = (days: number) => new Date(SEEN.getTime() + days * DAY);

describe("time without a request", () => {
  it("begins at the end of the hour of the last request", () => {
    expect(endOfHour(new Date("2026-11-28T09:00:00Z"))).toEqual(SEEN);
    expect(endOfHour(new Date("2026-11-28T09:59:59Z"))).toEqual(SEEN);
  });

  it("counts calendar months, not days", () => {
    const leapDay = new Date("2028-02-29T10:00:00Z");
    expect(isUnusedFor(leapDay, 12, new Date("2029-02-28T09:59:59Z"))).toBe(false);
    expect(isUnusedFor(leapDay, 12, new Date("2029-02-28T10:00:00Z"))).toBe(true);
    expect(isUnusedFor(SEEN, 12, new Date("2027-11-28T09:59:59Z"))).toBe(false);
    expect(isUnusedFor(SEEN, 12, new Date("2027-11-28T10:00:00Z"))).toBe(true);
    expect(isUnusedFor(SEEN, 24, at(700))).toBe(false);
  });
});

const DESTROY = {
  choice: "destroy",
  months: 12,
  seenUntil: SEEN,
  warnings: [],
  isStopped: false,
  handOver: null,
} as const;
const sent = (...days: number[]) => days.map((day) => ({ acceptedAt: at(day) }));

describe("choice to destroy", () => {
  it("warns three times and then destroys, each time seven days after the relay accepted the last warning", () => {
    expect(nextStep(DESTROY, at(364))).toBeNull();
    expect(nextStep(DESTROY, at(366))).toBe("warn");
    expect(nextStep({ ...DESTROY, months: 24 }, at(366))).toBeNull();
    expect(nextStep({ ...DESTROY, warnings: sent(366) }, at(372.9))).toBeNull();
    expect(nextStep({ ...DESTROY, warnings: sent(366) }, at(373))).toBe("warn");
    expect(nextStep({ ...DESTROY, warnings: sent(366, 373) }, at(380))).toBe("warn");
    expect(nextStep({ ...DESTROY, warnings: sent(366, 373, 380) }, at(386.9))).toBeNull();
    expect(nextStep({ ...DESTROY, warnings: sent(366, 373, 380) }, at(387))).toBe("destroy");
  });

  it("does nothing while the relay has not accepted a warning, or after it refused a warning", () => {
    expect(nextStep({ ...DESTROY, warnings: [{ acceptedAt: null }] }, at(900))).toBeNull();
    expect(nextStep({ ...DESTROY, isStopped: true }, at(900))).toBeNull();
  });

  it("waits another seven days when the clock has jumped", () => {
    const warnings = sent(366, 373, 380);
    expect(nextStep({ ...DESTROY, warnings, waitFrom: at(900) }, at(906))).toBeNull();
    expect(nextStep({ ...DESTROY, warnings, waitFrom: at(900) }, at(907))).toBe("destroy");
    expect(nextStep({ ...DESTROY, waitFrom: at(900) }, at(901))).toBeNull();
  });

  it("resets its warnings when the account was used again, or when its owner cannot sign in", () => {
    expect(nextStep({ ...DESTROY, warnings: sent(366) }, at(30))).toBe("reset");
    expect(nextStep({ ...DESTROY, warnings: sent(366, 373, 380) }, at(900), false)).toBe("reset");
    expect(nextStep(DESTROY, at(900), false)).toBeNull();
  });

  it("announces the destruction for 21, 14 or 7 days after the warning at the earliest", () => {
    expect([1, 2, 3].map((number) => earliestDestruction(number, at(0)))).toEqual([at(21), at(14), at(7)]);
  });
});

describe("choice to give", () => {
  const GIVE = { ...DESTROY, choice: "give", months: undefined } as const;

  it("delivers thirty days after a hand-over was started", () => {
    const handOver = { startedAt: at(400), mailedAt: null };
    expect(nextStep(GIVE, at(900))).toBeNull();
    expect(nextStep({ ...GIVE, handOver }, at(429.9))).toBeNull();
    expect(nextStep({ ...GIVE, handOver, waitFrom: at(420) }, at(449))).toBeNull();
    expect(nextStep({ ...GIVE, handOver }, at(430))).toBe("deliver");
    expect(nextStep({ ...GIVE, handOver: { ...handOver, mailedAt: at(430) } }, at(900))).toBeNull();
  });

  it("gives each file of a link once, for half a year", () => {
    expect(remainingFormats({ mailedAt: at(0), taken: [] }, at(179))).toEqual(["epub", "json"]);
    expect(remainingFormats({ mailedAt: at(0), taken: ["epub"] }, at(1))).toEqual(["json"]);
    expect(remainingFormats({ mailedAt: at(0), taken: [] }, at(180))).toEqual([]);
    expect(remainingFormats({ mailedAt: null, taken: [] }, at(1))).toEqual([]);
  });
});

describe("clock", () => {
  it("is reported as steady from hour to hour, and as a pause when the server was off for a month", () => {
    expect(observeClock(null, at(0), 0)).toBe("steady");
    expect(observeClock(at(0), new Date(at(0).getTime() + HOUR), HOUR)).toBe("steady");
    expect(observeClock(at(0), at(0.9), 0)).toBe("steady");
    expect(observeClock(at(0), at(31), 0)).toBe("pause");
  });

  it("excludes a pause of the server from a wait", () => {
    const none = { warnings: [], handOver: null };
    const warnings = [{ at: at(10) }];
    expect(waitFromAfterPause({ ...none, warnings }, at(12), at(30))).toEqual(at(28));
    expect(waitFromAfterPause({ ...none, warnings, waitFrom: at(11) }, at(12), at(30))).toEqual(at(29));
    // The same pause, observed again after a crash, is not counted twice.
    expect(waitFromAfterPause({ ...none, warnings, waitFrom: at(28) }, at(12), at(30))).toEqual(at(30));
    const handOver = { startedAt: at(2), mailedAt: null };
    expect(waitFromAfterPause({ ...none, handOver }, at(12), at(30))).toEqual(at(20));
  });

  it('is reported as a gap after forty days off or a step back, and as "set" when the server was running', () => {
    expect(observeClock(at(0), at(41), 0)).toBe("gap");
    expect(observeClock(at(10), at(0), 0)).toBe("gap");
    expect(observeClock(at(0), at(3), 2.9 * DAY)).toBe("set");
    expect(observeClock(at(3), at(0), -3 * DAY)).toBe("set");
  });
});
