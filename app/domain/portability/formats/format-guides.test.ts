import { expect, it } from "vitest";
import { exportGuides } from "./format-guides.server";
import { IMPORT_FORMATS } from "./formats.server";

it("describes every import format except our own JSON", () => {
  const guides = exportGuides();
  const sources = new Set<string>(IMPORT_FORMATS.map(({ source }) => source));
  sources.delete("json");
  expect(new Set(guides.map(({ source }) => source))).toEqual(sources);
  for (const { name, steps } of guides) expect([name, ...steps].every(Boolean)).toBe(true);
});

it("mentions places, moods and weather only when the sentence names the box that imports them", () => {
  for (const { stays } of exportGuides())
    for (const sentence of stays.split(/(?<=\.) /))
      if (/\b(?:places?|weather|mood)\b/i.test(sentence)) expect(sentence).toContain("if you tick the box");
});
