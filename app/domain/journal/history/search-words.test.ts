import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import fc from "#tests/support/properties";
import { NO_CONTENT, textsOf, type EntryContent } from "~/domain/journal/entries/content";
import { fold, wordsIn } from "~/i18n/words";
import { lineWith, missingIn, searchWords } from "./search-words";

const body = (text: string): EntryContent => ({ ...NO_CONTENT, body: text });

const hasWords = (content: EntryContent, words: readonly string[]) =>
  textsOf(content).reduce((missing, text) => missingIn(text, missing), [...words]).length === 0;

describe("words", () => {
  it.each([
    ["Grace, grace; GRACE!", ["grace", "grace", "grace"]],
    ["Élan e\u0301lan İstanbul", ["elan", "elan", "istanbul"]],
    ["Straße STRASSE ßtill", ["strasse", "strasse", "sstill"]],
    ["God's don’t", ["god", "s", "don", "t"]],
    ["λόγος ΛΟΓΟΣ", ["λογοσ", "λογοσ"]],
    ["שָׁלוֹם", ["שלום"]],
    ["祷告 word", ["祷", "告", "word"]],
    ["一2三 か\u3099", ["一", "2", "三", "が"]],
    ["प्रार्थना", ["प्रार्थना"]],
    ["🙏 — … ", []],
    ["3:16 day_one", ["3", "16", "day", "one"]],
  ])("of %j", (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it("of a query are different ones, the longest first, and bounded", () => {
    expect(searchWords("the Kingdom of the KINGDOM")).toEqual(["kingdom", "the", "of"]);
    expect(searchWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(" "))).toHaveLength(12);
    expect(searchWords("(a+)+$ .*")).toEqual(["a"]);
    expect(searchWords(".*")).toEqual([]);
    expect(searchWords("\ud800")).toEqual([]);
  });
});

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."aéÀe\u0301ßsσς かが祷告,. \n'-_3𝒜🙏İıüU"), maxLength: 40 }),
);

describe("finding", () => {
  it("agrees with comparing lists of words", () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), texts, (parts, query) => {
        const [title = "", text = "", ...answers] = parts;
        const content: EntryContent = {
          ...body(text),
          title,
          answers: answers.map((answer) => ({ key: "k", question: "grace?", text: answer })),
        };
        const words = searchWords(query);
        const written = new Set(parts.flatMap(wordsIn));
        expect(hasWords(content, words)).toBe(words.every((word) => written.has(word)));
      }),
      { numRuns: 2000 },
    );
  });

  it("finds every word of an entry, and shows a line with it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const word of wordsIn(text)) {
          expect(hasWords(body(text), [word])).toBe(true);
          const pieces = lineWith(body(text), [word]);
          expect(pieces.filter(({ hit }) => hit).map((piece) => fold(piece.text))).toContain(word);
          expect(pieces.map((piece) => piece.text).join("").length).toBeLessThan(500);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("wants whole words", () => {
    expect(hasWords(body("gracious"), ["grac"])).toBe(false);
    expect(hasWords(body("disgrace then grace"), ["grace"])).toBe(true);
    expect(hasWords(body("𝒜grace"), ["grace"])).toBe(false);
  });
});

describe("the line of a word", () => {
  it("is the one with most of the words", () => {
    const content = body("Rain in the morning.\nIn the evening grace and rain.\nGrace.");
    expect(lineWith(content, ["grace", "rain"])).toEqual([
      { text: "In the evening ", hit: false },
      { text: "grace", hit: true },
      { text: " and ", hit: false },
      { text: "rain", hit: true },
      { text: ".", hit: false },
    ]);
  });

  it("is cut around the word where it is long", () => {
    const line = `${"before ".repeat(50)}Zebulon${" after".repeat(100)}`;
    const pieces = lineWith(body(line), ["zebulon"]);
    expect(pieces.map(({ hit }) => hit)).toEqual([false, false, true, false]);
    const text = pieces.map((piece) => piece.text).join("");
    expect(text).toMatch(/^…before .*Zebulon after.*…$/);
    expect(text.length).toBeLessThan(200);
  });

  it("takes no time to speak of for text made to be slow", () => {
    const started = workedMs();
    const slow = body(`${"a".repeat(10_000)} ${"é".repeat(10_000)}`);
    for (const query of ["(a+)+$", "a".repeat(10_000), ".*", "a a a a a a"])
      hasWords(slow, searchWords(query));
    expect(workedMs() - started).toBeLessThan(1_000);
  });
});
