import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { addDays } from "~/domain/calendar/local-day";
import { DEFAULT_RHYTHM, type Pause } from "~/domain/member/preferences";
import {
  pauseAt,
  RHYTHM_DAYS,
  rhythmOf,
  withoutPause,
  withPause,
  type RhythmState,
  type Trace,
} from "./rhythm.server";

const ZONES = (
  "UTC Europe/Berlin America/New_York America/Sao_Paulo Pacific/Kiritimati " +
  "Pacific/Pago_Pago Asia/Kathmandu Australia/Lord_Howe Africa/Casablanca America/St_Johns"
).split(" ");
/** Days around clock changes in some of the zones, and two days without a change. */
const WEEKS = "2026-03-29 2026-03-08 2026-11-01 2026-10-25 2026-04-05 2026-07-01 2024-02-29".split(" ");

/** Formatters for the local time, so that the test does not use the code under test. */
const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", hourCycle: "h23", timeZone }),
  ]),
);
const localTime = (at: Date, timeZone: string) => clocks.get(timeZone)?.format(at) ?? "";
const dayNumber = (date: string) => Math.round(Date.parse(`${date}T12:00:00Z`) / 86_400_000 - 0.5);

/** A slow reference implementation that tests every entry for each day. */
function referenceRhythm(
  traces: readonly Trace[],
  restDay: number | null,
  pauses: readonly Pause[],
  date: string,
  time: string,
): RhythmState[] {
  const states: RhythmState[] = [];
  for (let back = RHYTHM_DAYS - 1; back >= 0; back--) {
    const number = dayNumber(date) - back;
    const written = (of: number) =>
      traces.filter(
        (one) =>
          dayNumber(one.forDate) === of &&
          dayNumber(localTime(one.createdAt, one.timezone).slice(0, 10)) <= of + 2,
      );
    const tomorrow = written(number + 1);
    const early = tomorrow.filter((one) => {
      const [day = "", clock = ""] = localTime(one.createdAt, one.timezone).split(" ");
      return dayNumber(day) === number + 1 && Number(clock.slice(0, 2)) < 12;
    });
    const weekday = new Date(number * 86_400_000).getUTCDay();
    const isPaused = pauses.some(
      (pause) => dayNumber(pause.from) <= number && number <= dayNumber(pause.until),
    );
    if (written(number).length > 0) states.push("kept");
    else if (early.length > 0 && tomorrow.length > early.length) states.push("kept");
    else if (early.length > 1) states.push("kept");
    else if (isPaused) states.push("paused");
    else if (weekday === restDay) states.push("rest");
    else if (back === 0) states.push("open");
    else if (back === 1 && Number(time.slice(0, 2)) < 12) states.push("open");
    else states.push("quiet");
  }
  return states;
}

const moments = fc
  .record({
    week: fc.constantFrom(...WEEKS),
    hours: fc.integer({ min: -24 * 32, max: 36 }),
    minutes: fc.integer({ min: 0, max: 59 }),
  })
  .map(
    ({ week, hours, minutes }) =>
      new Date(Date.parse(`${week}T00:00:00Z`) + hours * 3_600_000 + minutes * 60_000),
  );

