import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { addDays } from "~/domain/calendar/local-day";
import { describeRecurrence, isAnnualDate, isExpired, occursOn, type Recurrence } from "./intention";
import {
  addAllToRotation,
  addToRotation,
  emptyRotation,
  MAX_BESIDE_TEXT,
  MAX_PRAYED_THROUGH,
  removeFromRotation,
  rotateTo,
  rotationSize,
  selectionFor,
  type Rotation,
} from "./rotation";

const START = "2026-11-01";
const TURN: Recurrence = { kind: "turn" };
const rotationOf = (rhythms: Recurrence[], day = START): Rotation =>
  rhythms.reduce((turn, rhythm, at) => addToRotation(turn, `i${at}`, rhythm), emptyRotation(day));
const queueOf = (count: number) => rotationOf(Array.from({ length: count }, () => TURN));

const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
const until = fc.integer({ min: 0, max: 40 }).map((days) => addDays(START, days));
const rhythm: fc.Arbitrary<Recurrence> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(TURN) },
  { weight: 1, arbitrary: fc.constant<Recurrence>({ kind: "daily" }) },
  { weight: 1, arbitrary: weekdays.map((days): Recurrence => ({ kind: "weekdays", weekdays: days })) },
  { weight: 1, arbitrary: until.map((day): Recurrence => ({ kind: "until", until: day })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ day: fc.constantFrom("11-02", "11-20", "02-29"), dayOnly: fc.boolean() })
      .map((given): Recurrence => ({ kind: "yearly", ...given })),
  },
);

/** `away` days pass; then, after the selection of that day was shown, intentions are added, rested and changed. */
type Step = { add: Recurrence[]; rest: number[]; change: { at: number; to: Recurrence }[]; away: number };
const step: fc.Arbitrary<Step> = fc.record({
  add: fc.array(rhythm, { maxLength: 3 }),
  rest: fc.array(fc.nat(50), { maxLength: 2 }),
  change: fc.array(fc.record({ at: fc.nat(50), to: rhythm }), { maxLength: 1 }),
  away: fc.integer({ min: 1, max: 9 }),
});

