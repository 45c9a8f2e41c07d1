import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { splitInlineTags } from "./note-text";

describe("splitInlineTags", () => {
  it.each([
    ["Water high. #river", "Water high.", ["river"]],
    ["#journal/river #two words#", "", ["two words", "journal/river"]],
    ["a\n\n#river #walk\n\nb", "a\n\nb", ["river", "walk"]],
    ["Met #people/anna at the mill.", "Met people/anna at the mill.", ["people/anna"]],
    ["Fog (#grau) and #nebel, still.", "Fog (grau) and nebel, still.", ["grau", "nebel"]],
    ["#中文 #标签/子标签", "", ["中文", "标签/子标签"]],
  ])("extracts the tags when the text is %j", (text, rest, tags) => {
    const found = splitInlineTags(text);
    expect(found.text).toBe(rest);
    expect(found.tags.sort()).toEqual(tags.sort());
  });

  it.each([
    "# A heading",
    "number #1 and #2024",
    "a colour #ff0000",
    "https://a.example/#part",
    "```\n#code here\n```",
    "one#two",
  ])("changes nothing when the text is %j", (text) => {
    expect(splitInlineTags(text)).toEqual({ text, tags: [] });
  });

  it("takes linear time when a text has a hundred thousand signs", { tags: ["release"] }, () => {
    const begun = workedMs();
    for (const text of ["#", "#a ", "#a b", "`", "```\n#", "#a b c #", "#".repeat(9)])
      splitInlineTags(`${text.repeat(100_000 / text.length)}.`);
    expect(workedMs() - begun).toBeLessThan(2_000);
  });
});
