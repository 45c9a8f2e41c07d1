import { expect, it } from "vitest";
import { exportGuides } from "./format-guides.server";
import { IMPORT_FORMATS } from "./formats.server";

it("describes every format but our own JSON, and nothing that is not read", () => {
  const guides = exportGuides();
  const sources = new Set<string>(IMPORT_FORMATS.map(({ source }) => source));
  sources.delete("json");
  expect(new Set(guides.map(({ source }) => source))).toEqual(sources);
  for (const { name, steps } of guides) expect([name, ...steps].every(Boolean)).toBe(true);
});

it("names places, moods and the weather only as text that is kept on request", () => {
  for (const { stays } of exportGuides())
    for (const sentence of stays.split(/(?<=\.) /))
      if (/\b(?:places?|weather|mood)\b/i.test(sentence)) expect(sentence).toContain("if you tick the box");
});
