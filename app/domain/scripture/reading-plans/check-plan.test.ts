import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import { describePlanError, readPlanFile } from "./check-plan.server";

const read = (text: string) => readPlanFile(text, "parish");

describe("readPlanFile", () => {
  it.each([
    [
      "a text editor",
      "name: Our readings\nlanguage: en\n\n2026-11-29  Isaiah 2:1-5\n2026-11-30\tMark 1:1-8\n",
    ],
    [
      "a spreadsheet",
      'name,Our readings\r\nlanguage,en\r\nDate,Reading\r\n2026-11-29,Isaiah 2:1-5\r\n2026-11-30,"Mark 1:1-8"\r\n,\r\n',
    ],
    [
      "a spreadsheet with semicolons",
      '"name";"Our readings"\n"language";"en"\n"2026-11-29";"Isaiah 2:1-5"\n2026-11-30;Mark 1:1-8;\n',
    ],
    [
      "a spreadsheet with tabs",
      "# of the parish\nname\tOur readings\t\nlanguage\ten\n2026-11-29\tIsaiah 2:1-5\tfirst Sunday\n2026-11-30\tMark 1:1-8",
    ],
  ])("parses the file of %s", (_who, text) => {
    const file = read(text);
    if ("code" in file) expect.fail(describePlanError(file));
    expect(file).toMatchObject({ name: "Our readings", language: "en", description: "", by: "dates" });
    expect(file.lines.map(({ day, words }) => [day, words])).toEqual([
      ["2026-11-29", "Isaiah 2:1-5"],
      ["2026-11-30", "Mark 1:1-8"],
    ]);
  });

  it("accepts dates without a year and day numbers, and names a plan after its file by default", () => {
    expect(read("12-25: Luke 2:1-14\n02-29: Psalm 1")).toMatchObject({
      name: "parish",
      by: "dates",
      lines: [{ day: "12-25", words: "Luke 2:1-14" }, { day: "02-29" }],
    });
    expect(read("1 1 John 1:1-4\n002, Isaiah 40:1-5,9-11")).toMatchObject({
      by: "days",
      lines: [
        { line: 1, day: "1", words: "1 John 1:1-4" },
        { line: 2, day: "2", words: "Isaiah 40:1-5,9-11" },
      ],
    });
  });

  it.each([
    ["name: x\n", { code: "empty" }],
    ["29.11.2026 Isaiah 2", { code: "bad_line", line: 1 }],
    ["1 Psalm 1\n\nIsaiah 2", { code: "bad_line", line: 3 }],
    ["2026-02-30 Psalm 1", { code: "bad_line", line: 1 }],
    ["0 Psalm 1", { code: "bad_line", line: 1 }],
    ["1 Psalm 1\n12-24 Psalm 2", { code: "mixed", line: 2 }],
    ["1 Psalm 1\n01 Psalm 2", { code: "twice", line: 2 }],
    ["name:\n1 Psalm 1", { code: "bad_head", line: 1, detail: "name" }],
    ["language: German, of course\n1 Psalm 1", { code: "bad_head", line: 1, detail: "language" }],
    [`description: ${"x".repeat(301)}\n1 Psalm 1`, { code: "bad_head", line: 1, detail: "description" }],
    ["1 Psalm 1\n".repeat(4_001), { code: "too_large" }],
  ] as const)("rejects %j with the line number", (text, fault) => {
    const found = read(text);
    expect(found).toMatchObject(fault);
    if ("code" in found && "line" in fault) expect(describePlanError(found)).toContain(`Line ${fault.line}`);
  });

  it("parses hostile lines quickly", { tags: ["release"] }, () => {
    const began = workedMs();
    for (const odd of [" ", ",", '"', "\t", " ,", '""'])
      read(`1 Psalm 1\n${odd.repeat(200_000 / odd.length)}x\n`);
    expect(workedMs() - began).toBeLessThan(2_000);
  });
});
