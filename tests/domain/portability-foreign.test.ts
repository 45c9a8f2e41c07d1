import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompts.server";
import {
  applePage,
  appleZip,
  dailyTxtZip,
  diariumEntry,
  diariumZip,
  journeyEntry,
  journeyZip,
  obsidianZip,
} from "#tests/factories/foreign-journals";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { makeZip } from "#tests/support/make-zip";
import { importFile, journalFile, stageImport } from "#tests/support/upload-journal";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import type { EntryInFile } from "~/domain/portability/export-schema";
import { setClock } from "~/platform/clock";

let member: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  member = await createMember({ timezone: "Europe/Berlin" });
});

const stage = async (bytes: Uint8Array | string, name = "export.zip") =>
  (await stageImport(member, bytes, name)).preview;

/** Imports a file and exports the journal as JSON. */
async function importWhole(bytes: Uint8Array | string, name = "whatever.bin") {
  const { preview } = await importFile(member, bytes, { name });
  const { entries } = JSON.parse((await bytesOf(await exportJournal(member, "json"))).toString()) as {
    entries: EntryInFile[];
  };
  return { seen: preview, entries };
}

type Expected = { left: object; refusals?: object[]; entries: object[] };
const SOURCES: [source: string, zip: () => Buffer, expected: Expected][] = [
  [
    "journey",
    journeyZip,
    {
      left: { pictures: 1, places: 1, weather: 1, moods: 1 },
      entries: [
        { forDate: "2018-01-01", title: "Plain", body: "Older entries are *Markdown*.", favourite: false },
        {
          // The day in Sydney, the entry's time zone; in UTC it is still the day before.
          forDate: "2021-03-04",
          timezone: "Australia/Sydney",
          createdAt: "2021-03-03T18:34:56.000Z",
          updatedAt: "2021-03-13T21:58:46.000Z",
          body: "We packed.\n\nThen **off** we *go*: see [the map](https://example.org/map).\n\n- tent\n- rope & pegs",
          tags: ["Travel", "bus"],
          favourite: true,
        },
      ],
    },
  ],
  [
    "diarium",
    diariumZip,
    {
      left: { pictures: 1, videos: 1, places: 1, weather: 1, moods: 1 },
      entries: [
        {
          // The file has local times without a zone.
          forDate: "2010-10-26",
          createdAt: "2010-10-26T21:47:00.000Z",
          title: "Rain",
          body: 'It rained.\n\nAll "day".\nAnd all night.',
          tags: ["weather", "home sweet"],
        },
        { forDate: "2010-10-28", title: "", tags: [] },
      ],
    },
  ],
  [
    "apple",
    appleZip,
    {
      left: { pictures: 2, places: 2 },
      entries: [
        { forDate: "2023-12-17", title: "", body: "How was your day?\n\nEntry body text." },
        {
          forDate: "2024-11-03",
          title: "A walk",
          mood: "Sad, Overwhelmed",
          body: "How was your day?\n\nParagraph one.\n\nParagraph & two.",
        },
      ],
    },
  ],
  [
    "dailytxt",
    dailyTxtZip,
    {
      left: expect.anything() as object,
      refusals: [{ where: "2024/05.json", why: "its date cannot be read" }],
      entries: [
        {
          forDate: "2024-05-06",
          title: "Beans",
          body: "The beans are up.",
          tags: ["garden"],
          favourite: true,
        },
        { forDate: "2024-05-31", body: "Rain." },
      ],
    },
  ],
  [
    "markdown",
    obsidianZip,
    {
      left: { pictures: 1 },
      refusals: [{ where: "Vault/Templates/Daily.md", why: expect.any(String) as string }],
      entries: [
        { forDate: "2024-05-06", title: "Rain", tags: ["rain"], mood: "calm" },
        { forDate: "2024-05-07" },
        { forDate: "2024-05-08" },
      ],
    },
  ],
];

describe("an import from another app", () => {
  it.each(SOURCES)(
    "recognises %s by its content, reads all it has, and imports it only once",
    { tags: ["release"] },
    async (source, zip, { left, refusals = [], entries: expected }) => {
      const { seen, entries } = await importWhole(zip());
      expect([seen.sources, seen.coming]).toEqual([[source], expected.length]);
      expect(entries).toMatchObject(expected);
      expect([seen.left, seen.refusals]).toEqual([left, refusals]);
      expect(await stage(zip())).toMatchObject({ coming: 0, known: expected.length });
      expect((await bytesOf(await exportJournal(member, "markdown"))).length).toBeGreaterThan(0);
    },
  );

  it(
    "reads one entry of Diarium in a file of its own, and refuses an encrypted backup of DailyTxT",
    { tags: ["release"] },
    async () => {
      const one = JSON.stringify(diariumEntry({ date: "2011-01-01T08:00:00" }));
      expect((await importWhole(one, "Diarium_2011-01-01.json")).entries).toMatchObject([
        { forDate: "2011-01-01" },
      ]);
      const user = { name: "user.json", data: JSON.stringify({ user_id: 1, enc_enc_key: "x" }) };
      expect(await stage(dailyTxtZip([user]))).toMatchObject({
        coming: 0,
        refusals: [{ why: expect.stringContaining("encrypted") as string }],
      });
    },
  );

  it("reports each app of a mixed zip", async () => {
    const seen = await stage(
      makeZip([
        { name: "a.json", data: journeyEntry() },
        { name: "b.json", data: JSON.stringify([diariumEntry()]) },
        { name: "Entries/2024-01-01.html", data: applePage("x", "y", ["z"]) },
        { name: "2024-01-02.md", data: "Words." },
      ]),
    );
    expect([seen.coming, seen.sources]).toEqual([4, ["journey", "diarium", "apple", "markdown"]]);
  });
});

