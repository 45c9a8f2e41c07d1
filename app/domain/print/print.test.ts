import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  BLOCK_STYLES,
  breakLines,
  INK,
  MUTED_INK,
  RUBRIC_INK,
  type GlyphMetrics,
  type LineFormat,
} from "~/domain/print/layout/line-layout";
import { PageComposer } from "~/domain/print/layout/page-composer";
import { imposeBooklet, type Sheet } from "~/domain/print/layout/page-flow";
import { loadFonts } from "~/platform/pdf/fonts.server";
import { createMeasure } from "~/platform/pdf/write-pdf.server";
import {
  DEFAULT_LINE_HEIGHT,
  describeMissingScripts,
  describeScripts,
  missingScripts,
  PAGE_FORMS,
  widenSpacing,
  type Block,
  type PageForm,
} from "./print-task";
import { epubBlock, epubLink, epubPicture, epubTitle } from "./write-epub.server";

/** "In the beginning", roughly, in printable scripts. */
const PRINTED = ["In the beginning, 7 é ø ň", "Ἐν ἀρχῇ", "В начале", "בראשית", "Ngay từ khởi đầu", "🙂 †"];
const MISSING = {
  Arab: "في البدء",
  Thai: "ในปฐมกาล",
  Deva: "आदि में",
  Hani: "起初",
  Hang: "태초에",
  Ethi: "በመጀመሪያ",
  Geor: "დასაბამიდან",
  Armn: "Սկզբից",
  Mymr: "အစ",
  Zzzz: "ߊ߬",
};

it("finds no missing script in printable text", () => {
  for (const text of PRINTED) expect(missingScripts(text)).toEqual([]);
});

it.each(Object.entries(MISSING))("finds the script %s missing", (code, text) => {
  expect(missingScripts(`In English, ${text}.`)).toEqual([code]);
});

it("has fonts for every printable text and for no text with a missing script", () => {
  const { fontFor } = createMeasure(loadFonts());
  const has = (text: string) =>
    [...text.normalize("NFC")]
      .filter((sign) => /\p{L}/u.test(sign))
      .every((sign) => fontFor("upright", sign));
  expect(PRINTED.filter((text) => !has(text))).toEqual([]);
  expect(Object.values(MISSING).filter(has)).toEqual([]);
});

it("uses the hyperlegible font for the letters that it has, and the serif font for others", () => {
  const { fontFor } = createMeasure(loadFonts("hyperlegible"));
  for (const style of ["upright", "italic", "bold"] as const) {
    expect(fontFor(style, "I")).toBe(`${style} hyperlegible latin`);
    expect(fontFor(style, "ň")).toBe(`${style} hyperlegible latin-ext`);
    expect(fontFor(style, "ρ")).toBe(`${style} greek`);
  }
});

it("names each missing script once when several texts use it", () => {
  expect(describeMissingScripts(["سلام", "ใน سلام"])).toBe("Arabic and Thai");
  expect(describeMissingScripts(["peace", "שלום"])).toBeUndefined();
});

it("joins the names of scripts, with a fallback for an unknown code", () => {
  expect(describeScripts(["Arab", "Thai"])).toBe("Arabic and Thai");
  expect(describeScripts(["Zzzz"])).toBe("other scripts");
});

/** Monospaced: letters are half as wide as high. The font lacks Arabic and emoji. */
const letters: GlyphMetrics = {
  width: (_, text, size) => [...text].length * size * 0.5,
  fontFor: (cut, letter) =>
    /[\p{Script=Arabic}\p{Emoji_Presentation}]/u.test(letter) ? undefined : `${cut} latin`,
  hyphenated: (word) => word.match(/.{1,4}/g) ?? [],
};
const form: LineFormat = { cut: "upright", size: 10, width: 200, align: "justified" };
const textOf = ({ runs }: { runs: { text: string }[] }) => runs.map(({ text }) => text).join(" ");
const layOut = (words: Parameters<typeof breakLines>[0], options: Partial<LineFormat> = {}) => {
  let missing = 0;
  const lines = breakLines(words, { ...form, ...options }, letters, () => missing++);
  return { lines: lines.map(textOf), widths: lines.map(({ width }) => width), missing };
};

it("fills lines, hyphenates long words and sets emphasis in its own font style", () => {
  const { lines, widths } = layOut("a quiet morning with extraordinarily much light beside the water", {
    width: 150,
  });
  expect(lines[0]).toBe("a quiet morning with extraord-");
  expect(lines.join(" ").replaceAll("- ", "")).toBe(
    "a quiet morning with extraordinarily much light beside the water",
  );
  expect(Math.max(...widths)).toBeLessThanOrEqual(150.001);
  const [line] = breakLines(
    [{ text: "so " }, { text: "still", as: "em" }, { text: "." }],
    form,
    letters,
    () => 0,
  );
  expect(line?.runs.map(({ font, text }) => [font, text])).toEqual([
    ["upright latin", "so"],
    ["italic latin", "still"],
    ["upright latin", "."],
  ]);
});

