import { describe, expect, it } from "vitest";
import { richTextToMarkdown } from "./day-one-rich-text.server";

const convert = (...contents: object[]) =>
  richTextToMarkdown(JSON.stringify({ meta: { version: 1 }, contents }));
const line = (text: string, attributes: object) => ({ text: `${text}\n`, attributes: { line: attributes } });

describe("richTextToMarkdown", () => {
  it.each<[string, object[], string]>([
    [
      "a heading in two parts",
      [{ text: "We", attributes: { line: { header: 2 } } }, line("ir", { header: 2 }), { text: "a" }],
      "## Weir\n\na",
    ],
    [
      "emphasis and links",
      [
        { text: "a " },
        { text: "b ", attributes: { bold: true } },
        { text: "c", attributes: { linkURL: "https://a.example/_" } },
      ],
      "a **b** [c](https://a.example/_)",
    ],
    ["typed signs", [{ text: "# [x] *a*\n_b_" }], "\\# \\[x\\] \\*a\\*\n\\_b\\_"],
    [
      "lists",
      [
        line("a", { listStyle: "bulleted" }),
        line("b", { listStyle: "numbered", indentLevel: 1 }),
        line("c", { listStyle: "numbered", indentLevel: 1 }),
        line("d", { listStyle: "checkbox", checked: true }),
        line("e", { listStyle: "checkbox" }),
      ],
      "- a\n  1. b\n  2. c\n- [x] d\n- [ ] e",
    ],
    [
      "a quotation and code",
      [
        line("a", { quote: true }),
        line("b_c", { codeBlock: true }),
        line("d", { codeBlock: true }),
        { text: "e" },
      ],
      "> a\n```\nb\\_c\nd\n```\ne",
    ],
    [
      "a photo between words",
      [{ text: "a\n" }, { embeddedObjects: [{ type: "photo", identifier: "AB1" }] }, { text: "b" }],
      "a\n\n![](dayone-moment://AB1)\n\nb",
    ],
    [
      "a table and a rule",
      [
        {
          embeddedObjects: [
            {
              type: "table",
              rows: [
                [{ content: [{ text: "a" }] }, { content: [{ text: "b" }, { text: "c" }] }],
                [{ content: [] }, { content: [{ text: "d" }] }],
              ],
            },
          ],
        },
        { embeddedObjects: [{ type: "horizontalLineRule" }] },
      ],
      "a | bc\n | d\n\n---",
    ],
    [
      "an address and a place",
      [
        { embeddedObjects: [{ type: "externalVideo", url: "https://v.example/1" }] },
        { embeddedObjects: [{ type: "location", placeName: "Mill" }] },
        { text: "a" },
      ],
      "https://v.example/1\n\na",
    ],
  ])("writes Markdown when the nodes are %s", (_what, nodes, markdown) => {
    expect(convert(...nodes)).toBe(markdown);
  });

  it("reads the nodes under the name of the specification, too", () => {
    expect(richTextToMarkdown(JSON.stringify({ nodes: [{ text: "a" }] }))).toBe("a");
  });

  it("returns nothing when the text is no JSON", () => {
    expect(richTextToMarkdown("test rich text")).toBe("");
  });
});