describe("invalid data of another app", () => {
  it.each([
    ["the year 0", diariumEntry({ date: "0000-01-01T00:00:00" })],
    ["the year 1899", diariumEntry({ date: "1899-12-31T08:00:00" })],
    ["a day in the future", diariumEntry({ date: "2031-01-01T08:00:00" })],
    ["the 30th of February", diariumEntry({ date: "2024-02-30T08:00:00" })],
    ["no hour", diariumEntry({ date: "2024-02-20T99:99:99" })],
    ["a number as its text", diariumEntry({ html: 7 })],
    ["no text", diariumEntry({ heading: "", html: "<p></p>", rating: 0, location: [], sun: "" })],
    ["null in its place", null],
  ])("rejects an entry with %s and imports the others", async (_what, entry) => {
    const { seen, entries } = await importWhole(JSON.stringify([diariumEntry(), entry]));
    expect([entries.length, seen.refused]).toEqual([1, 1]);
    expect(seen.refusals[0]?.where).toContain("Entry 2");
  });

  it.each([
    ["a moment out of range", { date_journal: 1e300 }],
    ["the year 1800", { date_journal: -5_364_662_400_000 }],
  ])("rejects an entry of Journey with %s", async (_what, fields) => {
    const zip = makeZip([
      { name: "a.json", data: journeyEntry() },
      { name: "b.json", data: journeyEntry({ id: "b", ...fields }) },
    ]);
    expect(await stage(zip)).toMatchObject({ coming: 1, refused: 1, refusals: [{ where: "b.json" }] });
  });

  it("ignores invalid fields, and removes NUL from the text", { tags: ["release"] }, async () => {
    const shapes = { tags: "x", favourite: 7, photos: {}, weather: "sun" };
    const odd = { ...shapes, timezone: "Mars/North", id: "../../x", text: "<p>H\0i</p>" };
    const { entries } = await importWhole(journeyEntry(odd));
    expect(entries).toMatchObject([{ timezone: "Europe/Berlin", tags: [], favourite: false, body: "Hi" }]);
  });

  it.each(["[]", "[1,2,3]", '{"date_journal":"x","text":"y"}'])("rejects unknown JSON: %s", async (text) => {
    await expect(stage(text, "a.json")).rejects.toThrow("unknown_json");
  });
});

describe("limits of an import", () => {
  it("apply to the sum of all files of an upload", { tags: ["release"] }, async () => {
    const filesOf = (names: string[], data: string) =>
      makeZip(names.map((name) => ({ name: `${name}.json`, data })));
    const values = journalFile([], { x: Array.from({ length: 1_100_001 }, () => 0) });
    await expect(stage(filesOf(["a", "b", "c"], values))).rejects.toThrow("too_costly");
    const list = journalFile([], { intentions: Array.from({ length: 13_000 }, () => ({})) });
    await expect(stage(filesOf(["a", "b", "c", "d"], list))).rejects.toThrow("too_costly");
  });

  it("drop records with an expiry or a day beyond those that the application creates", async () => {
    const swap = { slot: "morning", ids: ["habit.1"], count: 1 };
    const promptSwaps = [
      { ...swap, date: "2026-11-20", expiresAt: "2026-12-20T00:00:00.000Z" },
      { ...swap, date: "2026-11-19", expiresAt: "9999-12-31T00:00:00.000Z" },
      { ...swap, date: "9999-12-31", expiresAt: "2026-12-20T00:00:00.000Z" },
    ];
    const moment = "2026-11-01T00:00:00.000Z";
    const draft = { kind: "free", slot: "none", body: "x", createdAt: moment, updatedAt: moment };
    const drafts = ["2026-11-01", "9998-01-01", "0001-01-01"].map((forDate) => ({ ...draft, forDate }));
    await importWhole(journalFile([], { promptSwaps, drafts }));
    expect((await PromptSwapModel.find().lean()).map(({ date }) => date)).toEqual(["2026-11-20"]);
    expect((await JournalEntryModel.find().lean()).map(({ forDate }) => forDate)).toEqual(["2026-11-01"]);
  });
});
