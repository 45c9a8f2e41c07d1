import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import { resolveLinks } from "~/domain/journal/entries/entry-links";
import type { ParsedBatch, Rejected } from "~/domain/portability/parsed-upload";
import { uploadReader } from "~/domain/portability/read-upload.server";

type Row = {
  day: string;
  title?: string;
  body?: string;
  tags?: string[];
  mood?: string;
  pictures?: number[];
  star?: boolean;
};

const NOTHING: Omit<Row, "day"> = { title: "", body: "", tags: [], mood: "", pictures: [], star: false };
const whole = (row: Row) => ({ ...NOTHING, ...row });

const READING = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21" };

/** Reads a file as an import does. The width of a sample's picture is 40 pixels plus its number in `Row.pictures`. */
async function readFile(name: string, bytes: Buffer, timezone = "Europe/Berlin") {
  const source = {
    size: bytes.length,
    read: (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length)),
  };
  const reader = uploadReader({ name, size: bytes.length, reading: { ...READING, timezone } }, source);
  const batches: ParsedBatch[] = [];
  for await (const batch of reader.batches()) batches.push(batch);
  const listOf = (list: "refused" | "leftOut") =>
    batches.flatMap((batch): Rejected[] => ("list" in batch && batch.list === list ? batch.items : []));
  const entries = batches.flatMap((batch) =>
    "list" in batch && batch.list === "entries" ? batch.items.map(({ entry }) => entry) : [],
  );
  const widthOf = async (id: string) =>
    (await sharp((await reader.picture(id)) ?? Buffer.of()).metadata()).width - 40;
  const rows: Row[] = [];
  for (const { forDate, favourite: star, content } of entries) {
    const { title, tags, mood, pictures = [] } = content;
    // The targets of links are known only when the import is staged; here a link becomes its words.
    const body = resolveLinks(content.body, () => undefined);
    const numbers = [];
    for (const { id } of pictures) numbers.push(await widthOf(id));
    rows.push({ day: forDate, title, body, tags, mood, pictures: numbers, star });
  }
  const left = Object.assign({}, ...batches.map((batch) => ("left" in batch ? batch.left : {}))) as object;
  const sources = batches.flatMap((batch) => ("sources" in batch ? batch.sources : []));
  return { rows, entries, left, sources, refused: listOf("refused"), leftOut: listOf("leftOut") };
}

const readSample = (name: string, timezone?: string) =>
  readFile(name, readFileSync(`tests/fixtures/import/${name}`), timezone);

