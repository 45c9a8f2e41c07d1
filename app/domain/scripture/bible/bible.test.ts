import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { ALL_BOOKS } from "~/content/bible/all-books";
import { parsePhrases } from "~/domain/scripture/translations/open-text.server";
import {
  defaultTranslation,
  findTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import { foldText, tokenize } from "~/i18n/tokenizer";
import { bookBySlug, BOOKS } from "./bible-books";
import {
  booksByTestament,
  chapterPage,
  chaptersOf,
  resolveTypedReference,
  suggestBooks,
} from "./bible-pages.server";
import {
  englishNotation,
  hasMissingVerse,
  lastVerse,
  parseReference,
  parseTypedReference,
  rangesOf,
  verseText,
} from "./references.server";
import { searchBible, splitVerse } from "./search-bible.server";

const web = defaultTranslation();
const resolve = (reference: string) => resolveTypedReference(reference, web, undefined).found;

describe("resolveTypedReference", () => {
  it.each([
    ["Jn 15:4f", "/bible/john/15?verse=4-5"],
    ["Jn 15:4ff", "/bible/john/15?verse=4-27"],
    ["Ps 89,37.40", "/bible/psalms/89?verse=37%2C40"],
    ["John 15", "/bible/john/15"],
    ["Ps 23", "/bible/psalms/23"],
    ["psalm 23 v 4", "/bible/psalms/23?verse=4"],
    ["1 Cor 13", "/bible/1-corinthians/13"],
    ["1Cor 13,4-7", "/bible/1-corinthians/13?verse=4-7"],
    ["Mt5.3", "/bible/matthew/5?verse=3"],
    ["Song 2:10", "/bible/song-of-songs/2?verse=10"],
    ["jude 5", "/bible/jude/1?verse=5"],
    ["Jude", "/bible/jude/1"],
    ["Matt 5-7", "/bible/matthew/5"],
    ["John 15:20–16:4", "/bible/john/15?verse=20-27"],
    ["Genesis 1:1", "/bible/genesis/1?verse=1"],
    // A missing verse or chapter is reported on the chapter's page.
    ["John 15:400", "/bible/john/15?verse=400"],
    ["Jn 99", "/bible/john/99"],
    ["Joel 4:1", "/bible/joel/4"],
  ])("resolves %s to %s", (reference, address) => expect(resolve(reference)).toBe(address));

  it.each([
    ["Jhon 3", "John"],
    ["Genisis", "Genesis"],
    ["phillippians 2", "Philippians"],
    ["corinth", "1 Corinthians"],
  ])("resolves %s to %s, or suggests it", (reference, name) => {
    const found = resolveTypedReference(reference, web, undefined);
    if (found.found === null) expect(found.nearest.map((book) => book.name)).toContain(name);
    else expect(found.found).toContain(name.toLowerCase());
  });

  it.each([
    ["jonh", "John"],
    ["amso", "Amos"],
    ["tiuts 2", "Titus"],
    ["1 ptere 1", "1 Peter"],
  ])("suggests for %s, with swapped letters, %s first", (name, book) =>
    expect(suggestBooks(name, web)[0]?.name).toBe(book),
  );

  it.each(["xyzzy 3:4", "%%%", "12", "9".repeat(500), "__proto__", "\u0000", "constructor 1"])(
    "suggests four books for %j",
    (reference) => {
      const found = resolveTypedReference(reference, web, undefined);
      expect(found).toMatchObject({ found: null });
      if (found.found === null) expect(found.nearest).toHaveLength(4);
    },
  );

  it("resolves a book to its page even when no translation contains it", () =>
    expect(resolve("Tobit 4:2")).toBe("/bible/tobit"));
});

describe("books", () => {
  it("have distinct paths, and the default translation has sixty-six of them", () => {
    expect(new Set(ALL_BOOKS.map(({ slug }) => slug)).size).toBe(ALL_BOOKS.length);
    for (const { slug } of ALL_BOOKS) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(booksByTestament(web).map(({ testament, books }) => [testament, books.length])).toEqual([
      ["old", 39],
      ["new", 27],
    ]);
    expect(suggestBooks("jhn", web)[0]?.name).toBe("John");
  });

  it("link each chapter to the previous and the next", () => {
    let walked = 0;
    let at = { slug: "genesis", chapter: 1 };
    for (;;) {
      const book = bookBySlug(at.slug);
      const page = book && chapterPage(web, book, at.chapter, null);
      if (!book || !page) expect.fail(`${at.slug} ${at.chapter}`);
      walked++;
      if (!page.next) break;
      const next = bookBySlug(page.next.slug);
      const back = next && chapterPage(web, next, page.next.chapter, null)?.previous;
      expect(back).toMatchObject(at);
      at = page.next;
    }
    expect(walked).toBe(1_189);
    expect(at).toMatchObject({ slug: "revelation", chapter: 22 });
  });

  it("number chapters from one", () => {
    for (const book of ALL_BOOKS.filter(({ testament }) => testament !== "deuterocanon"))
      for (const shelved of [web, findTranslation("kjv") ?? web])
        expect(chaptersOf(shelved, book)[0], book.slug).toBe(1);
  });
});

describe("chapterPage", () => {
  const john = bookBySlug("john") ?? expect.fail();
  const psalms = bookBySlug("psalms") ?? expect.fail();

  it("returns the verses and marks the requested ones", () => {
    const page = chapterPage(web, john, 15, "4-5");
    expect(page).toMatchObject({ marked: [{ from: 4, to: 5 }], reference: "John 15:4-5", chapters: [15] });
    expect(page?.verses).toHaveLength(27);
    expect(chapterPage(web, psalms, 51, null)).toMatchObject({ reference: "Psalm 51", marked: null });
    expect(chapterPage(web, psalms, 51, null)?.title).toMatch(/^For the Chief Musician\. A Psalm by David/);
    expect(chapterPage(web, psalms, 119, null)?.title).toBe("");
  });

  it("marks several verses, and reports those that the chapter lacks", () => {
    expect(chapterPage(web, psalms, 89, "37,40")).toMatchObject({
      marked: [37, 40].map((verse) => ({ from: verse, to: verse })),
      ...{ missing: null, reference: "Psalm 89:37,40" },
    });
    expect(chapterPage(web, john, 3, "99")).toMatchObject({ marked: null, missing: 99, last: 36 });
    expect(chapterPage(web, john, 3, "30-99")).toMatchObject({ marked: [{ from: 30, to: 36 }], missing: 99 });
  });

  it.each(["0", "5-4", "28", "x", "4-", "-4", "1e2", "4,5-", "4,,5", "", "999"])(
    "marks nothing for the verse parameter %j",
    (verse) => expect(chapterPage(web, john, 15, verse)?.marked).toBeNull(),
  );

  it("returns undefined when the book lacks the chapter", () => {
    for (const chapter of [0, 22, 999, -1, 1.5, Number.NaN])
      expect(chapterPage(web, john, chapter, null)).toBeUndefined();
  });
});

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
  ])("convert %s to the English notation %s", (reference, expected) => {
    expect(englishNotation(reference)).toBe(expected);
  });

  it("have the expected ranges of verses in continental and English notation", () => {
    expect(format("Ps 89,37.40")).toEqual(["Ps 89:37-89:37", "Ps 89:40-89:40"]);
    expect(format("Jn 3.16f")).toEqual(["John 3:16-3:17"]);
    expect(format("Gen 1,1-2,4")).toEqual(["Gen 1:1-2:4"]);
    expect(rangesOf("Jn 3:16f")).toEqual(rangesOf("John 3:16-17"));
    // A stored list of whole chapters.
    expect(rangesOf("Psalm 1,3").map(({ from }) => from.chapter)).toEqual([1, 3]);
  });

  it("keep an unrecognised rest in `left`", () => {
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
  ])("contain a missing verse in %s: %s", (reference, expected) => {
    expect(hasMissingVerse(reference)).toBe(expected);
  });
});

