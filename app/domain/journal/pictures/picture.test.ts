import { describe, expect, it } from "vitest";
import { replacePlaceholders, splitAtPlaceholders } from "./picture";

describe("picture placeholders", () => {
  it("split a text into parts", () => {
    expect(splitAtPlaceholders("One\n\n[picture 2]\n\n two\n [Picture 1] \nthree", 2)).toEqual([
      "One",
      1,
      " two",
      0,
      "three",
    ]);
  });

  it("remain text when they are inside a line, repeated or without a picture", () => {
    const text = "See [picture 1].\n[picture 3]\n[picture 2]\n[picture 2]";
    expect(splitAtPlaceholders(text, 2)).toEqual(["See [picture 1].\n[picture 3]", 1, "[picture 2]"]);
    expect(splitAtPlaceholders("[picture 1]", 0)).toEqual(["[picture 1]"]);
  });

  it("are replaced by their pictures, with the remaining pictures at the end", () => {
    expect(replacePlaceholders("a\n\n[picture 2]", 3, (at) => `<${at}>`)).toBe("a\n\n<1>\n\n<0>\n\n<2>");
    expect(replacePlaceholders("", 1, (at) => `<${at}>`)).toBe("<0>");
  });

  it("are parsed in linear time", { tags: ["release"] }, () => {
    const started = performance.now();
    for (const piece of ["\n", " ", "\n ", "[picture 1"])
      splitAtPlaceholders(`[picture 1]\n${piece.repeat(100_000 / piece.length)}x`, 6);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