const ny = "America/New_York";
const la = "America/Los_Angeles";
const may = (day: number) => `2024-05-${String(day).padStart(2, "0")}`;
const SAMPLES: [file: string, rows: Row[], timezone?: string][] = [
  [
    "same-picture-name-in-folders-of-days.zip",
    [
      { day: may(6), body: "Sixth\n\n[picture 1]", pictures: [0] },
      { day: may(7), body: "Seventh\n\n[picture 1]", pictures: [1] },
      { day: may(8), body: "Eighth\n\n[picture 1]", pictures: [2] },
    ],
  ],
  [
    "same-picture-name-work-and-home.zip",
    [
      { day: may(6), body: "At work\n\n[picture 1]", pictures: [0] },
      { day: may(7), body: "At home\n\n[picture 1]", pictures: [1] },
    ],
  ],
  [
    "textbundles-all-image.png.zip",
    [
      { day: may(6), title: "Weir", body: "Weir\n\n[picture 1]", pictures: [0] },
      { day: may(7), title: "Mill", body: "Mill\n\n[picture 1]", pictures: [1] },
    ],
  ],
  ["trip-folders-with-days.zip", [{ day: "2019-06-03", body: "third of June" }]],
  [
    "vault-with-a-day-in-its-folder-name.zip",
    [
      { day: may(6), body: "V1 sixth of May" },
      { day: may(7), body: "V2 seventh of May" },
      { day: may(8), body: "V3 eighth of May" },
    ],
  ],
  ["2024-08-27.html", [{ day: "2024-08-27", title: "Alone", body: "One page given alone" }]],
  [
    "titles-only-in-file-names.zip",
    [
      { day: may(6), title: "Trip to the sea", body: "We left at five." },
      { day: may(7), title: "Walk with Jo", body: "Along the dyke." },
      { day: may(8), title: "Bread and rain", body: "It rained on the loaf." },
    ],
  ],
  [
    "nfd-names-with-utf8-flag.zip",
    [
      {
        day: may(6),
        title: "Übung",
        body: "Vom Übungstag\n\n[picture 1]\n\n[picture 2]\n\n[picture 3]\n\nEnde",
        pictures: [0, 1, 2],
      },
    ],
  ],
  [
    "joplin-frontmatter-in-utc.zip",
    [
      {
        day: may(6),
        title: "Evening at the weir",
        body: "Water high.\n\n[picture 1]",
        tags: ["river"],
        pictures: [0],
      },
    ],
    ny,
  ],
  [
    "apple-pages-without-their-folder.zip",
    [
      { day: "2024-08-27", title: "Loose", body: "Pages zipped without their folder" },
      { day: "2024-08-28", title: "Loose two", body: "second" },
    ],
  ],
  ["dayone-other-embeds.zip", [{ day: "2024-06-01", body: "Workout\n\nwords" }]],
  [
    "dayone-other-placeholders.zip",
    [
      {
        day: "2024-06-20",
        body: "Before\n\n[picture 1]\n\nbetween\n\n[picture 2]\n\n[picture 3]\n\nafter",
        pictures: [0, 1, 2],
      },
      { day: "2024-06-21", body: "words" },
      { day: "2024-06-22", body: "a picture whose file the export has not" },
    ],
  ],
  [
    "dayone-realistic.zip",
    [
      {
        day: "2024-03-10",
        body: "Willow walk\n\nStopped for bread before the ferry.",
        tags: ["morning", "bread"],
        star: true,
      },
      { day: "2024-03-11", body: "A single line and nothing below it." },
      { day: "2024-03-12", body: "Noon by the hedge\n\nThe hill was green." },
      {
        day: "2024-03-14",
        body: '"Spoken line"\nWell-kept-garden.\n(an aside)\n\n1. not a list. #notatag 5 * 3 = 15 _snake_',
      },
      {
        day: "2024-03-17",
        body: "Pinned words\n\nThe barn is painted.",
        tags: ["work", "milestone"],
        star: true,
      },
    ],
  ],
  [
    "dayone-richtext-only.zip",
    [{ day: "2024-06-13", title: "Only in rich text", body: "The words stand here alone." }],
  ],
  [
    "dayone-two-journals.zip",
    [
      { day: "2024-07-05", body: "thankful", tags: ["Gratitude"] },
      { day: "2024-07-06", body: "a dream", tags: ["Dreams"] },
    ],
  ],
  [
    "diarium-separate-files.zip",
    [
      {
        day: may(6),
        title: "Plum & pear <3",
        body: "Under the plum über café\n\ntwo\nlines\n\nWith Anna, Jo\n\n- Steps: 8041\n- Coffee: 2",
        tags: ["garden"],
        pictures: [0],
      },
      { day: may(7), body: "Five past midnight" },
      { day: "2024-03-31", body: "In the hour that was left out" },
      { day: may(8), pictures: [1] },
      { day: may(9), body: "No fractions of a second", pictures: [2] },
    ],
  ],
  ["journey-entities.zip", [{ day: may(13), body: "A\n\n- b1\n- [x] c1\n\nsmile :) ♥ → 😀 • · à" }]],
  [
    "days-in-file-names.zip",
    [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 13, 17, 18, 19, 20, 21].map((day, at) => ({
      day: may(day),
      body: `N${at + 1} words`,
    })),
  ],
  [
    "frontmatter-dates.zip",
    [
      { day: may(6), body: "O1 evening of the sixth in Los Angeles, written as UTC" },
      { day: may(6), body: "O2 late evening with an offset" },
      { day: may(6), body: "O3 as the Linter plug-in writes it" },
      { day: may(6), body: "O4 month in words" },
      { day: may(6), body: "O5 German order" },
      { day: may(6), body: "O6 slashes, year first" },
      { day: may(6), body: "O7 epoch seconds" },
      { day: may(6), body: "O8 a link to the day" },
      { day: may(6), body: "O9 local time without zone" },
      { day: may(6), body: "O10 created-date" },
      { day: may(6), body: "O11 tags with spaces", tags: ["walk", "river"] },
      {
        day: may(6),
        body: "O12 nested tags and a list of moods #inline #people/jo",
        tags: ["people/anna", "grateful", "inline", "people/jo"],
        mood: "calm, glad",
      },
      { day: may(6), body: "O13 other properties", star: true },
      { day: may(6), title: "Capital letters", body: "O15 capital keys", tags: ["a", "b"] },
      { day: may(6), body: "O16 Dataview fields instead of front matter", mood: "calm" },
      { day: may(6), body: "O17 day:" },
    ],
    la,
  ],
  [
    "toml-front-matter.zip",
    [
      { day: may(6), title: "TOML front matter", body: "words", tags: ["a"] },
      { day: may(7), title: "TOML", body: "words b" },
    ],
  ],
  [
    "bear-markdown-tags.zip",
    [
      {
        day: may(6),
        title: "Weir",
        body: "Water high. #journal/river #walk\n\n[picture 1]",
        tags: ["journal/river", "walk"],
        pictures: [0],
      },
    ],
  ],
  [
    "inline-tags-and-dataview.zip",
    [
      {
        day: may(6),
        body: "gratitude: tea\n\n#grateful and #people/anna in words",
        tags: ["grateful", "people/anna"],
        mood: "calm",
      },
    ],
  ],
  [
    "image-syntaxes.zip",
    [
      {
        day: may(6),
        body: "[picture 1]\n\n[picture 2]\n\n[picture 3]\n\n[picture 4]\n\n[picture 5]\n\nz https://example.org/remote.png\n\n[picture 6]",
        pictures: [0, 1, 2, 3, 4, 5],
      },
    ],
  ],
  [
    "image-with-title.zip",
    [
      {
        day: may(6),
        title: "Heading one",
        body: "Text\n\n[picture 1]\n\nÄ ä decomposed in text: Ä",
        pictures: [0],
      },
    ],
  ],
  [
    "obsidian-note-with-everything.zip",
    [
      {
        day: may(6),
        body: "> A callout\n> with **words**\n\nMet Anna at Mill Quay\n\n- [x] done\n- [ ] open\n\n==marked== hidden $x^2$ footnote[^1]\n\n[^1]: below\n\nNote › Heading\n\n[picture 1]\n\n[picture 2]\n\n[picture 3]\n\n[picture 4]\n\n[picture 5]\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        tags: ["daily"],
        pictures: [0, 1, 2, 3, 4],
      },
    ],
  ],
  [
    "logseq-graph-with-bak.zip",
    [
      {
        day: may(6),
        body: "- woke early #Morning pages #grateful\n\t- tea\n- TODO call Anna\n\n[picture 1]\n\n[picture 2]",
        tags: ["Morning pages", "grateful"],
        pictures: [0, 1],
      },
    ],
  ],
  [
    "encodings.zip",
    [
      { day: may(1), title: "Mit BOM", body: "Zeile eins\nZeile zwei", tags: ["a"] },
      { day: may(2), body: "Notepad Unicode grüße" },
      { day: may(3), body: "Alte Datei mit grüßen" },
      { day: may(4), body: "old mac\nline two\nline three" },
      { day: may(5), body: "emoji 😀 and nul  here" },
    ],
  ],
];

