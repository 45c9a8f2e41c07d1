import { describe, expect, it } from "vitest";
import { toBlocks } from "./passage";
import { findPassage, passageExcerpt } from "./passages.server";

/** "8-13 14/": verses 8 to 13 as prose, verse 14 with its lines. */
const setOf = (reference: string) =>
  toBlocks(findPassage(reference)?.verses ?? [])
    .map((piece) =>
      piece.set === "lines"
        ? `${piece.verse.number}/`
        : [...new Set([piece.verses[0]?.number, piece.verses.at(-1)?.number])].join("-"),
    )
    .join(" ");

describe("toBlocks", () => {
  it.each([
    ["Luke 2:8-14", "8-13 14/"],
    ["Matthew 2:1-12", "1-5 6/ 7-12"],
    ["Isaiah 9:2-7", "2/ 3/ 4-7"],
    ["John 3:13-17", "13-17"],
    // The songs of Simeon and Zechariah contain single-line verses.
    ["Luke 2:22-32", "22-28 29/ 30/ 31/ 32/"],
    ["Luke 1:68-79", "68/ 69/ 70/ 71/ 72/ 73/ 74/ 75/ 76/ 77/ 78/ 79/"],
    ["Psalm 87", "1/ 2/ 3/ 4/ 5/ 6/ 7/"],
    ["Psalm 23:1", "1/"],
  ])("splits %s into %s", (reference, pieces) => expect(setOf(reference)).toBe(pieces));
});

describe("passageExcerpt", () => {
  const begins = (reference: string) => {
    const passage = findPassage(reference);
    return passage && passageExcerpt(passage);
  };

  it("returns prose for a passage that begins with prose, three lines for poetry", () => {
    const luke = begins("Luke 2:8-14");
    expect(luke).toMatchObject({ isWhole: false });
    expect(luke?.lines).toEqual([
      expect.stringMatching(/^There were shepherds.*flock\. Behold, an angel.*…$/),
    ]);
    expect(begins("Psalm 117")?.lines).toHaveLength(3);
    expect(begins("Psalm 23:1")).toMatchObject({
      isWhole: true,
      lines: [expect.any(String), expect.any(String)],
    });
    expect(begins("Jeremiah 1:4-10")?.lines).toEqual([
      "Now Yahweh’s word came to me, saying,",
      "“Before I formed you in the womb, I knew you.",
      "Before you were born, I sanctified you.",
    ]);
  });
});
