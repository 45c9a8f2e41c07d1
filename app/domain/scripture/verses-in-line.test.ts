import { describe, expect, it } from "vitest";
import { inOneLine, versesOf } from "./verses-in-line";

describe("the verses of a chapter in one line", () => {
  it("come back as they were, with their lines and the numbers that are left out", () => {
    const verses = [
      { number: 1, text: "Yahweh is my shepherd:\nI shall lack nothing." },
      { number: 3, text: "3 loaves, and a word" },
    ];
    expect(versesOf(inOneLine(verses))).toEqual(verses);
    expect(inOneLine(verses)).not.toContain("{");
  });
});
