import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import type { ParsedBatch, Rejected } from "~/domain/portability/parsed-upload";
import { uploadReader } from "~/domain/portability/read-upload.server";

type Row = {
  day: string;
  title?: string;
  body?: string;
  tags?: string[];
  mood?: string;
  pictures?: number[];
};

const READING = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21" };

/** Reads a file as an import does. Samples' pictures are 40 pixels wide, and one more for each further one. */
async function readFile(name: string, bytes: Buffer, timezone = "Europe/Berlin") {
  const source = {
    size: bytes.length,
    read: (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length)),
  };
  const reader = uploadReader({ name, size: bytes.length, reading: { ...READING, timezone } }, source);
  const batches: ParsedBatch[] = [];
  for await (const batch of reader.pieces()) batches.push(batch);
  const listOf = (list: "refused" | "leftOut") =>
    batches.flatMap((batch): Rejected[] => ("list" in batch && batch.list === list ? batch.items : []));
  const entries = batches.flatMap((batch) =>
    "list" in batch && batch.list === "entries" ? batch.items.map(({ entry }) => entry) : [],
  );
  const widthOf = async (id: string) =>
    (await sharp((await reader.picture(id)) ?? Buffer.of()).metadata()).width - 40;
  const rows: Row[] = [];
  for (const { forDate, content } of entries) {
    const { title, body, tags, mood, pictures = [] } = content;
    const numbers = [];
    for (const { id } of pictures) numbers.push(await widthOf(id));
    rows.push({ day: forDate, title, body, tags, mood, pictures: numbers });
  }
  const left = Object.assign({}, ...batches.map((batch) => ("left" in batch ? batch.left : {}))) as object;
  return { rows, entries, left, refused: listOf("refused"), leftOut: listOf("leftOut") };
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
      { day: may(6), pictures: [0] },
      { day: may(7), pictures: [1] },
    ],
  ],
  [
    "textbundles-all-image.png.zip",
    [
      { day: may(6), title: "Weir", pictures: [0] },
      { day: may(7), title: "Mill", pictures: [1] },
    ],
  ],
  ["trip-folders-with-days.zip", [{ day: "2019-06-03", body: "third of June" }]],
  [
    "vault-with-a-day-in-its-folder-name.zip",
    [6, 7, 8].map((day) => ({ day: may(day), body: expect.stringContaining(`V${day - 5} `) as string })),
  ],
  ["2024-08-27.html", [{ day: "2024-08-27", title: "Alone", body: "One page given alone" }]],
  [
    "titles-only-in-file-names.zip",
    [
      { day: may(6), title: "Trip to the sea" },
      { day: may(7), title: "Walk with Jo" },
      { day: may(8), title: "Bread and rain" },
    ],
  ],
  [
    "nfd-names-with-utf8-flag.zip",
    [
      {
        day: may(6),
        body: "Vom Übungstag\n\n[picture 1]\n\n[picture 2]\n\n[picture 3]\n\nEnde",
        pictures: [0, 1, 2],
      },
    ],
  ],
  [
    "joplin-frontmatter-in-utc.zip",
    [{ day: may(6), title: "Evening at the weir", tags: ["river"], pictures: [0] }],
    ny,
  ],
  [
    "apple-pages-without-their-folder.zip",
    [
      { day: "2024-08-27", title: "Loose" },
      { day: "2024-08-28", title: "Loose two" },
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
      { day: "2024-06-21", body: "words", pictures: [] },
      { day: "2024-06-22", body: "a picture whose file the export has not", pictures: [] },
    ],
  ],
  [
    "dayone-realistic.zip",
    ["2024-03-10", "2024-03-11", "2024-03-12", "2024-03-14", "2024-03-17"].map((day) => ({ day })),
  ],
  [
    "dayone-richtext-only.zip",
    [{ day: "2024-06-13", title: "Only in rich text", body: "The words stand here alone." }],
  ],
  [
    "dayone-two-journals.zip",
    [
      { day: "2024-07-05", tags: ["Gratitude"] },
      { day: "2024-07-06", tags: ["Dreams"] },
    ],
  ],
  [
    "diarium-separate-files.zip",
    [
      {
        day: may(6),
        title: "Plum & pear <3",
        body: "Under the plum über café\n\ntwo\nlines\n\nWith Anna, Jo\n\n- Steps: 8041\n- Coffee: 2",
        pictures: [0],
      },
      { day: may(7) },
      { day: "2024-03-31" },
      { day: may(8), pictures: [1] },
      { day: may(9), pictures: [2] },
    ],
  ],
  ["journey-entities.zip", [{ day: "2024-05-13", body: "A\n\n- b1\n- [x] c1\n\nsmile :) ♥ → 😀 • · à" }]],
  [
    "days-in-file-names.zip",
    [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 13, 17, 18, 19, 20, 21].map((day, at) => ({
      day: may(day),
      body: `N${at + 1} words`,
    })),
  ],
  ["frontmatter-dates.zip", Array.from({ length: 16 }, () => ({ day: may(6) })), la],
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
    [{ day: may(6), title: "Heading one", body: expect.stringMatching(/^Text\n\n\[picture 1\]/) as string }],
  ],
  ["obsidian-note-with-everything.zip", [{ day: may(6), tags: ["daily"], pictures: [0, 1, 2, 3, 4] }]],
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
      { day: "2024-05-01", title: "Mit BOM" },
      { day: "2024-05-02", body: "Notepad Unicode grüße" },
      { day: "2024-05-03", body: "Alte Datei mit grüßen" },
      { day: "2024-05-04", body: "old mac\nline two\nline three" },
      { day: "2024-05-05" },
    ],
  ],
];

