import { describe, expect, it } from "vitest";
import PASSAGES from "~/content/passages.yaml";
import { BOOKS } from "~/domain/scripture/bible/bible-books";
import { lastVerse, verseText } from "~/domain/scripture/bible/references.server";
import {
  isBuiltInTranslation,
  translationIds,
} from "~/domain/scripture/translations/translation-registry.server";
import { toBlocks, toParagraphs } from "./passage";
import { BOOK_PASSAGES, COURSE_OF_SEASONS, COURSE_ORDINARY, COURSE_PSALMS } from "./passage-plan";
import { findPassage, passageExcerpt } from "./passages.server";

const textOf = (reference: string, translation?: string) =>
  findPassage(reference, translation)
    ?.verses.map(({ text }) => text)
    .join(" ");

/** Yields each verse of a translation with its place, up to the last verse of a chapter in this or the default translation. */
function* versesOf(translation?: string) {
  for (const book of BOOKS)
    for (let chapter = 1; lastVerse(book, chapter) > 0; chapter++) {
      const last = Math.max(lastVerse(book, chapter), lastVerse(book, chapter, translation));
      for (let verse = 1; verse <= last; verse++)
        yield { at: `${book} ${chapter}:${verse}`, text: verseText(book, chapter, verse, translation) };
    }
}

describe("the World English Bible", () => {
  it("has 66 books and omits five verses", () => {
    const verses = [...versesOf()];
    const wrong = verses.filter(({ text }) => text === undefined || / {2}|^\s|\s$|undefined/.test(text));
    expect(wrong).toEqual([]);
    expect([BOOKS.length, verses.length]).toEqual([66, 31_103]);
    const empty = verses.filter(({ text }) => text === "").map(({ at }) => at);
    expect(empty).toEqual(["Luke 17:36", "Acts 8:37", "Acts 15:34", "Acts 24:7", "Rom 16:25"]);
  });

  it("has no verse in an unknown book or chapter", () => {
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

  it("skips a verse without text, and takes it from another translation when it is requested alone", () => {
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
  it("has 66 books, 1,189 chapters and 31,102 verses without print marks", () => {
    const verses = [...versesOf("kjv")].filter(({ text }) => text !== undefined);
    expect(verses.filter(({ text }) => !/^[A-Z(][^#[\]]+[.,;:?!)a-z]$/.test(text ?? ""))).toEqual([]);
    const chapters = new Set(verses.map(({ at }) => at.replace(/:.*/, "")));
    expect([chapters.size, verses.length]).toEqual([1_189, 31_102]);
  });

  it("finds typed references", () => {
    expect(textOf("Psalm 46:10", "kjv")).toBe(
      "Be still, and know that I am God: I will be exalted among the heathen, I will be exalted in the earth.",
    );
    expect(textOf("Jn 11:35", "kjv")).toBe("Jesus wept.");
    expect(textOf("Song of Solomon 1:1", "kjv")).toBe("The song of songs, which is Solomon's.");
    expect(findPassage("Acts 8:37", "kjv")?.translation.id).toBe("kjv");
    expect(findPassage("Psalm 23", "kjv")?.verses).toHaveLength(6);
    expect(findPassage("Psalm 151:2", "kjv")).toBeUndefined();
    expect(findPassage("Psalm 46:10")?.translation.id).toBe("web");
  });

  it("has seven verses that the World English Bible lacks or numbers differently", () => {
    const web = new Map([...versesOf()].map(({ at, text }) => [at, text]));
    const kjv = new Map([...versesOf("kjv")].map(({ at, text }) => [at, text]));
    const beyond = (one: typeof web, other: typeof web) =>
      [...one].filter(([at, text]) => text && !other.get(at)).map(([at]) => at);
    expect(beyond(web, kjv)).toEqual(["Rom 14:24", "Rom 14:25", "Rom 14:26"]);
    const own = ["Luke 17:36", "Acts 8:37", "Acts 15:34", "Acts 24:7", "Rom 16:25", "Rom 16:26", "Rom 16:27"];
    expect(beyond(kjv, web)).toEqual(own);
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
    "%s has every reference of every plan with as many verses as the default translation",
    { tags: ["release"] },
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

describe("toParagraphs", () => {
  const blocks = (reference: string) =>
    toParagraphs(findPassage(reference)?.verses ?? []).map((block) =>
      block.set === "lines"
        ? `${block.verse.number}/`
        : `${block.verses[0]?.number}-${block.verses.at(-1)?.number}`,
    );

  it("divides prose at the end of a sentence, and keeps the lines of poems", () => {
    expect(blocks("Luke 2:22-36")).toEqual(["22-25", "26-28", "29/", "30/", "31/", "32/", "33-36"]);
    expect(blocks("Psalm 23")).toEqual(["1/", "2/", "3/", "4/", "5/", "6/"]);
  });

  it("keeps all verses in their order", () => {
    const verses = findPassage("Genesis 1")?.verses ?? [];
    const kept = toParagraphs(verses).flatMap((block) =>
      block.set === "lines" ? [block.verse] : block.verses,
    );
    expect(kept).toEqual(verses);
  });
});

describe("passageExcerpt", () => {
  const begins = (reference: string) => {
    const passage = findPassage(reference);
    return passage && passageExcerpt(passage);
  };

  it("returns prose when a passage begins with prose, and at most three lines when it begins with poetry", () => {
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