const search = (query: string, more: Parameters<typeof searchBible>[2] = {}) => searchBible(web, query, more);
const places = (query: string) =>
  search(query).books.flatMap(({ name, verses }) =>
    verses.map(({ chapter, verse }) => `${name} ${chapter}:${verse}`),
  );

describe("searchBible", () => {
  it("finds verses with all words, ignoring case and accents", () => {
    expect(places("jesus wept")).toContain("John 11:35");
    expect(places("JÉSUS  Wept")).toEqual(places("jesus wept"));
    expect(places("shepherd shall lack")).toEqual(["Psalms 23:1"]);
  });

  it("finds phrases, and a word with its apostrophe", () => {
    expect(places('"still, and know"')).toEqual(["Psalms 46:10"]);
    expect(places("“know still”")).toEqual([]);
    expect(search("shepherd’s").count).toBe(search('"shepherd s"').count);
    expect(search("shepherd").count).toBeGreaterThan(search("shepherd’s").count);
  });

  it("finds no phrase across the end of a verse", () => {
    expect(places('"beside still waters" "he restores"')).toEqual([]);
    expect(places('"still waters he restores"')).toEqual([]);
    expect(places('"i shall lack nothing he makes"')).toEqual([]);
  });

  it("returns each verse once and in order over all pages", { tags: ["release"] }, () => {
    const wanted: string[] = [];
    for (const book of BOOKS)
      for (let chapter = 1; lastVerse(book, chapter) > 0; chapter++)
        for (let verse = 1; verse <= lastVerse(book, chapter); verse++)
          if (tokenize(verseText(book, chapter, verse) ?? "").includes("shepherd"))
            wanted.push(`${book} ${chapter}:${verse}`);
    const found: string[] = [];
    const osis = new Map(BOOKS.map((book, at) => [web.text.head.books[at]?.osis, book]));
    for (let after: string | null = ""; after !== null;) {
      const page = search("shepherd", { after });
      for (const { slug, verses } of page.books)
        for (const { chapter, verse } of verses)
          found.push(`${osis.get(bookBySlug(slug)?.osis)} ${chapter}:${verse}`);
      expect(page.count).toBe(wanted.length);
      after = page.after;
    }
    expect(found).toEqual(wanted);
    const counts = search("shepherd").counts;
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.length);
  });

  it("searches one book when a book is given", () => {
    const john = bookBySlug("john") ?? expect.fail();
    const { books, count, counts } = search("light", { book: john });
    expect(books.map(({ name }) => name)).toEqual(["John"]);
    expect(counts.find(({ slug }) => slug === "john")?.count).toBe(count);
  });

  it.each(["", "   ", "!?…", '""', "“”"])("reports an empty query for %j", (query) =>
    expect(search(query)).toMatchObject({ isEmpty: true, count: 0 }),
  );

  it.each([
    "zzzz",
    "__proto__",
    "x".repeat(5_000),
    "\u{1f600} a",
    "the ".repeat(400),
    '"'.repeat(300),
    "\ud800",
  ])("does not throw for the query %j", (query) => expect(() => search(query)).not.toThrow());

  it.each(["", "John", "John.3", "John.999.999", "Nope.1.1", "x".repeat(900), "John.3.16.4"])(
    "ignores the invalid cursor %j",
    (after) => expect(search("light", { after }).count).toBe(search("light").count),
  );

  it("searches the most frequent words in less than 100 ms each", { tags: ["release"] }, () => {
    const began = workedMs();
    for (const query of ["the", '"and the"', "the and of to in", "he", "it"]) search(query);
    expect((workedMs() - began) / 5).toBeLessThan(100);
  });

  it("searches the requested translation", () => {
    const kjv = findTranslation("kjv") ?? expect.fail();
    expect(searchBible(kjv, "charity suffereth long", {}).count).toBe(1);
    expect(search("charity suffereth long").count).toBe(0);
  });
});

describe("splitVerse", () => {
  it("marks the words of the query, a phrase as one segment", () => {
    expect(splitVerse("Be still, and know that I am God.", parsePhrases('"be still" god'))).toEqual([
      { text: "Be still", hit: true },
      { text: ", and know that I am ", hit: false },
      { text: "God", hit: true },
      { text: ".", hit: false },
    ]);
    expect(splitVerse("<b>God</b>", parsePhrases("b"))).toEqual([
      { text: "<", hit: false },
      { text: "b", hit: true },
      { text: ">God</", hit: false },
      { text: "b", hit: true },
      { text: ">", hit: false },
    ]);
  });

  it("keeps the text of the verse", () => {
    for (const verse of ["κύριος ποιμαίνει με", "L’Éternel est mon berger", "耶和华是我的牧者", "יְהוָה רֹעִי"]) {
      const pieces = splitVerse(verse, parsePhrases(foldText(verse).split(" ").at(-1) ?? ""));
      expect(pieces.map(({ text }) => text).join("")).toBe(verse);
      expect(pieces.some(({ hit }) => hit)).toBe(true);
    }
  });
});
