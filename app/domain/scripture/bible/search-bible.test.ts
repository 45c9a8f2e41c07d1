import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { parsePhrases } from "~/domain/scripture/translations/open-text.server";
import {
  defaultTranslation,
  findTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import { foldText, tokenize } from "~/i18n/tokenizer";
import { bookBySlug, BOOKS } from "./bible-books";
import { lastVerse, verseText } from "./references.server";
import { searchBible, splitVerse } from "./search-bible.server";

const web = defaultTranslation();
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

  it("searches one book", () => {
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
  ])("accepts %j", (query) => expect(() => search(query)).not.toThrow());

  it.each(["", "John", "John.3", "John.999.999", "Nope.1.1", "x".repeat(900), "John.3.16.4"])(
    "ignores the invalid cursor %j",
    (after) => expect(search("light", { after }).count).toBe(search("light").count),
  );

  it("searches the most frequent words quickly and reads the text from its file", () => {
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