it("breaks words of 3,000 letters, reorders right-to-left text and replaces characters without a glyph", () => {
  const long = layOut("w".repeat(3_000));
  expect(long.lines.join("")).toBe("w".repeat(3_000));
  expect(Math.max(...long.widths)).toBeLessThanOrEqual(200);
  expect(layOut("שלום עולם").lines).toEqual(["עולם שלום"]);
  expect(layOut("peace مرحبا 🙂 \u0007\u202epeace")).toMatchObject({ lines: ["peace … peace"], missing: 6 });
  expect(layOut("   \n\n").lines).toEqual([]);
});

function sheetsOf(blocks: Block[]): Sheet[] {
  const pages = new PageComposer(PAGE_FORMS.a5, letters, { title: "T", numberOf: String });
  for (const block of blocks) pages.add(block);
  return [...pages.end()];
}

it("leaves no widow, orphan or heading at the foot of a page", () => {
  // Paragraphs of many lengths begin at many positions of a page.
  const blocks = Array.from({ length: 300 }, (_, at): Block[] => [
    { style: "date", text: "Sunday, 29 November", margin: "First Sunday of Advent", anchor: `d${at}` },
    { style: "question", text: "What held?" },
    { style: "text", text: "seven letters each line ".repeat(1 + ((at * 7) % 23)) },
  ]).flat();
  const sheets = sheetsOf(blocks);
  expect(sheets.length).toBeGreaterThan(40);
  const { foot, height } = PAGE_FORMS.a5;
  const whole = new Map<number, number>();
  const text = (sheet: Sheet) => sheet.lines.filter(({ role }) => role !== "Artifact" && role !== "Note");
  for (const { part } of sheets.flatMap(text)) whole.set(part, (whole.get(part) ?? 0) + 1);
  for (const sheet of sheets) {
    const lines = text(sheet);
    for (const { part, role } of [lines.at(0), lines.at(-1)].filter((line) => line !== undefined)) {
      const here = lines.filter((line) => line.part === part).length;
      expect([here > 1 || whole.get(part) === 1, sheet.number]).toEqual([true, sheet.number]);
      if (part === lines.at(-1)?.part) expect(role).toBe("P");
    }
    expect(Math.max(...lines.map(({ y }) => y))).toBeLessThan(height - foot);
  }
  expect(sheets.flatMap(({ anchors }) => anchors).length).toBe(300);
});

it("keeps the source of a passage with its last lines", () => {
  for (let before = 0; before < 45; before++)
    for (const length of [1, 2, 5, 40]) {
      const sheets = sheetsOf([
        { style: "text", text: Array.from({ length: before }, () => "line").join("\n") || "line" },
        { style: "verse", text: Array.from({ length }, (_, at) => `verse ${at}`).join("\n") },
        { style: "source", text: "Psalm 46:10" },
      ]);
      const sheet = sheets.find((one) => one.lines.some((line) => textOf(line).includes("Psalm")));
      const lines = (sheet?.lines ?? []).filter(({ role }) => role !== "Artifact").map(textOf);
      expect([
        before,
        length,
        lines.filter((line) => line.startsWith("verse")).length >= Math.min(2, length),
      ]).toEqual([before, length, true]);
    }
});

it("widens the space between lines and words, and justifies no line, when the spacing is wide", () => {
  const block: Block = { style: "text", text: "a few words of different lengths ".repeat(20), lines: 3 };
  const setIn = (page: PageForm) => {
    const metrics = { ...letters, wordSpacing: page.wordSpacing };
    const pages = new PageComposer(page, metrics, { title: "T", numberOf: String });
    pages.add(block);
    const [{ lines = [], rules = [] } = {}] = pages.end();
    const [first, second] = lines;
    const ends = lines.filter(({ role }) => role === "P").map(({ runs: [piece] }) => piece?.width ?? 0);
    return {
      leading: ((second?.y ?? 0) - (first?.y ?? 0)) / page.text,
      added: (first?.runs[0]?.stretch ?? 0) / page.text,
      isJustified: new Set(ends.slice(0, -1).map(Math.round)).size === 1,
      writingLine: ((rules[1]?.y ?? 0) - (rules[0]?.y ?? 0)) / page.text,
    };
  };
  const plain = setIn(PAGE_FORMS.a5);
  expect([plain.leading, plain.isJustified]).toEqual([expect.closeTo(DEFAULT_LINE_HEIGHT), true]);
  const wide = setIn(widenSpacing(PAGE_FORMS.a5));
  expect(wide).toEqual({
    leading: expect.closeTo(1.8) as number,
    added: expect.closeTo(0.16) as number,
    isJustified: false,
    writingLine: expect.closeTo(plain.writingLine) as number,
  });
});

