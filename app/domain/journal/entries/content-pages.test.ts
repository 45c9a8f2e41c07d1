import { expect, it } from "vitest";
import fc from "#tests/support/properties";
import { contentPages, EMPTY_CONTENT, PAGE_CHARACTERS, readPageNumber } from "./content";

const answer = (key: string, text: string) => ({ key, question: `${key}?`, text });

it("shows an entry of ordinary length on one page", () => {
  const content = {
    ...EMPTY_CONTENT,
    answers: [answer("a", "Bread.")],
    body: "x".repeat(PAGE_CHARACTERS - 6),
  };
  expect(contentPages(content)).toEqual([content]);
});

it("splits an entry into pages of limited length without losing or splitting a character", () => {
  const piece = fc.constantFrom("word ", "a line\n", "a paragraph\n\n", "🕊️", "x".repeat(700), "> - ", " ");
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").repeat(20));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), text, (texts, body) => {
      const answers = texts.map((each, at) => answer(`a${at}`, each));
      const pages = contentPages({ ...EMPTY_CONTENT, answers, body, tags: ["bird"], mood: "calm" });
      const shown = (key: string) =>
        pages
          .flatMap((page) => page.answers.filter((one) => one.key === key).map((one) => one.text))
          .join("");
      for (const one of answers) expect(shown(one.key)).toBe(one.text);
      expect(pages.map((page) => page.body).join("")).toBe(body);
      for (const page of pages) {
        const all = [...page.answers.map((one) => one.text), page.body];
        expect(all.join("").length).toBeLessThanOrEqual(PAGE_CHARACTERS);
        expect(all.every((each) => each.isWellFormed())).toBe(true);
      }
      expect(pages.map(({ tags }) => tags.length)).toEqual([...pages.slice(1).map(() => 0), 1]);
    }),
  );
});

it("cuts between paragraphs, else lines, else words", () => {
  const cutOf = (text: string) => contentPages({ ...EMPTY_CONTENT, body: text })[0].body.slice(-6);
  const filler = "abcdefghi ".repeat(3_800);
  const rest = "z".repeat(PAGE_CHARACTERS);
  expect(cutOf(`${filler}one.\n\ntwo\nthree ${rest}`)).toBe("one.\n\n".slice(-6));
  expect(cutOf(`${filler}one\nthree ${rest}`)).toBe("i one\n");
  expect(cutOf(`${filler}${rest}`)).toBe("efghi ");
});

it.each([
  [null, 1],
  ["2", 2],
  ["2.9", 2],
  ["0", 1],
  ["-7", 1],
  ["99", 3],
  ["1e9", 3],
  ["Infinity", 1],
  ["many", 1],
  ["", 1],
])("clamps page %j to three pages", (asked, page) => {
  expect(readPageNumber(asked, 3)).toBe(page);
});