describe("a journal of another program", () => {
  it.each(SAMPLES)("comes as its owner expects: %s", async (name, rows, timezone) => {
    expect((await readSample(name, timezone)).rows).toMatchObject(rows);
  });

  it("keeps the clock time of a moment without a zone", async () => {
    const { entries } = await readSample("local-time-without-zone.zip", la);
    expect(entries).toMatchObject([{ forDate: may(6), createdAt: new Date("2024-05-07T06:30:00Z") }]);
  });

  it("reads tags in one line or a list, and names front matter that cannot be read", async () => {
    const { rows, refused, left } = await readSample("frontmatter-dates.zip", la);
    const tagsOf = (words: string) => rows.find(({ body }) => body?.startsWith(words))?.tags;
    expect(tagsOf("O11")).toEqual(["walk", "river"]);
    expect(tagsOf("O12")).toEqual(["people/anna", "grateful", "inline", "people/jo"]);
    expect(refused.map(({ where }) => where)).toEqual(["notes/b5.md"]);
    expect(left).toMatchObject({ places: 1, weather: 1, moods: 1 });
  });

  it("divides an entry that is too long, and says so in the titles", async () => {
    const { rows } = await readSample("dayone-120000-characters.zip");
    const words = rows.slice(0, 2).map(({ body }) => body);
    expect(words.join(" ").match(/A long winter\./g)).toHaveLength(8_000);
    expect(rows.slice(0, 2)).toMatchObject([{ title: "part 1 of 2" }, { title: "part 2 of 2" }]);
  });
});

describe("content that is left out", () => {
  it("is named with its reason", async () => {
    const { leftOut } = await readSample("obsidian-note-with-everything.zip");
    expect(leftOut).toEqual([
      { where: "Daily/.trash/2024-05-01.md", why: "its program keeps it as a copy or in its trash" },
      { where: "attachments/voice.m4a", why: "it is a recording" },
    ]);
  });

  it("includes a picture that the text shows but the archive does not have", async () => {
    const zip = makeZip([{ name: "2024-05-06.md", data: "One ![](gone.png) two" }]);
    const { rows, left, leftOut } = await readFile("a.zip", zip);
    expect([rows[0]?.body, left]).toEqual(["One  two", { pictures: 1 }]);
    expect(leftOut).toEqual([
      { where: "gone.png", why: "2024-05-06.md refers to it, but it is not in this file" },
    ]);
  });

  it("includes tags that are too many or too long", async () => {
    const tags = [...Array.from({ length: 21 }, (_, at) => `t${at}`), "x".repeat(41)].join(", ");
    const zip = makeZip([{ name: "2024-05-06.md", data: `---\ntags: [${tags}]\n---\nWords` }]);
    expect((await readFile("a.zip", zip)).left).toEqual({ tags: 2 });
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
  ])("is refused for what it is: %s", async (name, text, code) => {
    await expect(readFile(name, Buffer.from(text, "latin1"))).rejects.toMatchObject({ code });
  });
});

it.each([
  ["lines with commas", "Rain, wind\nSun, wind\nFog, snow\n"],
  ["a list of weights", "Mo 71,5\nDi 71,2\nMi 71,1\n"],
  ["lines that are indented", "\tThe mill\n\tThe weir\n\tThe lake\n"],
  ["elements of HTML", "<details><summary>More</summary>Words</details>\n"],
  ["a tag without end", "<3 the weir\n"],
  ["a link", "[the weir](https://example.com)\n"],
])("reads a note that begins with %s", async (_case, text) => {
  expect((await readFile("2024-05-06.txt", Buffer.from(text))).rows).toHaveLength(1);
});

it("finds UTF-8 names without the flag that says so", async () => {
  const zip = makeZip([{ name: "2024-05-06 Über.md", data: "Words" }]);
  // The flags of the local header and of the directory.
  zip.writeUInt16LE(0, 6);
  zip.writeUInt16LE(0, zip.indexOf("PK\x01\x02") + 8);
  expect((await readFile("a.zip", zip)).rows).toMatchObject([{ title: "Über" }]);
});