describe("parts that fill half a page", () => {
  const day = (verses: number): Block[] => [
    { style: "date", text: "Sunday, 29 November" },
    { style: "verse", text: "seven letters each line ".repeat(verses) },
    { style: "list", text: "What held?\nWhat was heavy?", lines: 3 },
    { style: "heading", text: "Evening", lines: 3 },
  ];
  const fill = (verses: number) => {
    const pages = new PageComposer(PAGE_FORMS.a4, letters, { title: "T", numberOf: String });
    for (let at = 0; at < 4; at++) pages.addFilling(day(verses), 0.5);
    return [...pages.end()];
  };

  it("have lines to write on down to the foot of the page", () => {
    const { height, foot } = PAGE_FORMS.a4;
    for (const verses of [1, 5, 60]) {
      const sheets = fill(verses);
      expect([verses, sheets.length]).toEqual([verses, 2]);
      for (const { rules } of sheets) {
        expect(rules.length).toBeGreaterThanOrEqual(12);
        expect(rules.at(-1)?.y).toBeCloseTo(height - foot, -1);
      }
    }
  });

  it("cut a long passage at a word and keep the questions", () => {
    const text = fill(60)[0]?.lines.map(textOf).join(" ") ?? "";
    expect(text).toMatch(/(seven|letters|each|line) … What held\? What was heavy\?/);
  });

  it("cut a long poem at the end of a line", () => {
    const poem = `Sing.\nThe desert and its dry land will rejoice and blossom.\n${"Be glad.\n".repeat(30)}`;
    const pages = new PageComposer(PAGE_FORMS.a4, letters, { title: "T", numberOf: String });
    pages.addFilling([{ style: "verse", text: poem }, ...day(1).slice(2)], 0.5);
    const text = [...pages.end()][0]?.lines.map(textOf).join(" ") ?? "";
    expect(text).toMatch(/(Be glad|blossom) … What held\?/);
  });
});

it("breaks a centred title into lines of similar length", () => {
  const title = "Ordinary time after Pentecost 2026";
  const lines = sheetsOf([{ style: "chapter", text: title }])[0]?.lines.filter(({ role }) => role === "H1");
  expect(lines?.map(textOf)).toEqual(["Ordinary time after", "Pentecost 2026"]);
});

it("imposes the pages of a booklet in reading order", () => {
  const pages = sheetsOf(
    Array.from({ length: 6 }, (_, at): Block => ({ style: "chapter", text: `Day ${at + 1}` })),
  );
  const sides = imposeBooklet(pages, PAGE_FORMS.a5).map(({ lines }) =>
    lines.filter(({ role }) => role === "H1").map(textOf),
  );
  expect(sides).toEqual([["Day 1"], ["Day 2"], ["Day 6", "Day 3"], ["Day 4", "Day 5"]]);
});

it("uses the same inks as the print style sheet", () => {
  const [, printed = ""] = /(\.printed \{[^]*)@page/.exec(readFileSync("app/tailwind.css", "utf8")) ?? [];
  expect(printed).toContain(`--ink: ${INK}`);
  expect(printed).toContain(`--muted: ${MUTED_INK}`);
  expect(BLOCK_STYLES.date.tint).toBe(RUBRIC_INK);
  expect(/\.printed-date \{[^}]*\}/.exec(printed)?.[0]).toContain(`color: ${RUBRIC_INK}`);
  expect(BLOCK_STYLES.question).toMatchObject({ cut: "italic", tint: MUTED_INK });
  expect(/\.printed-question \{[^}]*\}/.exec(printed)?.[0]).toContain("font-style: italic");
});

it.each([
  ["the title and the name", epubTitle({ title: "יומן", name: "נועם", span: "2026" }), 2],
  ["a heading", epubBlock({ style: "title", text: "غفران" }), 1],
  ["the name of a day", epubBlock({ style: "date", text: "Sunday", margin: "عيد الفصح" }), 2],
  ["a verse", epubBlock({ style: "verse", text: "الله محبة" }), 1],
  ["a link in the contents", epubLink("part-1.xhtml", "a", "شكر"), 1],
  ["a picture and its caption", epubPicture("picture-1.jpeg", "نهر"), 2],
])("sets the direction of %s of an EPUB automatically", (_what, html, times) => {
  expect(html.match(/ dir="auto"/g)).toHaveLength(times);
});
