import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
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
import { uploadJournal } from "#tests/support/upload-journal";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import type { EntryInFile } from "~/domain/portability/export-schema";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

let member: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  member = await createMember({ timezone: "Europe/Berlin" });
});

async function uploadFile(bytes: Uint8Array | string, name = "export.zip") {
  const uploaded = await uploadJournal(member, name, Buffer.from(bytes));
  if (!uploaded.ok) throw new Error(uploaded.code);
  const { preview } = (await importState(member, uploaded.id)) ?? {};
  if (!preview) throw new Error("nothing waits");
  return { id: uploaded.id, ...preview };
}

/** Imports a file and exports the journal as JSON. */
async function importFile(bytes: Uint8Array | string, name?: string) {
  const seen = await uploadFile(bytes, name);
  expect(await runImport(member, seen.id)).toBe("done");
  const file = JSON.parse((await bytesOf(await exportJournal(member, "json"))).toString()) as {
    entries: EntryInFile[];
  };
  return { seen, entries: file.entries };
}

const SOURCES = [
  ["journey", journeyZip, 2],
  ["diarium", diariumZip, 2],
  ["apple", appleZip, 2],
  ["dailytxt", dailyTxtZip, 2],
  ["markdown", obsidianZip, 3],
] as const;

describe("an import from another app", () => {
  it.each(SOURCES)("recognises %s by its content, and imports it only once", async (source, zip, count) => {
    const { seen, entries } = await importFile(zip(), "whatever.bin");
    expect([seen.sources, seen.coming, entries.length]).toEqual([[source], count, count]);
    expect(await uploadFile(zip())).toMatchObject({ coming: 0, known: count });
    expect((await bytesOf(await exportJournal(member, "markdown"))).length).toBeGreaterThan(0);
  });

  it("reads the days of Journey in their own zone, converts HTML, and counts skipped items", async () => {
    const { seen, entries } = await importFile(journeyZip());
    expect(entries).toMatchObject([
      { forDate: "2018-01-01", title: "Plain", body: "Older entries are *Markdown*.", favourite: false },
      {
        forDate: "2021-03-04",
        timezone: "Australia/Sydney",
        createdAt: "2021-03-03T18:34:56.000Z",
        updatedAt: "2021-03-13T21:58:46.000Z",
        body: "We packed.\n\nThen **off** we *go*: see [the map](https://example.org/map).\n\n- tent\n- rope & pegs",
        tags: ["Travel", "bus"],
        favourite: true,
      },
    ]);
    expect(seen.left).toEqual({ pictures: 1, places: 1, weather: 1, moods: 1 });
  });

  it("reads Diarium’s local times, as one list or one file each", async () => {
    const { seen, entries } = await importFile(diariumZip());
    expect(entries).toMatchObject([
      {
        forDate: "2010-10-26",
        createdAt: "2010-10-26T21:47:00.000Z",
        title: "Rain",
        body: 'It rained.\n\nAll "day".\nAnd all night.',
        tags: ["weather", "home", "sweet"],
      },
      { forDate: "2010-10-28", title: "", tags: [] },
    ]);
    expect(seen.left).toEqual({ pictures: 1, videos: 1, places: 1, weather: 1, moods: 1 });
    const one = JSON.stringify(diariumEntry({ date: "2011-01-01T08:00:00" }));
    expect((await importFile(one, "Diarium_2011-01-01.json")).entries).toHaveLength(3);
  });

  it("reads day, title, prompt, text and mood of Apple Journal", async () => {
    const { seen, entries } = await importFile(appleZip());
    expect(entries).toMatchObject([
      { forDate: "2023-12-17", title: "", body: "How was your day?\n\nEntry body text." },
      {
        forDate: "2024-11-03",
        title: "A walk",
        mood: "Sad, Overwhelmed",
        body: "How was your day?\n\nParagraph one.\n\nParagraph & two.",
      },
    ]);
    expect(seen.left).toEqual({ pictures: 2, places: 2 });
  });

  it("reads days, tags and bookmarks of DailyTxT, and reports a day that does not exist", async () => {
    const { seen, entries } = await importFile(dailyTxtZip());
    expect(entries).toMatchObject([
      { forDate: "2024-05-06", title: "Beans", body: "The beans are up.", tags: ["garden"], favourite: true },
      { forDate: "2024-05-31", body: "Rain." },
    ]);
    expect(seen.refusals).toEqual([{ where: "2024/05.json", why: "its date cannot be read" }]);
    const user = { name: "user.json", data: JSON.stringify({ user_id: 1, enc_enc_key: "x" }) };
    expect(await uploadFile(dailyTxtZip([user]))).toMatchObject({
      coming: 0,
      refusals: [{ why: expect.stringContaining("encrypted") as string }],
    });
  });

  it("reads days in Obsidian’s file names, and reports a file without one", async () => {
    const { seen, entries } = await importFile(obsidianZip());
    expect(entries.map(({ forDate }) => forDate)).toEqual(["2024-05-06", "2024-05-07", "2024-05-08"]);
    expect(entries[0]).toMatchObject({ title: "Rain", tags: ["rain"], mood: "calm" });
    expect(seen.left).toEqual({ pictures: 1 });
    expect(seen.refusals.map(({ where }) => where)).toEqual(["Vault/Templates/Daily.md"]);
  });

  it("reports each app of a mixed zip", async () => {
    const { seen } = await importFile(
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
  const HOSTILE: [what: string, html: string, body: string][] = [
    ["script", "<p>Hi<script>alert('<p>no</p>')</script> you</p>", "Hi you"],
    ["a script that never ends", "<p>Hi</p><script>alert(1)", "Hi"],
    ["handlers", '<p onclick="x()"><img src=x onerror="x()">Hi</p>', "Hi"],
    ["a link that runs", '<p><a href="javascript:x()">Hi</a></p>', "Hi"],
    ["tags that never end", "<p>Hi</p><p><b", "Hi"],
    ["a comment that never ends", "<p>Hi</p><!-- <p>no", "Hi"],
    ["ends without a beginning", "</p></div></li></ul>Hi<p></a></p>", "Hi"],
    [
      "made-up entities",
      "<p>a &bogus; b &#xD800; &#0; &#99999999; c &lt;p&gt;</p>",
      "a &bogus; b \ufffd \ufffd \ufffd c <p>",
    ],
    ["a null", "<p>H\0i</p>", "Hi"],
    ["lists in lists", `${"<ul><li>".repeat(5_000)}Hi`, "Hi"],
  ];
  it.each(HOSTILE)("converts %s in HTML to text or drops it", async (what, html, body) => {
    const { entries } = await importFile(JSON.stringify(diariumEntry({ html })), "a.json");
    const found = entries[0]?.body ?? "";
    if (what === "lists in lists") expect(found.endsWith(body)).toBe(true);
    else expect(found).toBe(body);
  });

  it.each([
    ["the year 0", diariumEntry({ date: "0000-01-01T00:00:00" })],
    ["the year 1899", diariumEntry({ date: "1899-12-31T08:00:00" })],
    ["a day that has not come", diariumEntry({ date: "2031-01-01T08:00:00" })],
    ["the 30th of February", diariumEntry({ date: "2024-02-30T08:00:00" })],
    ["no hour", diariumEntry({ date: "2024-02-20T99:99:99" })],
    ["a text of another kind", diariumEntry({ html: 7 })],
    ["no words", diariumEntry({ heading: "", html: "<p></p>", rating: 0, location: [], sun: "" })],
    ["nothing", null],
  ])("rejects an entry with %s and imports the others", async (_what, entry) => {
    const { seen, entries } = await importFile(JSON.stringify([diariumEntry(), entry]), "a.json");
    expect([entries.length, seen.refused]).toEqual([1, 1]);
    expect(seen.refusals[0]?.where).toContain("Entry 2");
  });

  it.each([
    ["a moment beyond time", { date_journal: 1e300 }],
    ["the year 1800", { date_journal: -5_364_662_400_000 }],
  ])("rejects an entry of Journey with %s", async (_what, fields) => {
    const zip = makeZip([
      { name: "a.json", data: journeyEntry() },
      { name: "b.json", data: journeyEntry({ id: "b", ...fields }) },
    ]);
    expect(await uploadFile(zip)).toMatchObject({ coming: 1, refused: 1, refusals: [{ where: "b.json" }] });
  });

  it("ignores invalid fields beside the text", async () => {
    const odd = {
      tags: "x",
      favourite: 7,
      photos: {},
      weather: "sun",
      timezone: "Mars/North",
      id: "../../x",
    };
    const { entries } = await importFile(journeyEntry(odd), "a.json");
    expect(entries).toMatchObject([{ timezone: "Europe/Berlin", tags: [], favourite: false }]);
  });

  it.each([
    ["[]", "unknown_json"],
    ["[1,2,3]", "unknown_json"],
    ['{"date_journal":"x","text":"y"}', "unknown_json"],
    ["[", "not_json"],
  ])("rejects unknown JSON: %s", async (text, refusal) => {
    await expect(uploadFile(text, "a.json")).rejects.toThrow(refusal);
  });
});

describe("limits of an import", () => {
  it("apply to all files of an upload together", async () => {
    const values = `{"schema":"still-and-know/journal","version":1,"entries":[],"x":[${"0,".repeat(1_100_000)}0]}`;
    const zip = makeZip(["a", "b", "c"].map((name) => ({ name: `${name}.json`, data: values })));
    await expect(uploadFile(zip)).rejects.toThrow("too_costly");
    const list = Array.from({ length: 13_000 }, () => ({}));
    const file = JSON.stringify({
      schema: "still-and-know/journal",
      version: 1,
      entries: [],
      intentions: list,
    });
    const all = makeZip(["a", "b", "c", "d"].map((name) => ({ name: `${name}.json`, data: file })));
    await expect(uploadFile(all)).rejects.toThrow("too_costly");
  });

  it("drop records that live longer or lie further away than the application creates", async () => {
    const swap = { slot: "morning", ids: ["habit.1"], count: 1 };
    const promptSwaps = [
      { ...swap, date: "2026-11-20", expiresAt: "2026-12-20T00:00:00.000Z" },
      { ...swap, date: "2026-11-19", expiresAt: "9999-12-31T00:00:00.000Z" },
      { ...swap, date: "9999-12-31", expiresAt: "2026-12-20T00:00:00.000Z" },
    ];
    const moment = "2026-11-01T00:00:00.000Z";
    const draft = { kind: "free", slot: "none", body: "x", createdAt: moment, updatedAt: moment };
    const drafts = [
      { ...draft, forDate: "2026-11-01" },
      { ...draft, forDate: "9998-01-01" },
      { ...draft, forDate: "0001-01-01" },
    ];
    const file = { schema: "still-and-know/journal", version: 1, entries: [], promptSwaps, drafts };
    await importFile(JSON.stringify(file), "a.json");
    expect((await PromptSwapModel.find().lean()).map(({ date }) => date)).toEqual(["2026-11-20"]);
    expect((await JournalEntryModel.find().lean()).map(({ forDate }) => forDate)).toEqual(["2026-11-01"]);
  });

  it("allow sixty files a day", { tags: ["release"] }, async () => {
    let time = Date.parse("2026-11-21T10:00:00Z");
    setClock(() => new Date(time));
    const one = JSON.stringify({ schema: "still-and-know/journal", version: 1, entries: [] });
    for (let at = 0; at < 60; at++) {
      if (at === 30) time += 3_600_000;
      expect((await uploadJournal(member, "a.json", Buffer.from(one))).ok).toBe(true);
    }
    time += 3_600_000;
    expect(await uploadJournal(member, "a.json", Buffer.from(one))).toEqual({
      ok: false,
      code: "too_many_uploads",
    });
  });
});
