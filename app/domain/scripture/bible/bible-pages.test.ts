import { describe, expect, it } from "vitest";
import { ALL_BOOKS } from "~/content/bible/all-books";
import {
  defaultTranslation,
  findTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import { bookBySlug } from "./bible-books";
import {
  booksByTestament,
  chapterPage,
  chaptersOf,
  resolveTypedReference,
  suggestBooks,
} from "./bible-pages.server";

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

  it("resolves a book that no translation has to its page", () =>
    expect(resolve("Tobit 4:2")).toBe("/bible/tobit"));
});

describe("books", () => {
  it("have distinct paths, sixty-six of them in the default translation", () => {
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
    "marks nothing for %j",
    (verse) => expect(chapterPage(web, john, 15, verse)?.marked).toBeNull(),
  );

  it("returns undefined when the book lacks the chapter", () => {
    for (const chapter of [0, 22, 999, -1, 1.5, Number.NaN])
      expect(chapterPage(web, john, chapter, null)).toBeUndefined();
  });
});