const NOTION = [
  {
    day: "2024-05-06",
    title: "Evening at the weir",
    body: "Water high.\n\n[picture 1]",
    tags: ["river", "walk"],
    mood: "Calm",
    pictures: [0],
  },
];
const FOG: Row[] = [
  {
    day: "2024-05-06",
    title: "Sea fog came in.",
    body: "It stayed all day @work.",
    tags: ["work"],
    star: true,
  },
  { day: "2024-05-07", title: "Clear again" },
];
const DIARY = [
  { day: "2024-05-06", body: "First day words" },
  { day: "2024-05-07", body: "Second day words" },
];
const DAYLIO = { day: "2024-05-06", title: "Evening", mood: "good" };

/** Files of other programs, each with the format that recognises it and the expected rows. */
const RECOGNISED: [file: string, source: string, rows: Row[]][] = [
  ["notion-flat.zip", "notion", NOTION],
  ["notion-nested.zip", "notion", NOTION],
  [
    "daylio_export_2024_11_20.csv",
    "daylio",
    [
      { ...DAYLIO, body: "Water high.\nSecond line", tags: ["walk", "tea"] },
      // This row has no text. The member can choose to import its mood as the text.
      { day: "2024-05-05", mood: "meh" },
    ],
  ],
  ["backup.daylio", "daylio", [{ ...DAYLIO, body: "Water high." }]],
  ["Diary 2024.md", "days", DIARY],
  ["My journal.txt", "days", DIARY],
  ["jrnl.json", "jrnl", FOG],
  ["jrnl-yaml.zip", "jrnl", FOG.slice(0, 1)],
  [
    "jrnl.md",
    "jrnl",
    FOG.map((entry) => ({ ...entry, tags: [], star: false, body: entry.body?.replace(" @work", "") ?? "" })),
  ],
  [
    "dayone-plain-text.zip",
    "dayone-text",
    [
      {
        day: "2024-05-06",
        title: "Evening by the weir",
        body: "The water was high.",
        tags: ["walk", "river"],
      },
      { day: "2024-05-07", title: "Morning", body: "Fog." },
    ],
  ],
  [
    "dayone-classic.zip",
    "dayone-classic",
    [
      {
        day: "2013-06-04",
        body: "Old words about the orchard",
        tags: ["orchard"],
        star: true,
        pictures: [0],
      },
    ],
  ],
  ["grid-diary.json", "grid-diary", [{ day: "2024-05-06", body: "## What was good today?\n\nWater high." }]],
  [
    "five-minute-journal.json",
    "five-minute-journal",
    [
      {
        day: "2024-05-06",
        body: "## I am grateful for\n\n- The weir\n- Tea\n- Rain\n\n## Daily affirmations\n\n- I am rested\n\n## Amazing things that happened today\n\n- Water high.",
      },
    ],
  ],
  [
    "momento.txt",
    "momento",
    [
      { day: "2024-05-06", body: "Water high.", tags: ["river"] },
      { day: "2024-05-05", body: "Fog" },
    ],
  ],
];

