import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { jrnl } from "./jrnl.server";

const read = (name: string, text: string) => readWith(jrnl, { [name]: text });
const entry = (title: string, body: string, tags: string[], favourite = false) => ({
  entry: {
    forDate: "2024-05-06",
    createdAt: new Date("2024-05-06T19:30:00Z"),
    favourite,
    content: { title, body, tags },
  },
});
const JSON_ENTRY = {
  title: "Fog.",
  body: "All day @work.",
  date: "2024-05-06",
  time: "21:30",
  tags: ["@work"],
  starred: true,
};

describe("an export of jrnl", () => {
  it("is read when it is JSON in one file, or in a file for each entry", async () => {
    const expected = [entry("Fog.", "All day @work.", ["work"], true)];
    const damaged = { ...JSON_ENTRY, date: "2024-05-32" };
    const journal = JSON.stringify({ tags: { "@work": 1 }, entries: [JSON_ENTRY, damaged] });
    expect(await read("jrnl.json", journal)).toMatchObject([...expected, { ok: false }]);
    expect(await read("2024-05-06_fog.json", JSON.stringify(JSON_ENTRY))).toMatchObject(expected);
  });

  it("is read when it is YAML with a body indented by tabs", async () => {
    const text =
      "---\ntitle: Fog: all day\ndate: 2024-05-06 21:30\nstarred: False\ntags: work, sea\ncreator:\n    os agent: x\n" +
      "body: |\t\t\n\tIt stayed.\n\t\n\t## Later\n\tGone.\n\t\n...";
    expect(await read("2024-05-06_fog.md", text)).toMatchObject([
      entry("Fog: all day", "It stayed.\n\n# Later\nGone.", ["work", "sea"]),
    ]);
  });

  it("is read when it is text with days in brackets", async () => {
    const text =
      "[2024-05-06 21:30] Fog. *\nAll day @work.\n[see note] stays\n\n[2024-05-06 09:30:00 PM] Clear";
    expect(await read("jrnl.txt", text)).toMatchObject([
      entry("Fog.", "All day @work.\n[see note] stays", ["work"], true),
      entry("Clear", "", []),
    ]);
  });

  it("raises the headings of its entries when it is Markdown", async () => {
    const text = "# 2024\n\n## May\n\n### 2024-05-06 21:30 Fog. @sea\n\n#### Later\nGone.\n\n ";
    expect(await read("jrnl.md", text)).toMatchObject([entry("Fog. @sea", "# Later\nGone.", ["sea"])]);
    expect(await read("2024-05-06_fog.md", "# 2024-05-06 21:30 Fog.\n\n## Later\nGone.\n ")).toMatchObject([
      entry("Fog.", "# Later\nGone.", []),
    ]);
  });
});
