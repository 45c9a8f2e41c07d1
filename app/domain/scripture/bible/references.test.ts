import { describe, expect, it } from "vitest";
import {
  englishNotation,
  hasMissingVerse,
  parseReference,
  parseTypedReference,
  rangesOf,
} from "./references.server";

const format = (reference: string) =>
  parseReference(reference).ranges.map(
    ({ book, from, to }) => `${book} ${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`,
  );

describe("references", () => {
  it.each([
    ["Ps 89,37.40", "Ps 89:37,40"],
    ["Jn 3.16f", "Jn 3.16-17"],
    ["Jn 3,16f.", "Jn 3:16-17."],
    ["Jn 3,14-16f", "Jn 3:14-17"],
    ["Jn 3:16f.20", "Jn 3:16-17,20"],
    ["Mt 5,3-12.20-21", "Mt 5:3-12,20-21"],
    ["Mt 5,3; 6,9", "Mt 5:3; 6:9"],
    ["Gen 1,1-2,4", "Gen 1:1-2:4"],
    ["Gen 1,1–2,4", "Gen 1:1–2:4"],
    ["1 Cor 13,4-7,13", "1 Cor 13:4-7,13"],
    ["Jn 3,16,18", "Jn 3:16,18"],
    ["Is 40, 1-5a", "Is 40:1-5a"],
    ["Isaiah 40:1-5,9-11", "Isaiah 40:1-5,9-11"],
    ["Jn 3:16ff", "Jn 3:16ff"],
    ["Ps. 23", "Ps. 23"],
  ])("reads continental notation: %s", (reference, expected) => {
    expect(englishNotation(reference)).toBe(expected);
  });

  it("parses the verses of a reference", () => {
    expect(format("Ps 89,37.40")).toEqual(["Ps 89:37-89:37", "Ps 89:40-89:40"]);
    expect(format("Jn 3.16f")).toEqual(["John 3:16-3:17"]);
    expect(format("Gen 1,1-2,4")).toEqual(["Gen 1:1-2:4"]);
    expect(rangesOf("Jn 3:16f")).toEqual(rangesOf("John 3:16-17"));
    // A stored list of whole chapters.
    expect(rangesOf("Psalm 1,3").map(({ from }) => from.chapter)).toEqual([1, 3]);
  });

  it("returns the unrecognised rest", () => {
    expect(parseTypedReference("Ps 89,37 and 2 Gnesis").left).toContain("Gnesis");
    expect(parseTypedReference("x".repeat(81))).toEqual({ ranges: [], left: "x".repeat(81) });
  });

  it.each([
    ["John 3:16", false],
    ["John 3", false],
    ["John 3:16ff", false],
    ["Psalm 117:1-118:2", false],
    ["John 3:99", true],
    ["John 3:30-99", true],
    ["John 3:16,99", true],
    ["John 99", true],
  ])("checks whether %s contains a missing verse: %s", (reference, expected) => {
    expect(hasMissingVerse(reference)).toBe(expected);
  });
});