describe("a sample of another program", () => {
  it.each(RECOGNISED)("is recognised and read as expected when it is %s", async (name, source, rows) => {
    const expected = { sources: [source], rows: rows.map(whole), refused: [] };
    expect(await readSample(name)).toMatchObject(expected);
  });

  it("is refused with the name of its inner archive in the path when archives are nested", async () => {
    const nested = makeZip([
      { name: "a.md", data: "no day" },
      { name: ".hidden.md", data: "x" },
    ]);
    const outer = makeZip([
      { name: "Part 1.zip", data: nested },
      { name: "folder/deep.zip", data: nested },
    ]);
    expect((await readFile("outer.zip", outer)).refused).toMatchObject([{ where: "Part 1/a.md" }]);
  });

  it("is read when its archive contains only archives in folders", async () => {
    const part = makeZip([{ name: "2024-05-06.md", data: "Words" }]);
    const { rows } = await readFile("a.zip", makeZip([{ name: "Export/Part-1.zip", data: part }]));
    expect(rows).toMatchObject([{ day: may(6), body: "Words" }]);
  });

  it("is read when a note is an archive itself", async () => {
    const note = makeZip([
      { name: "2024-05-06.textbundle/text.md", data: "Words" },
      { name: "2024-05-06.textbundle/info.json", data: "{}" },
    ]);
    const { rows } = await readFile("notes.zip", makeZip([{ name: "Export/Mill.textpack", data: note }]));
    expect(rows).toMatchObject([{ day: may(6), body: "Words" }]);
  });

  it("is refused when a nested archive unpacks to many times its size", async () => {
    const outer = makeZip([{ name: "bomb.zip", data: Buffer.alloc(4 * 1024 * 1024) }]);
    await expect(readFile("outer.zip", outer)).rejects.toMatchObject({ code: "zip_too_large" });
  });
});

