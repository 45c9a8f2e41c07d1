import { describe, expect, it } from "vitest";
import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { churchDay } from "~/domain/calendar/church-day";
import { CALENDAR_TRADITIONS } from "~/domain/calendar/church-year";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { parseReference } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { assignDays, findAssignedPassage, formatAssigned, parseAssignedLines } from "./assigned-passages";
import { BUILT_IN_WAYS } from "./available-ways.server";
import {
  dayNumberOn,
  dayOfWalkOn,
  leaveWalk,
  nextDay,
  NO_WALKS,
  occurrenceIn,
  occurrenceNear,
  startWalk,
  type Begins,
  type Way,
} from "./way";

const day = { title: "", passage: "", point: "", questions: [], closing: "", writer: "" };

const way = (begins: Begins, days: number, sundays: Way["sundays"] = "in"): Way => ({
  ...{ name: "", by: "", language: "", licence: "", begins, sundays },
  days: Array.from({ length: days }, () => day),
});
const onFeast = (feast: "advent" | "ash-wednesday" | "easter" | "pentecost", plus = 0) => ({ feast, plus });

const years = Array.from({ length: 30 }, (_, at) => 2026 + at);

describe.each(
  CALENDAR_TRADITIONS.flatMap((tradition) =>
    [true, false].map((feastsOnSunday) => ({ tradition, feastsOnSunday })),
  ),
)("the days of a way, in a year of $tradition (feasts on Sunday: $feastsOnSunday)", (followed) => {
  const feastOn = (date: string | undefined) => churchDay(date ?? "", followed).feast;

  it.each(years)("begin and end on the feasts of %i", (year) => {
    const lent = occurrenceIn(way(onFeast("ash-wednesday"), 40, "apart"), year);
    expect(feastOn(lent?.first)).toBe("ash_wednesday");
    expect(feastOn(addDays(lent?.last ?? "", 1))).toBe("easter_day");
    expect([...(lent?.days.keys() ?? [])].filter((date) => weekdayOf(date) === 0)).toEqual([]);
    expect([...(lent?.days.values() ?? [])]).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));

    expect(feastOn(occurrenceIn(way(onFeast("easter"), 50), year)?.first)).toBe("easter_day");
    expect(feastOn(occurrenceIn(way(onFeast("easter"), 50), year)?.last)).toBe("pentecost");
    const nine = occurrenceIn(way(onFeast("pentecost", -9), 9), year);
    expect(feastOn(addDays(nine?.last ?? "", 1))).toBe("pentecost");
    expect(nine?.days.size).toBe(9);

    const advent = occurrenceIn(way(onFeast("advent"), 28), year);
    expect(weekdayOf(advent?.first ?? "")).toBe(0);
    expect(churchDay(advent?.first ?? "", followed).season).toBe("advent");
    expect(churchDay(addDays(advent?.first ?? "", -1), followed).season).toBe("ordinary");
    expect(advent?.last).toBe(`${year}-12-24`);
    const numbers = [...(advent?.days.values() ?? [])];
    expect(numbers.slice(0, 21)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(numbers.at(-1)).toBe(28);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe("a way", () => {
  it("has a day number on its dates only; outside them, the nearest run is the next one", () => {
    const lent = way(onFeast("ash-wednesday"), 40, "apart");
    expect(dayNumberOn(lent, "2027-02-10")).toBe(1);
    expect(dayNumberOn(lent, "2027-02-14")).toBeUndefined();
    expect(dayNumberOn(lent, "2027-02-15")).toBe(5);
    expect(dayNumberOn(lent, "2027-03-27")).toBe(40);
    expect(dayNumberOn(lent, "2027-03-28")).toBeUndefined();
    expect(occurrenceNear(lent, "2026-11-23")?.first).toBe("2027-02-10");
    expect(occurrenceNear(lent, "2027-03-28")?.first).toBe("2028-03-01");
  });

  it("continues over the end of a year, and has ended after its last date", () => {
    const christmas = way({ on: "2026-12-30" }, 5);
    expect(dayNumberOn(christmas, "2027-01-03")).toBe(5);
    expect(occurrenceNear(christmas, "2027-01-04")).toBeUndefined();
  });

  it("ends before Christmas Eve if it has fewer days than Advent", () => {
    expect(occurrenceIn(way(onFeast("advent"), 24), 2022)?.last).toBe("2022-12-20");
  });

  it("has no dates if it begins at any time, and its next day is the first not prayed", () => {
    const any = way("any", 3);
    expect(occurrenceNear(any, "2026-11-23")).toBeUndefined();
    expect(nextDay(any, new Set())).toBe(1);
    expect(nextDay(any, new Set([1, 3]))).toBe(2);
    expect(nextDay(any, new Set([1, 2, 3]))).toBeUndefined();
  });
});

const begin = (
  walks: typeof NO_WALKS,
  slot: "morning" | "evening",
  id: string,
  today: string,
  again = false,
) => startWalk(walks, slot, { id, name: id }, { today, again });

describe("a walk", () => {
  it("keeps its first day when it is left and begun again, and uses one slot at a time", () => {
    const first = begin(NO_WALKS, "morning", "grief", "2026-11-23");
    const other = begin(first, "morning", "decision", "2026-11-25");
    expect(other).toEqual({
      morning: { way: "decision", name: "decision", since: "2026-11-25" },
      evening: null,
      before: { grief: "2026-11-23" },
    });
    const both = begin(other, "evening", "grief", "2026-12-01");
    expect(both.evening?.since).toBe("2026-11-23");
    const moved = begin(both, "evening", "decision", "2026-12-02");
    expect(moved).toEqual({
      morning: null,
      evening: { way: "decision", name: "decision", since: "2026-11-25" },
      before: { grief: "2026-11-23" },
    });
    expect(begin(moved, "morning", "grief", "2027-01-01", true).morning?.since).toBe("2027-01-01");
    expect(leaveWalk(leaveWalk(moved, "decision"), "decision")).toEqual({
      morning: null,
      evening: null,
      before: { grief: "2026-11-23", decision: "2026-11-25" },
    });
  });

  it("proposes the next day not prayed, or the day prayed today, when the way has no dates", () => {
    const walk = { way: "grief", name: "", since: "2026-11-23" };
    const dayOn = (date: string, prayed: [number, string][]) =>
      dayOfWalkOn(way("any", 3), walk, date, new Map(prayed));
    expect(dayOn("2026-11-22", [])).toBeUndefined();
    // Three days without a prayer: the second day is still the next one.
    expect(dayOn("2026-11-27", [[1, "2026-11-23"]])).toBe(2);
    expect(dayOn("2026-11-23", [[1, "2026-11-23"]])).toBe(1);
    const whole: [number, string][] = [
      [1, "2026-11-23"],
      [3, "2026-11-24"],
      [2, "2026-11-25"],
    ];
    expect(dayOn("2026-11-25", whole)).toBe(2);
    expect(dayOn("2026-11-26", whole)).toBeUndefined();
  });

  it("follows the dates of the first run after it was begun, and of no later run", () => {
    const lent = way(onFeast("ash-wednesday"), 3, "apart");
    const walk = { way: "lent", name: "", since: "2026-11-23" };
    const dayOn = (date: string) => dayOfWalkOn(lent, walk, date, new Map());
    expect([dayOn("2026-11-23"), dayOn("2027-02-10"), dayOn("2027-02-12"), dayOn("2028-03-01")]).toEqual([
      undefined,
      1,
      3,
      undefined,
    ]);
  });
});

describe("assigned passages", () => {
  it("are parsed by line, with a day, a note, or neither", () => {
    const { lines, faults } = parseAssignedLines(
      "2027-03-01 John 15:1-8 - the vine - and its branches\r\n\r\n- Psalm 23\n  Luke 1:26 – 38 — slowly\n",
    );
    expect(faults).toEqual([]);
    expect(lines).toEqual([
      { line: 1, date: "2027-03-01", words: "John 15:1-8", note: "the vine - and its branches" },
      { line: 3, date: "", words: "Psalm 23", note: "" },
      { line: 4, date: "", words: "Luke 1:26 – 38", note: "slowly" },
    ]);
  });

  it("report lines with an invalid or repeated day, and a list that is too long", () => {
    const { faults } = parseAssignedLines(
      `2027-02-30 Psalm 1\n2027-03-01 Psalm 2\n\n2027-03-01 Psalm 3\n${"x".repeat(201)}`,
    );
    expect(faults).toEqual([
      "Line 1: there is no day 2027-02-30.",
      "Line 5: please keep it under 200 characters.",
      "Line 4: 2027-03-01 has a passage already, in line 2.",
    ]);
    expect(parseAssignedLines("Psalm 1\n".repeat(61)).faults).toEqual(["Please use 60 lines or fewer."]);
  });

  it("are assigned the next free days in order when their lines name no day", () => {
    const dates = (...given: string[]) =>
      assignDays(
        given.map((date) => ({ date })),
        "2026-11-23",
      ).map(({ date }) => date);
    expect(dates("", "", "2026-11-25", "", "2027-01-01", "")).toEqual([
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2027-01-01",
      "2027-01-02",
    ]);
    expect(dates("", "2026-11-23")).toEqual(["2026-11-24", "2026-11-23"]);
    expect(dates("", "2026-11-22", "")).toEqual(["2026-11-23", "2026-11-22", "2026-11-24"]);
  });

  it("round-trip through their text", () => {
    const text = "2026-11-23 Psalm 23 - slowly\n2026-11-24 John 15:1-8";
    const { lines } = parseAssignedLines(text);
    const assigned = assignDays(lines, "2030-01-01").map(({ date, words, note }) => ({
      date,
      reference: words,
      note,
    }));
    expect(formatAssigned(assigned)).toBe(text);
    expect(findAssignedPassage(text, "2026-11-23")).toEqual({
      date: "2026-11-23",
      reference: "Psalm 23",
      note: "slowly",
    });
    expect(findAssignedPassage(text, "2026-11-25")).toBeUndefined();
  });

  it("are parsed in linear time", { tags: ["release"] }, () => {
    const started = performance.now();
    expect(parseAssignedLines(`a${" ".repeat(40_000)}b`).faults).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

const ways = Object.entries(BUILT_IN_WAYS);
const days = ways.flatMap(([way, { days: all }]) =>
  all.map((day, at) => ({ ...day, at: `${way} ${at + 1}` })),
);

describe("the built-in ways", () => {
  it("have the expected number of days", () => {
    expect(Object.fromEntries(ways.map(([key, way]) => [key, way.days.length]))).toEqual({
      advent: 28,
      lent: 40,
      "before-pentecost": 9,
      "eight-weeks": 56,
      grief: 7,
      decision: 7,
      "year-looked-back-on": 5,
    });
  });

  it.each(["web", "kjv"])("have only passages of at most 15 verses in the %s", (translation) => {
    const wrong = days.filter(({ passage }) => {
      const found = findPassage(passage, translation);
      const isUnderstood = !/[\p{L}\p{N}]/u.test(parseReference(passage).left);
      return !isUnderstood || found?.lacking !== null || found.verses.length > 15;
    });
    expect(wrong.map(({ at, passage }) => `${at}: ${passage}`)).toEqual([]);
  });

  it("respect the limits of a file", () => {
    const wrong = days.filter(
      ({ title, point, questions, closing }) =>
        [title, point, closing, ...questions].some((text) => text.trim() === "") ||
        point.split(/\s+/).length > 120 ||
        questions.length < 1 ||
        questions.length > 3 ||
        questions.some((question) => !question.endsWith("?")),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  it("repeat no sentence, and no question of a season", () => {
    const sentences = days.flatMap(({ title, point, questions, closing }) =>
      [title, point, ...questions, closing].flatMap((text) => text.split(/(?<=[.?!:]) /)),
    );
    const asked = [HABIT_QUESTIONS.advent, HABIT_QUESTIONS.lent].flatMap(({ morning, evening }) => [
      ...morning,
      ...evening,
    ]);
    const all = [...sentences, ...asked].map((text) => text.toLowerCase());
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
  });

  it("mention no missed days and no streak", () => {
    const words = days.map((day) => JSON.stringify(day)).join(" ");
    expect(words).not.toMatch(/\bmissed\b|\bbehind\b|%|\bstreak\b|\bsomebody\b|[!]/i);
  });
});
