import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { dayOneClassic } from "./day-one-classic.server";
import { richTextToMarkdown } from "./day-one-rich-text.server";
import { dayOneText } from "./day-one-text.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const UUID = "00112233445566778899AABBCCDDEEFF";
const NAME = `Journal_dayone/entries/${UUID}.doentry`;
const plist = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">\n<plist version="1.0">${inside}</plist>`;
const entry = (text: string, others = "") =>
  plist(
    `<dict><key>Creation Date</key><date>2013-06-04T23:30:00Z</date><key>Entry Text</key><string>${text}</string>${others}</dict>`,
  );

describe("an entry of Day One Classic", () => {
  it("is read with star, tags, photo and id, and dated in its own zone, when it names a zone", async () => {
    const xml = entry(
      "# Orchard\n\nOld &amp; new <![CDATA[<words>]]>",
      `<key>Starred</key><true/><key>Tags</key><array><string>orchard</string></array><key>Time Zone</key><string>Europe/Berlin</string>
      <key>UUID</key><string>${UUID}</string><key>Weather</key><dict><key>Celsius</key><integer>16</integer></dict>`,
    );
    const files = { [NAME]: xml, [`Journal_dayone/photos/${UUID}.jpg`]: PNG };
    expect(await readWith(dayOneClassic, files, { timezone: "America/New_York" })).toMatchObject([
      {
        left: { weather: 1, places: 0 },
        entry: {
          id: "ABEiM0RVZneImaq7zN3u_w",
          forDate: "2013-06-05",
          favourite: true,
          content: { title: "Orchard", body: "Old & new <words>", tags: ["orchard"], pictures: [{}] },
        },
      },
    ]);
  });

  it("is dated in the member’s zone when it names no zone", async () => {
    expect(
      await readWith(dayOneClassic, { [NAME]: entry("Words") }, { timezone: "Asia/Tokyo" }),
    ).toMatchObject([{ entry: { forDate: "2013-06-05", content: { body: "Words" } } }]);
  });

  it.each([
    ["is no property list", "bplist00"],
    ["ends too early", entry("Words").slice(0, 200)],
    ["is nested too deeply", entry("Words", `<key>a</key>${"<array>".repeat(12)}${"</array>".repeat(12)}`)],
    ["has too many values", entry("Words", "<key>a</key><true/>".repeat(5_000))],
    ["has no date", plist("<dict><key>Creation Date</key><date>never</date></dict>")],
    ["is a list", plist("<array><true/></array>")],
  ])("is refused when it %s", async (_, xml) => {
    expect(await readWith(dayOneClassic, { [NAME]: xml })).toEqual([{ ok: false, why: "it is damaged" }]);
  });
});

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

  it("reads the text when its field is nodes, as in the specification", () => {
    expect(richTextToMarkdown(JSON.stringify({ nodes: [{ text: "a" }] }))).toBe("a");
  });

  it("returns an empty text when the source is no JSON", () => {
    expect(richTextToMarkdown("test rich text")).toBe("");
  });
});

describe("Day One’s plain text", () => {
  it("reads day, tags, title and photo of each entry when header lines are above its text", async () => {
    const text =
      "\tDate:\tMay 6, 2024 at 11:30:15 PM GMT+2\n\tWeather:\t18°C\n\tLocation:\tMill Quay\n\tTags:\twalk, river\n" +
      "\tActivity:\tWalking\n\nEvening by the weir\n\nHigh.\n\n\n\tDate:\t6 May 2024 11:30\n\tPhoto:\tP0.png\n\nIt rained.\n\nAgain\n";
    const results = await readWith(
      dayOneText,
      { "Journal.txt": text, "photos/P0.png": PNG },
      { timezone: "America/New_York" },
    );
    expect(results).toMatchObject([
      {
        where: "Journal.txt, 2024-05-06",
        left: { places: 1, weather: 1 },
        entry: {
          forDate: "2024-05-06",
          createdAt: new Date("2024-05-06T21:30:00Z"),
          content: {
            title: "Evening by the weir",
            body: "High.\n\nActivity: Walking",
            tags: ["walk", "river"],
          },
        },
      },
      {
        entry: {
          createdAt: new Date("2024-05-06T15:30:00Z"),
          content: { title: "", body: "It rained.\n\nAgain", pictures: [{ id: "photos/P0.png" }] },
        },
      },
    ]);
  });
});

describe("Day One’s Markdown", () => {
  it("places pictures and unescapes punctuation when its text has both", async () => {
    const text =
      "\tDate:\t6. Mai 2024 um 21:30:15 MESZ\n\n# High water\\!\n\nBefore\\.\n\n![](photos/P0.png)\n\nAfter.";
    expect(await readWith(dayOneText, { "Journal.md": text, "photos/P0.png": PNG })).toMatchObject([
      {
        entry: {
          createdAt: new Date("2024-05-06T19:30:00Z"),
          content: {
            title: "High water!",
            body: "Before.\n\n[picture 1]\n\nAfter.",
            pictures: [{ id: "photos/P0.png" }],
          },
        },
      },
    ]);
  });
});
