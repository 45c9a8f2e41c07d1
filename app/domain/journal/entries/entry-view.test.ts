import { expect, it } from "vitest";
import fc from "#tests/support/properties";
import { CONTENT_LIMITS, EMPTY_CONTENT, PAGE_CHARACTERS } from "./content";
import { editParts, textsOfPart, withPartReplaced } from "./entry-view";

const answer = (key: string, text: string) => ({ key, question: `${key}?`, text });
const word = fc.constantFrom("word ", "a line\n", "<", "🕊️");
const contents = fc
  .array(fc.tuple(word, fc.nat({ max: 45_000 })), { minLength: 1, maxLength: 22 })
  .map((all) => ({
    ...EMPTY_CONTENT,
    answers: all.map(([text, length], at) => answer(`a${at}`, text.repeat(length / text.length))),
  }));

it("keeps an entry of ordinary length in one part", () => {
  const content = { ...EMPTY_CONTENT, answers: [answer("a", "Bread."), answer("b", "Rain.")] };
  const [part, ...others] = editParts("lectio", content);
  expect(others).toEqual([]);
  expect(textsOfPart(content, part)).toEqual({ answers: content.answers, body: "" });
});

it("limits parts to the size of a page and segments to the size of a field", () => {
  fc.assert(
    fc.property(contents, (content) => {
      for (const part of editParts("lectio", content)) {
        const lengths = part.map(({ from, to }) => to - from);
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(PAGE_CHARACTERS);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(CONTENT_LIMITS.answer);
        expect(new Set(part.map(({ key }) => key)).size).toBe(part.length);
      }
    }),
    { numRuns: 30 },
  );
});

it("omits only white space between parts and changes nothing when a part is saved unchanged", () => {
  fc.assert(
    fc.property(contents, (content) => {
      const parts = editParts("lectio", content);
      const shown = parts.flatMap((part) => textsOfPart(content, part).answers);
      for (const { key, text } of content.answers) {
        const segments = shown.filter((one) => one.key === key).map((one) => one.text);
        expect(segments.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      }
      for (const part of parts) {
        const typed = new Map(textsOfPart(content, part).answers.map(({ key, text }) => [key, text]));
        expect(withPartReplaced(content, part, (key) => typed.get(key)).answers).toEqual(content.answers);
      }
    }),
    { numRuns: 30 },
  );
});
