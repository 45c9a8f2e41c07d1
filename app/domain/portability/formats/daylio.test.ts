import { describe, expect, it } from "vitest";
import { readWith } from "#tests/support/read-format";
import { daylio } from "./daylio.server";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const HEADER = "full_date,date,weekday,time,mood,activities,scales,note_title,note";

describe("a table of Daylio", () => {
  it("yields an entry for each row, with its activities or mood in place of words when it has none", async () => {
    const rows = [
      '2024-05-06,May 6,Monday,9:30 PM,good,"walk | long run",,"Evening, late","<b>Water</b> high.<br><br>Ducks &amp; geese <3"',
      '2024-05-05,May 5,Sunday,08:20,meh,tea,Sleep 3/5,"",""',
      '2024-05-04,May 4,Saturday,08:20,meh,tea | cake,,"",""',
      "2024-05-03,May 3,Friday,08:20,meh,,,,",
      "never,May 3,Friday,08:20,meh,,,,words",
    ];
    expect(await readWith(daylio, { "daylio_export.csv": `${HEADER}\n${rows.join("\n")}` })).toMatchObject([
      {
        where: "Row 2, 2024-05-06",
        entry: {
          forDate: "2024-05-06",
          createdAt: new Date("2024-05-06T19:30:00Z"),
          content: {
            title: "Evening, late",
            body: "**Water** high.\n\nDucks & geese <3",
            mood: "good",
            tags: ["walk", "long run"],
          },
        },
      },
      { entry: { content: { body: "Sleep 3/5", tags: ["tea"], mood: "meh" } } },
      { entry: { content: { body: "tea, cake" } } },
      { where: "Row 5, 2024-05-03", details: "Mood: meh", entry: { content: { body: "" } } },
      { ok: false, why: "its date cannot be read" },
    ]);
  });

  it("is read when tabs separate its columns", async () => {
    const table =
      "full_date\ttime\tmood\tactivities\tnote_title\tnote\n2024-05-06\t22:20\trad\ta | b\t\tHigh, and clear";
    expect(await readWith(daylio, { "daylio.csv": table })).toMatchObject([
      { entry: { content: { body: "High, and clear", tags: ["a", "b"] } } },
    ]);
  });

  it("keeps the quotation marks within a cell when the cell is not quoted", async () => {
    const table =
      'full_date,time,mood,activities,note_title,note\n2024-05-06,22:20,rad,walk,,She said "hi" to me';
    expect(await readWith(daylio, { "daylio.csv": table })).toMatchObject([
      { entry: { content: { body: 'She said "hi" to me' } } },
    ]);
  });

  it("is refused when a quoted cell is not closed", async () => {
    const table = `${HEADER}\n2024-05-06,,,,good,,,,"two`;
    expect(await readWith(daylio, { "daylio.csv": table })).toEqual([{ ok: false, why: "it is damaged" }]);
  });
});

const backup = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

describe("a backup of Daylio", () => {
  const entry = { year: 2024, month: 4, day: 6, hour: 21, minute: 30, datetime: 1_715_023_800_000 };
  const JOURNAL = {
    version: 15,
    customMoods: [
      { id: 2, custom_name: "", predefined_name_id: 2 },
      { id: 6, custom_name: "love it", predefined_name_id: -1 },
    ],
    tags: [{ id: 14, name: "walk" }],
    assets: [
      { id: 1, checksum: "f64aecf702fbe90faa086148e57638fa", type: 1 },
      { id: 2, checksum: "6ad9fd0faa3332b93920b681f9203328", type: 2 },
      { id: 3, checksum: "missing", type: 1 },
    ],
    dayEntries: [
      { ...entry, mood: 6, note: "Water high.", note_title: "Evening", tags: [14, 99], assets: [1, 2, 3] },
      { ...entry, mood: 2, note: "", note_title: "", tags: [], assets: [] },
      { ...entry, day: 32, mood: 2, note: "words", note_title: "", tags: [] },
      "damaged",
    ],
  };

  it("reads days, moods, tags and pictures when months count from 0 and picture files have no extension", async () => {
    const results = await readWith(daylio, {
      "backup.daylio": backup(JOURNAL),
      "assets/photos/2024/5/f64aecf702fbe90faa086148e57638fa": PNG,
    });
    expect(results).toMatchObject([
      {
        where: "Entry 1, 2024-05-06",
        left: { recordings: 1, pictures: 1 },
        entry: {
          forDate: "2024-05-06",
          createdAt: new Date(1_715_023_800_000),
          content: { title: "Evening", body: "Water high.", mood: "love it", tags: ["walk"], pictures: [{}] },
        },
      },
      { details: "Mood: good", entry: { content: { body: "", mood: "good" } } },
      { ok: false, why: "its date cannot be read" },
      { ok: false, why: "its date cannot be read", where: "Entry 4" },
    ]);
  });

  it("is refused when its JSON is cut off", async () => {
    const cut = backup(JOURNAL).slice(0, 200);
    expect(await readWith(daylio, { "backup.daylio": cut })).toEqual([{ ok: false, why: "it is damaged" }]);
  });
});