describe("a journal of another program", () => {
  it.each(SAMPLES)("is read with its days, text and tags when it is %s", async (name, rows, timezone) => {
    expect((await readSample(name, timezone)).rows).toEqual(rows.map(whole));
  });

  it("keeps the clock time when a moment has no zone", async () => {
    const { entries } = await readSample("local-time-without-zone.zip", la);
    expect(entries).toMatchObject([{ forDate: may(6), createdAt: new Date("2024-05-07T06:30:00Z") }]);
    expect(entries[0]?.content.body).toBe("late by the clock on the wall");
  });

  it("reads tags in one line or a list, and reports unreadable front matter", async () => {
    const { rows, refused, left } = await readSample("frontmatter-dates.zip", la);
    const tagsOf = (words: string) => rows.find(({ body }) => body?.startsWith(words))?.tags;
    expect(tagsOf("O11")).toEqual(["walk", "river"]);
    expect(tagsOf("O12")).toEqual(["people/anna", "grateful", "inline", "people/jo"]);
    expect(refused.map(({ where }) => where)).toEqual(["notes/b5.md"]);
    expect(left).toMatchObject({ places: 1, weather: 1, moods: 1 });
  });

  it("splits an entry when it is too long, and numbers the parts in their titles", async () => {
    const { rows } = await readSample("dayone-120000-characters.zip");
    const words = rows.slice(0, 2).map(({ body }) => body);
    expect(words.join(" ").match(/A long winter\./g)).toHaveLength(8_000);
    expect(rows.slice(0, 2)).toMatchObject([
      { day: "2024-06-11", title: "part 1 of 2" },
      { day: "2024-06-11", title: "part 2 of 2" },
    ]);
  });
});

describe("content that is left out", () => {
  it("is listed with its reason when it is a recording or comes from a trash folder", async () => {
    const { leftOut } = await readSample("obsidian-note-with-everything.zip");
    expect(leftOut).toEqual([
      { where: "Daily/.trash/2024-05-01.md", why: "its program keeps it as a copy or in its trash" },
      { where: "attachments/voice.m4a", why: "it is a recording" },
    ]);
  });

  it("includes a picture that the text shows but the archive does not have", async () => {
    const zip = makeZip([{ name: "2024-05-06.md", data: "One ![](gone.png) two" }]);
    const { rows, left, leftOut } = await readFile("a.zip", zip);
    expect(rows).toEqual([whole({ day: may(6), body: "One  two" })]);
    expect(left).toEqual({ pictures: 1 });
    expect(leftOut).toEqual([
      { where: "gone.png", why: "2024-05-06.md refers to it, but it is not in this file" },
    ]);
  });

  it("is listed with its kind, and a format that we read, when it is an unsupported file", async () => {
    const names = ["a.rtf", "b.pdf", "c.odt", "d.pages", "e.xlsx", "f.bin", "parts/old.zip"];
    const zip = makeZip([
      { name: "2024-05-06.md", data: "Words" },
      ...names.map((name) => ({ name, data: "x" })),
    ]);
    const { left, leftOut } = await readFile("a.zip", zip);
    expect(left).toEqual({ files: 7 });
    expect(leftOut.map(({ why }) => why)).toEqual([
      "it is a text with formatting (RTF): please save it as plain text",
      "it is a PDF",
      "it is an OpenDocument file: please save it as Word (.docx)",
      "it is a document of Pages, Numbers or Keynote: please export it as Word (.docx)",
      "it is a workbook or a presentation",
      "we do not read this kind of file",
      "it is an archive within another: please bring it on its own",
    ]);
  });

  it("includes a document of Day One once, and removes its reference from the text", async () => {
    const entry = {
      ...{ uuid: "A".repeat(32), creationDate: "2024-05-06T10:00:00Z" },
      text: "One ![](dayone-moment:/pdfAttachment/AB-12) two",
      pdfAttachments: [{ identifier: "AB-12" }],
    };
    const data = JSON.stringify({ metadata: { version: "1.0" }, entries: [entry] });
    const zip = makeZip([
      { name: "Journal.json", data },
      { name: "pdfs/a.pdf", data: "x" },
    ]);
    const { rows, left, leftOut } = await readFile("a.zip", zip);
    expect(rows).toMatchObject([{ body: "One  two" }]);
    expect(left).toEqual({ files: 1 });
    expect(leftOut).toEqual([{ where: "pdfs/a.pdf", why: "it is a PDF" }]);
  });

  it("includes tags that are too many or too long", async () => {
    const fitting = Array.from({ length: 20 }, (_, at) => `t${at}`);
    const tags = [...fitting, "t20", "x".repeat(41)].join(", ");
    const zip = makeZip([{ name: "2024-05-06.md", data: `---\ntags: [${tags}]\n---\nWords` }]);
    const { rows, left } = await readFile("a.zip", zip);
    expect(left).toEqual({ tags: 2 });
    expect(rows).toEqual([whole({ day: may(6), body: "Words", tags: fitting })]);
  });
});