describe("the rhythm", () => {
  it(
    "agrees with the reference implementation in every zone and on both sides of a clock change",
    { tags: ["release"] },
    () => {
      const trace = fc
        .record({
          createdAt: moments,
          timezone: fc.constantFrom(...ZONES),
          back: fc.integer({ min: -1, max: 4 }),
        })
        .map(({ createdAt, timezone, back }) => ({
          createdAt,
          timezone,
          forDate: addDays(localTime(createdAt, timezone).slice(0, 10), -back),
        }));
      const world = fc.constantFrom(...WEEKS).chain((week) =>
        fc.record({
          traces: fc.array(trace, { maxLength: 40 }),
          present: fc
            .integer({ min: 0, max: 47 })
            .map((hour) => new Date(Date.parse(`${week}T00:30:00Z`) + hour * 3_600_000)),
          zone: fc.constantFrom(...ZONES),
          restDay: fc.constantFrom(null, 0, 3, 6),
          pauses: fc.array(
            fc
              .record({ start: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 0, max: 9 }) })
              .map(({ start, length }) => ({
                from: addDays(week, -start),
                until: addDays(week, length - start),
              })),
            { maxLength: 2 },
          ),
        }),
      );
      fc.assert(
        fc.property(world, ({ traces, present, zone, restDay, pauses }) => {
          const [date = "", time = ""] = localTime(present, zone).split(" ");
          const days = rhythmOf(traces, { restDay, pauses }, { date, time });
          expect(days.map(({ state }) => state)).toEqual(
            referenceRhythm(traces, restDay, pauses, date, time),
          );
          expect(days.at(-1)?.date).toBe(date);
          // Each entry counts for one day at most.
          expect(days.filter(({ state }) => state === "kept").length).toBeLessThanOrEqual(traces.length);
        }),
        { numRuns: 1_500 },
      );
    },
  );

  const zone = "Europe/Berlin";
  const state = (traces: [forDate: string, createdAt: string][], present: string, of: string) => {
    const [date = "", time = ""] = localTime(new Date(present), zone).split(" ");
    return rhythmOf(
      traces.map(([forDate, createdAt]) => ({ forDate, createdAt: new Date(createdAt), timezone: zone })),
      DEFAULT_RHYTHM,
      { date, time },
    ).find((day) => day.date === of)?.state;
  };

  it.each([
    // 25 October has 25 hours in Berlin; 27 October ends at 23:00 UTC.
    ["2026-10-27T22:59:00Z", "kept"],
    ["2026-10-27T23:00:00Z", "quiet"],
  ])("a day filled in at %s is %s", (createdAt, expected) => {
    expect(state([["2026-10-25", createdAt]], "2026-11-01T12:00:00Z", "2026-10-25")).toBe(expected);
  });

  it.each([
    ["2026-11-21T10:59:00Z", "open"],
    ["2026-11-21T11:00:00Z", "quiet"],
  ])("yesterday lasts 36 hours: at %s it is %s", (present, expected) => {
    expect(state([], present, "2026-11-20")).toBe(expected);
    expect(state([], present, "2026-11-21")).toBe("open");
  });

  it("counts an entry before noon for the previous day when its own day has another one", () => {
    const late: [string, string] = ["2026-11-20", "2026-11-20T00:30:00Z"];
    const evening: [string, string] = ["2026-11-20", "2026-11-20T19:00:00Z"];
    const now = "2026-11-21T20:00:00Z";
    expect(state([late], now, "2026-11-19")).toBe("quiet");
    expect(state([late, evening], now, "2026-11-19")).toBe("kept");
    expect(state([evening, evening], now, "2026-11-19")).toBe("quiet");
  });
});

describe("pauses", () => {
  const steps = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 12 }),
      length: fc.option(fc.integer({ min: 0, max: 20 })),
    }),
    { maxLength: 12 },
  );

  it("cover exactly the paused days, however they begin and end", () => {
    fc.assert(
      fc.property(steps, (list) => {
        let today = "2026-03-20";
        let pauses: Pause[] = [];
        let paused = new Set<string>();
        for (const { wait, length } of list) {
          today = addDays(today, wait);
          paused = new Set([...paused].filter((day) => day < today));
          if (length === null) pauses = withoutPause(pauses, today);
          else {
            pauses = withPause(pauses, today, addDays(today, length));
            for (let n = 0; n <= length; n++) paused.add(addDays(today, n));
          }
          for (let n = -27; n < 30; n++) {
            const day = addDays(today, n);
            const covered = pauses.some(({ from, until }) => from <= day && day <= until);
            expect([day, covered]).toEqual([day, paused.has(day)]);
          }
          expect(pauseAt(pauses, today) !== undefined).toBe(paused.has(today));
        }
      }),
    );
  });
});
