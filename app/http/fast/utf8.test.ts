import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8 } from "./utf8.server";

describe("a page as bytes", () => {
  it("is what Node makes of it", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    const text = fc.oneof(fc.string({ unit: "grapheme" }), units, fc.constant("<p>“I am the vine”</p>"));
    fc.assert(fc.property(text, (each) => utf8(each).equals(Buffer.from(each))));
    expect(utf8("")).toHaveLength(0);
  });

  it("has the sign for what cannot be read in place of half a character", () => {
    expect(String(utf8("one \ud83d, two \ude00, 🕊"))).toBe("one \ufffd, two \ufffd, 🕊");
  });
});