describe("a file that is no journal", () => {
  it.each([
    ["2024-05-06.ics", "BEGIN:VCALENDAR\n", "is_calendar"],
    ["2024-05-06.rtf", "{\\rtf1 Water high.}", "is_rtf"],
    ["2024-05-06.pdf", "%PDF-1.7\n", "is_pdf"],
    ["2024-05-06.csv", "a;b\n1;2\n", "is_table"],
    ["2024-05-06.xml", '<?xml version="1.0"?><a/>', "is_xml"],
    ["2024-05-06.md", '{"a": 1}', "unknown_json"],
    ["2024-05-06 bank.txt", "Day;Purpose;Sum\n06.05.24;Rent;500,00\n07.05.24;Food;30,00\n", "is_table"],
    ["2024-05-06.tab", "Name\tPlace\nMill\t2\nWeir\t3\n", "is_table"],
    ["2024-05-06.xml.txt", "<track kind='walk'><point/></track>\n", "is_xml"],
    ["2024-05-06 lines.txt", '{"a": 1}\n{"a": 2}\n', "not_json"],
    ["2024-05-06 cut.md", '[{"a": [1, 2', "not_json"],
    ["2024-05-06.html.gz", "\u001f\u008b\b", "is_archive"],
    ["2024-05-06.eml", "From: a@example.com\nSubject: Words\n\nWords", "unreadable"],
    ["2024-05-06.jpg", "\u00ff\u00d8\u00ff\u00e0", "is_image"],
  ])("is rejected with the code of its kind when it is %s", async (name, text, code) => {
    await expect(readFile(name, Buffer.from(text, "latin1"))).rejects.toMatchObject({ code });
  });
});

it.each([
  ["lines with commas", "Rain, wind\nSun, wind\nFog, snow\n"],
  ["a list of weights", "Mo 71,5\nDi 71,2\nMi 71,1\n"],
  ["lines that are indented", "\tThe mill\n\tThe weir\n\tThe lake\n"],
  ["a tag without end", "<3 the weir\n"],
  ["a link", "[the weir](https://example.com)\n"],
])("reads a note as text when it begins with %s", async (_case, text) => {
  const [row, ...others] = (await readFile("2024-05-06.txt", Buffer.from(text))).rows;
  expect(others).toEqual([]);
  expect(row).toEqual(whole({ day: may(6), body: text.trim() }));
});

it("reads UTF-8 file names when the zip does not set the UTF-8 flag", async () => {
  const zip = makeZip([{ name: "2024-05-06 Über.md", data: "Words" }]);
  // Clears the flags in the local header and in the central directory.
  zip.writeUInt16LE(0, 6);
  zip.writeUInt16LE(0, zip.indexOf("PK\x01\x02") + 8);
  expect((await readFile("a.zip", zip)).rows).toEqual([whole({ day: may(6), title: "Über", body: "Words" })]);
});
