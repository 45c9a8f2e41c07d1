import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createMember } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { uploadJournal } from "#tests/support/upload-journal";
import { journalKeys, openContent } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { importState, undoImport } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

let member: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  member = await createMember({ timezone: "Europe/Berlin" });
});

const FILE = makeZip([
  { name: "2024-05-06.md", data: "---\nlocation: Norham\nweather: 18 °C, clear\n---\nWater high." },
  { name: "2024-05-07.md", data: "---\nlocation: The Mill\n---\n" },
  { name: "2024-05-08 first.md", data: "---\nmood: good\n---\n" },
  { name: "2024-05-08 second.md", data: "Words alone" },
]);
const DAYLIO =
  "full_date,date,weekday,time,mood,activities,note_title,note\n" +
  "2024-05-05,May 5,Sunday,9:30 PM,meh,,,\n2024-05-05,May 5,Sunday,8:30 AM,good,,,\n";

async function upload(bytes: Uint8Array | string, name = "notes.zip") {
  const uploaded = await uploadJournal(member, name, Buffer.from(bytes));
  if (!uploaded.ok) throw new Error(uploaded.code);
  const state = await importState(member, uploaded.id);
  if (!state) throw new Error("nothing waits");
  return { id: uploaded.id, ...state };
}

async function texts() {
  const records = await JournalEntryModel.find({ userId: member.id, deletedAt: null })
    .sort({ forDate: 1, createdAt: 1 })
    .lean();
  return records.map((record) => [record.forDate, openContent(journalKeys(member), record).body]);
}

const WITH_LINES = [
  ["2024-05-06", "Water high.\n\nPlace: Norham · Weather: 18 °C, clear"],
  ["2024-05-07", "Place: The Mill"],
  ["2024-05-08", ""],
  ["2024-05-08", "Words alone"],
];

describe("a line of mood, place and weather", () => {
  it("is counted with an example before the import", { tags: ["release"] }, async () => {
    const { preview, withDetails } = await upload(FILE);
    expect(withDetails).toBe(false);
    expect(preview).toMatchObject({
      ...{ coming: 3, refused: 0 },
      details: { entries: 1, alone: 1, example: "Place: Norham · Weather: 18 °C, clear" },
    });
  });

  it("is not imported by default, nor is an entry that has nothing else", async () => {
    const { id } = await upload(FILE);
    expect(await runImport(member, id)).toBe("done");
    const days = (await texts()).map(([day]) => day);
    expect(days).toEqual(["2024-05-06", "2024-05-08", "2024-05-08"]);
    expect(JSON.stringify(await texts())).not.toContain("Norham");
    expect(await importState(member, id)).toMatchObject({ added: 3, withDetails: false });
  });

  it("is imported as the last line of its entry, or as an entry, when the member chooses so", async () => {
    const { id } = await upload(FILE);
    expect(await runImport(member, id, { withDetails: true })).toBe("done");
    expect(new Set(await texts())).toEqual(new Set(WITH_LINES));
    expect(await importState(member, id)).toMatchObject({
      added: 4,
      withDetails: true,
      preview: { coming: 4 },
    });
    const stored = JSON.stringify(await JournalEntryModel.find().lean());
    expect(stored).not.toContain("details");
  });

  it("is reported separately from the places that are skipped", async () => {
    const days = [{ day: 6, text: "Water high.", pins: [{ id: 1 }, { id: 2 }] }];
    const zip = makeZip([
      { name: "2024/05.json", data: JSON.stringify({ days }) },
      { name: "2024-05-07.md", data: "---\nlocation: The Mill\n---\nFog." },
    ]);
    const { id } = await upload(zip);
    await runImport(member, id, { withDetails: true });
    expect(await importState(member, id)).toMatchObject({
      ...{ added: 2, withDetails: true },
      preview: { left: { places: 3 }, kept: { places: 1 } },
    });
  });

  it("is stored encrypted while the import waits for confirmation", async () => {
    await upload(FILE);
    const staged = await TransferFileModel.find().lean();
    const bytes = staged.map(({ sealed }) => Buffer.from(sealed.buffer).toString("latin1")).join();
    expect(bytes + JSON.stringify(staged)).not.toContain("Norham");
  });

  it("is imported when a run was interrupted after the confirmation", { tags: ["release"] }, async () => {
    const notes = Array.from({ length: 150 }, (_, at) => ({
      name: `2024-05-06 note ${at}.md`,
      data: `---\nlocation: Norham\n---\nWords ${at}`,
    }));
    const { id } = await upload(makeZip(notes));
    const interrupted = { withDetails: true, budgetMs: 60_000, mayContinue: () => false };
    expect(await runImport(member, id, interrupted)).toBe("more");
    const before = (await texts()).length;
    expect(await runImport(member, id)).toBe("done");
    const after = await texts();
    expect(before).toBeLessThan(150);
    expect(after).toHaveLength(150);
    expect(after.filter(([, text]) => text?.endsWith("\n\nPlace: Norham"))).toHaveLength(150);
  });

  it("creates no second entry when a file is imported again", { tags: ["release"] }, async () => {
    await runImport(member, (await upload(FILE)).id);
    const again = await upload(FILE);
    expect(again.preview).toMatchObject({ coming: 0, known: 3, details: { entries: 0, alone: 1 } });
    await runImport(member, again.id, { withDetails: true });
    const third = await upload(FILE);
    expect(third.preview).toMatchObject({ coming: 0, known: 4 });
    expect(third.preview.details).toBeUndefined();
    // After the undo the import offers the line again.
    await undoImport(member, again.id);
    expect((await upload(FILE)).preview).toMatchObject({ known: 3, details: { alone: 1 } });
  });

  it("distinguishes the moods of one day when entries have no text", { tags: ["release"] }, async () => {
    const { id, preview } = await upload(DAYLIO, "daylio.csv");
    expect(preview).toMatchObject({
      ...{ coming: 0, twice: 0, refused: 0 },
      details: { alone: 2, example: "Mood: meh" },
    });
    await runImport(member, id, { withDetails: true });
    expect(await texts()).toEqual([
      ["2024-05-05", "Mood: good"],
      ["2024-05-05", "Mood: meh"],
    ]);
  });

  it("is appended to the last part when an entry is split", async () => {
    const paragraph = `${"A long winter. ".repeat(60)}\n\n`;
    const { id } = await upload(`---\nlocation: Norham\n---\n${paragraph.repeat(115)}`, "2024-05-06.md");
    await runImport(member, id, { withDetails: true });
    const records = await JournalEntryModel.find({ userId: member.id }).lean();
    const contents = records.map((record) => openContent(journalKeys(member), record));
    const withLine = contents.filter(({ body }) => body.endsWith("\n\nPlace: Norham"));
    expect(contents).toHaveLength(2);
    expect(withLine.map(({ title }) => title)).toEqual(["part 2 of 2"]);
  });
});
