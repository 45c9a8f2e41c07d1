import { describe, expect, it } from "vitest";
import { assignDays, assignedOn, formatAssigned, parseAssignedLines } from "./assigned-passages";

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

  it("get the next free days in order if they have none", () => {
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
    expect(assignedOn(text, "2026-11-23")).toEqual({
      date: "2026-11-23",
      reference: "Psalm 23",
      note: "slowly",
    });
    expect(assignedOn(text, "2026-11-25")).toBeUndefined();
  });

  it("are parsed in linear time", { tags: ["release"] }, () => {
    const started = performance.now();
    expect(parseAssignedLines(`a${" ".repeat(40_000)}b`).faults).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
