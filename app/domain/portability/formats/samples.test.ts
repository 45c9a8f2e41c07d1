import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeZip } from "#tests/support/make-zip";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import { uploadReader } from "~/domain/portability/read-upload.server";

const READING = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21" };

/** Reads a file as the import does: its entries, its refusals and what is left behind. */
async function readUpload(name: string, bytes: Buffer, timezone = "Europe/Berlin") {
  const source = {
    size: bytes.length,
    read: async (at: number, length: number) => bytes.subarray(at, at + length),
  };
  const reader = uploadReader({ name, size: bytes.length, reading: { ...READING, timezone } }, source);
  const entries: PortableEntry[] = [];
  const refused: string[] = [];
  const sources: string[] = [];
  for await (const batch of reader.pieces()) {
    if ("sources" in batch) sources.push(...batch.sources);
    else if (batch.list === "entries") entries.push(...batch.items.map(({ entry }) => entry));
    else if (batch.list === "refused") refused.push(...batch.items.map(({ where }) => where));
  }
  return {
    sources,
    refused,
    entries: await Promise.all(
      entries.map(async ({ forDate, favourite, content: { title, body, tags, mood, pictures = [] } }) => ({
        ...{ forDate, title, body, tags, mood, favourite },
        pictures: await Promise.all(pictures.map(({ id }) => numberOfPicture(id, reader.picture))),
      })),
    ),
  };
}

/** The samples' pictures are 40 pixels wide and one more for each further one. */
async function numberOfPicture(key: string, picture: (key: string) => Promise<Buffer | null>) {
  const { width = 0 } = await sharp((await picture(key)) ?? Buffer.alloc(0)).metadata();
  return width - 40;
}

const readSample = (name: string, timezone?: string) =>
  readUpload(name, readFileSync(`tests/fixtures/import/${name}`), timezone);

type Summary = Awaited<ReturnType<typeof readUpload>>["entries"][number];
const NOTHING = {
  ...{ title: "", body: "", tags: [] as string[], mood: "", favourite: false },
  pictures: [] as number[],
};
const NOTION = [
  {
    ...NOTHING,
    forDate: "2024-05-06",
    title: "Evening at the weir",
    body: "Water high.\n\n[picture 1]",
    tags: ["river", "walk"],
    mood: "Calm",
    pictures: [0],
  },
];
const FOG = [
  {
    ...NOTHING,
    forDate: "2024-05-06",
    title: "Sea fog came in.",
    body: "It stayed all day @work.",
    tags: ["work"],
    favourite: true,
  },
  { ...NOTHING, forDate: "2024-05-07", title: "Clear again" },
];
const DIARY = [
  { ...NOTHING, forDate: "2024-05-06", body: "First day words" },
  { ...NOTHING, forDate: "2024-05-07", body: "Second day words" },
];
const DAYLIO = { ...NOTHING, forDate: "2024-05-06", title: "Evening", mood: "good" };

const SAMPLES: [file: string, source: string, entries: Summary[], refused?: string[]][] = [
  ["notion-flat.zip", "notion", NOTION],
  ["notion-nested.zip", "notion", NOTION],
  [
    "daylio_export_2024_11_20.csv",
    "daylio",
    [
      { ...DAYLIO, body: "Water high.\nSecond line", tags: ["walk", "tea"] },
      // It is kept on request, with its mood as its text.
      { ...NOTHING, forDate: "2024-05-05", mood: "meh" },
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
    FOG.map((entry) => ({ ...entry, tags: [], favourite: false, body: entry.body.replace(" @work", "") })),
  ],
  [
    "dayone-plain-text.zip",
    "dayone-text",
    [
      {
        ...NOTHING,
        forDate: "2024-05-06",
        title: "Evening by the weir",
        body: "The water was high.",
        tags: ["walk", "river"],
      },
      { ...NOTHING, forDate: "2024-05-07", title: "Morning", body: "Fog." },
    ],
  ],
  [
    "dayone-classic.zip",
    "dayone-classic",
    [
      {
        ...NOTHING,
        forDate: "2013-06-04",
        body: "Old words about the orchard",
        tags: ["orchard"],
        favourite: true,
        pictures: [0],
      },
    ],
  ],
  [
    "grid-diary.json",
    "grid-diary",
    [{ ...NOTHING, forDate: "2024-05-06", body: "## What was good today?\n\nWater high." }],
  ],
  [
    "five-minute-journal.json",
    "five-minute-journal",
    [
      {
        ...NOTHING,
        forDate: "2024-05-06",
        body: "## I am grateful for\n\n- The weir\n- Tea\n- Rain\n\n## Daily affirmations\n\n- I am rested\n\n## Amazing things that happened today\n\n- Water high.",
      },
    ],
  ],
  [
    "momento.txt",
    "momento",
    [
      { ...NOTHING, forDate: "2024-05-06", body: "Water high.", tags: ["river"] },
      { ...NOTHING, forDate: "2024-05-05", body: "Fog" },
    ],
  ],
];

describe("a sample of another program", () => {
  it.each(SAMPLES)(
    "has its days, words, tags and pictures when it is %s",
    async (file, source, entries, refused = []) => {
      expect(await readSample(file)).toEqual({ sources: [source], entries, refused });
    },
  );

  it("is named with its archive when it is in an archive within another", async () => {
    const nested = makeZip([
      { name: "a.md", data: "no day" },
      { name: ".hidden.md", data: "x" },
    ]);
    const outer = makeZip([
      { name: "Part 1.zip", data: nested },
      { name: "folder/deep.zip", data: nested },
    ]);
    expect((await readUpload("outer.zip", outer)).refused).toEqual(["Part 1/a.md"]);
  });

  it("is read when the archive around it has nothing else than folders of archives", async () => {
    const part = makeZip([{ name: "2024-05-06.md", data: "Words" }]);
    const { entries } = await readUpload("a.zip", makeZip([{ name: "Export/Part-1.zip", data: part }]));
    expect(entries).toMatchObject([{ forDate: "2024-05-06", body: "Words" }]);
  });

  it("is read when it is a note that is an archive of its own", async () => {
    const note = makeZip([
      { name: "2024-05-06.textbundle/text.md", data: "Words" },
      { name: "2024-05-06.textbundle/info.json", data: "{}" },
    ]);
    const { entries } = await readUpload(
      "notes.zip",
      makeZip([{ name: "Export/Mill.textpack", data: note }]),
    );
    expect(entries).toMatchObject([{ forDate: "2024-05-06", body: "Words" }]);
  });

  it("is refused when an archive within another unpacks to many times its size", async () => {
    const outer = makeZip([{ name: "bomb.zip", data: Buffer.alloc(4 * 1024 * 1024) }]);
    await expect(readUpload("outer.zip", outer)).rejects.toMatchObject({ code: "zip_too_large" });
  });
});
