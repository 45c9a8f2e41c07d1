import { describe, expect, it } from "vitest";
import PASSAGES from "~/content/passages.yaml";
import { BOOKS } from "~/domain/scripture/bible/bible-books";
import { lastVerse, verseText } from "~/domain/scripture/bible/references.server";
import {
  isBuiltInTranslation,
  translationIds,
} from "~/domain/scripture/translations/translation-registry.server";
import { BOOK_PASSAGES, COURSE_OF_SEASONS, COURSE_ORDINARY, COURSE_PSALMS } from "./course-passages";
import { toBlocks } from "./passage";
import { findPassage, passageExcerpt } from "./passages.server";

const textOf = (reference: string) =>
  findPassage(reference)
    ?.verses.map(({ text }) => text)
    .join(" ");

describe("the World English Bible", () => {
  it("has 66 books and omits five verses", () => {
    let verses = 0;
    const [empty, wrong]: [string[], string[]] = [[], []];
    for (const book of BOOKS)
      for (let chapter = 1, last = 1; (last = lastVerse(book, chapter)) > 0; chapter++)
        for (let verse = 1; verse <= last; verse++) {
          const text = verseText(book, chapter, verse);
          verses++;
          if (text === "") empty.push(`${book} ${chapter}:${verse}`);
          if (text === undefined || / {2}|^\s|\s$|undefined/.test(text))
            wrong.push(`${book} ${chapter}:${verse} ${text}`);
        }
    expect(wrong).toEqual([]);
    expect(BOOKS).toHaveLength(66);
    expect(verses).toBe(31_103);
    expect(empty).toEqual(["Luke 17:36", "Acts 8:37", "Acts 15:34", "Acts 24:7", "Rom 16:25"]);
  });

  it("has no other verses", () => {
    expect(verseText("Ps", 151, 1)).toBeUndefined();
    expect(verseText("constructor", 1, 1)).toBeUndefined();
    expect(lastVerse("Jude", 2)).toBe(0);
  });
});

describe("findPassage", () => {
  it("finds typed references", () => {
    expect(textOf("Psalm 46:10")).toContain("Be still, and know that I am God.");
    expect(textOf("Jn 11:35")).toBe("Jesus wept.");
    expect(findPassage("John 15:4-5")).toMatchObject({
      reference: "John 15:4–5",
      verses: [
        { chapter: 15, number: 4 },
        { chapter: 15, number: 5 },
      ],
    });
    expect(findPassage("Psalm 23")?.verses).toHaveLength(6);
    expect(findPassage("Psalm 117:1-118:2")?.verses.map(({ chapter, number }) => [chapter, number])).toEqual([
      [117, 1],
      [117, 2],
      [118, 1],
      [118, 2],
    ]);
  });

  it("keeps the lines of poetry and joins prose", () => {
    expect(textOf("Psalm 23:1")).toBe("Yahweh is my shepherd:\nI shall lack nothing.");
    expect(textOf("John 3:16")).not.toContain("\n");
  });

  it("skips verses without text", () => {
    expect(findPassage("Acts 8:36-38")?.verses.map(({ number }) => number)).toEqual([36, 38]);
    // A verse requested alone comes from a translation that has it.
    expect(findPassage("Acts 8:37")).toMatchObject({
      lacking: "World English Bible",
      translation: { id: "kjv" },
      address: "/bible/acts/8?verse=37&translation=kjv",
    });
  });

  it.each(["", "nothing", "Psalm 151:2", "Jude 30", "x".repeat(5000), "__proto__"])(
    "finds nothing for %s",
    (reference) => expect(findPassage(reference)).toBeUndefined(),
  );
});

describe("the King James Version", () => {
  const kjv = (reference: string) => {
    const passage = findPassage(reference, "kjv");
    return (
      passage && { from: passage.translation.id, text: passage.verses.map(({ text }) => text).join(" ") }
    );
  };

  it("has 66 books, 1,189 chapters and 31,102 verses without print marks", () => {
    let [chapters, verses] = [0, 0];
    const wrong: string[] = [];
    for (const book of BOOKS)
      for (let chapter = 1, last = 1; (last = lastVerse(book, chapter, "kjv")) > 0; chapter++) {
        chapters++;
        for (let verse = 1; verse <= last; verse++) {
          const text = verseText(book, chapter, verse, "kjv") ?? "";
          if (!/^[A-Z(][^#[\]]+[.,;:?!)a-z]$/.test(text)) wrong.push(`${book} ${chapter}:${verse} ${text}`);
          verses++;
        }
      }
    expect(wrong).toEqual([]);
    expect([chapters, verses]).toEqual([1_189, 31_102]);
  });

  it("finds typed references", () => {
    expect(kjv("Psalm 46:10")).toEqual({
      from: "kjv",
      text: "Be still, and know that I am God: I will be exalted among the heathen, I will be exalted in the earth.",
    });
    expect(kjv("Jn 11:35")?.text).toBe("Jesus wept.");
    expect(kjv("Song of Solomon 1:1")?.text).toBe("The song of songs, which is Solomon's.");
    expect(kjv("Acts 8:37")?.from).toBe("kjv");
    expect(findPassage("Psalm 23", "kjv")?.verses).toHaveLength(6);
    expect(kjv("Psalm 151:2")).toBeUndefined();
    expect(findPassage("Psalm 46:10")?.translation.id).toBe("web");
  });

  it("numbers seven verses differently, which no plan refers to", () => {
    const only = { web: [] as string[], kjv: [] as string[] };
    for (const book of BOOKS)
      for (let chapter = 1; lastVerse(book, chapter) > 0; chapter++)
        for (
          let verse = 1, last = Math.max(lastVerse(book, chapter), lastVerse(book, chapter, "kjv"));
          verse <= last;
          verse++
        ) {
          const [web, king] = [verseText(book, chapter, verse), verseText(book, chapter, verse, "kjv")];
          if (web && !king) only.web.push(`${book} ${chapter}:${verse}`);
          if (king && !web) only.kjv.push(`${book} ${chapter}:${verse}`);
        }
    expect(only).toEqual({
      web: ["Rom 14:24", "Rom 14:25", "Rom 14:26"],
      kjv: ["Luke 17:36", "Acts 8:37", "Acts 15:34", "Acts 24:7", "Rom 16:25", "Rom 16:26", "Rom 16:27"],
    });
  });
});

describe("built-in translations", () => {
  const references = [
    ...PASSAGES.verses,
    ...Object.values(PASSAGES.seasons).flat(),
    ...Object.values(BOOK_PASSAGES).flat(),
    ...Object.values(PASSAGES.feasts),
    ...COURSE_ORDINARY.flat(),
    ...Object.values(COURSE_OF_SEASONS).flat(),
    ...COURSE_PSALMS,
  ];
  const others = translationIds().filter((id) => id !== "web" && isBuiltInTranslation(id));

  it.each(others)(
    "%s: has every reference of every plan with as many verses as the default translation",
    (id) => {
      expect(references.length).toBeGreaterThan(400);
      for (const reference of references) {
        const [web, other] = [findPassage(reference), findPassage(reference, id)];
        expect(other?.translation.id, reference).toBe(id);
        expect(other?.verses.length, reference).toBe(web?.verses.length);
        expect(other?.verses.length, reference).toBeLessThanOrEqual(12);
      }
    },
  );

  it("are the default one and the King James Version", () => expect(others).toEqual(["kjv"]));
});

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