describe("rotation", () => {
  it("gives each of n intentions a slot within n days, even as others are added, rested, changed and laid down", () => {
    fc.assert(
      fc.property(fc.array(rhythm, { maxLength: 12 }), fc.array(step, { maxLength: 25 }), (begin, steps) => {
        let turn = rotationOf(begin);
        let next = begin.length;
        let date = START;
        /** The latest day for the next slot of each queued intention. */
        const due = new Map<string, string>();
        const wait = (ids: readonly string[]) => {
          for (const id of ids) if (turn.queue.includes(id)) due.set(id, addDays(date, turn.queue.length));
        };
        wait(turn.queue);
        for (const { add, rest, change, away } of steps) {
          let seen: string[] = [];
          // Days without changes are computed, not stored.
          for (let passed = 0; passed < away; passed++) {
            date = addDays(date, 1);
            seen = selectionFor(turn, date).beside;
            expect(new Set(seen).size).toBe(seen.length);
            expect(seen.length).toBeLessThanOrEqual(MAX_BESIDE_TEXT);
            for (const id of seen) due.delete(id);
            for (const [id, day] of due) expect(day > date, `${id} by ${day}, on ${date}`).toBe(true);
            wait(seen);
          }
          // The selection is read before the change.
          turn = rotateTo(turn, date);
          const nth = (at: number) => turn.queue[at % Math.max(1, turn.queue.length)] ?? "";
          for (const at of rest) turn = removeFromRotation(turn, nth(at));
          for (const { at, to } of change) if (turn.queue.length > 0) turn = addToRotation(turn, nth(at), to);
          for (const one of add) turn = addToRotation(turn, `i${next++}`, one);
          for (const id of due.keys()) if (!turn.queue.includes(id)) due.delete(id);
          wait([...seen, ...turn.queue.filter((id) => !due.has(id))]);
          // The changed day shows only intentions that were shown or added, or have fixed days: the queue does not move up.
          const left = new Set([
            ...seen,
            ...add.map((_, at) => `i${next - 1 - at}`),
            ...turn.fixed.map(({ id }) => id),
          ]);
          expect(selectionFor(turn, date).beside.filter((id) => !left.has(id))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("reaches the last of forty intentions in thirteen days when three are added every day", () => {
    let turn = queueOf(40);
    const last = "i39";
    let date = START;
    let days = 0;
    while (!selectionFor(turn, date).beside.includes(last)) {
      date = addDays(date, 1);
      turn = rotateTo(turn, date);
      for (const at of [0, 1, 2]) turn = addToRotation(turn, `n${days}.${at}`, TURN);
      days++;
    }
    expect(days).toBe(13);
  });

  it("advances by three a day; the selection of a day is deterministic", () => {
    const turn = queueOf(7);
    const seen = [0, 1, 2, 3, 4].map((days) => selectionFor(turn, addDays(START, days)).beside.join(" "));
    expect(seen).toEqual(["i0 i1 i2", "i3 i4 i5", "i6 i0 i1", "i2 i3 i4", "i5 i6 i0"]);
    for (const [days, expected] of seen.entries())
      expect(selectionFor(rotateTo(turn, addDays(START, days)), addDays(START, days)).beside.join(" ")).toBe(
        expected,
      );
  });

  it("gives the same result for stored and computed days", () => {
    fc.assert(
      fc.property(fc.array(rhythm, { maxLength: 15 }), fc.integer({ min: 0, max: 150 }), (rhythms, days) => {
        const turn = rotationOf(rhythms);
        let stored = turn;
        for (let at = 0; at <= days; at += 7) stored = rotateTo(stored, addDays(START, at));
        const date = addDays(START, days);
        expect(selectionFor(stored, date)).toEqual(selectionFor(turn, date));
      }),
      { numRuns: 40 },
    );
  });

  it("leaves the queue one slot when many intentions have the day as a fixed day", () => {
    const daily: Recurrence = { kind: "daily" };
    const turn = rotationOf([...Array.from({ length: 20 }, () => daily), TURN, TURN]);
    const [first, second] = [selectionFor(turn, START), selectionFor(turn, addDays(START, 1))];
    expect(first.beside).toHaveLength(MAX_BESIDE_TEXT);
    expect(first.beside.at(-1)).toBe("i20");
    expect(second.beside.at(-1)).toBe("i21");
    expect(first.arc).toHaveLength(MAX_PRAYED_THROUGH);
    expect(first.arc.slice(0, MAX_BESIDE_TEXT)).toEqual(first.beside);
    // Two of the twenty daily intentions are shown, others each day.
    expect(second.beside.slice(0, 2)).not.toEqual(first.beside.slice(0, 2));
  });

  it("prefers annual to daily intentions", () => {
    const daily: Recurrence = { kind: "daily" };
    const turn = rotationOf([daily, daily, daily, { kind: "yearly", day: "11-20", dayOnly: false }]);
    expect(selectionFor(turn, "2026-11-20").beside[0]).toBe("i3");
    expect(selectionFor(turn, "2026-11-21").arc).not.toContain("i3");
  });

  it("keeps all of two thousand intentions when it advances over years of absence", () => {
    const rhythms = Array.from({ length: 2_000 }, (_, at): Recurrence =>
      at % 4 === 0 ? { kind: "yearly", day: "03-03", dayOnly: at % 8 === 0 } : { kind: "turn" },
    );
    const turn = addAllToRotation(
      emptyRotation(START),
      rhythms.map((each, at) => ({ id: `i${at}`, rhythm: each })),
    );
    expect(selectionFor(turn, "2029-11-03").beside).toHaveLength(MAX_BESIDE_TEXT);
    expect(rotationSize(rotateTo(turn, "2029-11-03"))).toBe(2_000);
  });

  it("is empty without intentions, and does not move to an earlier day", () => {
    expect(selectionFor(emptyRotation(START), START)).toEqual({ beside: [], arc: [] });
    expect(selectionFor(queueOf(4), "2026-10-01").beside).toEqual(["i0", "i1", "i2"]);
  });
});

describe("recurrence", () => {
  it.each<[Recurrence & { kind: string }, string, boolean]>([
    [{ kind: "daily" }, "2026-11-22", true],
    [{ kind: "weekdays", weekdays: [0] }, "2026-11-22", true],
    [{ kind: "weekdays", weekdays: [1, 2] }, "2026-11-22", false],
    [{ kind: "until", until: "2026-11-22" }, "2026-11-22", true],
    [{ kind: "until", until: "2026-11-22" }, "2026-11-23", false],
    [{ kind: "yearly", day: "03-03", dayOnly: false }, "2027-03-03", true],
    [{ kind: "yearly", day: "03-03", dayOnly: false }, "2027-11-02", true],
    [{ kind: "yearly", day: "03-03", dayOnly: true }, "2027-11-02", false],
    [{ kind: "yearly", day: "02-29", dayOnly: true }, "2027-02-28", true],
    [{ kind: "yearly", day: "02-29", dayOnly: true }, "2028-02-28", false],
    [{ kind: "yearly", day: "02-29", dayOnly: true }, "2028-02-29", true],
  ])("decides whether %j occurs on %s: %s", (given, date, comes) => {
    if (given.kind !== "turn") expect(occursOn(given, date)).toBe(comes);
  });

  it("has a description for each kind", () => {
    expect(describeRecurrence({ kind: "turn" })).toBe("In turn");
    expect(describeRecurrence({ kind: "weekdays", weekdays: [1, 5] })).toBe("On Monday, Friday");
    expect(describeRecurrence({ kind: "until", until: "2026-11-26" })).toBe(
      "Every day until 26 November 2026",
    );
    expect(describeRecurrence({ kind: "yearly", day: "03-03", dayOnly: false })).toBe(
      "Each year on 3 March and on All Souls",
    );
  });

  it("expires after its last day, and accepts existing annual dates only", () => {
    expect(isExpired({ kind: "until", until: "2026-11-22" }, "2026-11-22")).toBe(false);
    expect(isExpired({ kind: "until", until: "2026-11-22" }, "2026-11-23")).toBe(true);
    expect([isAnnualDate("02-29"), isAnnualDate("02-30"), isAnnualDate("2-3")]).toEqual([true, false, false]);
  });
});
