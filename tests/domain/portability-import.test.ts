import { beforeEach, describe, expect, it } from "vitest";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { anEdit, anEntry, aPage, createEntries, createEntry } from "#tests/factories/journal-entry";
import { anyEntry } from "#tests/factories/odd-entries";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import fc from "#tests/support/properties";
import { importFixture } from "#tests/support/read-upload";
import { fileEntry, importFile, journalFile, stageImport } from "#tests/support/upload-journal";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import {
  editEntry,
  moveToTrash,
  readEntry,
  readExcludedTags,
  saveExcludedTags,
} from "~/domain/journal/entries/entries.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listVersions } from "~/domain/journal/entries/versions.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { emptyTrash } from "~/domain/journal/history/trash.server";
import { addOwnPrompt, listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { ExportFormat } from "~/domain/portability/data-texts";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { jsonEntry } from "~/domain/portability/export-schema";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { importEntryBatch, runImport } from "~/domain/portability/run-import.server";
import { discardImport, importState, undoImport } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

const at = new Date("2026-11-21T10:00:00.000Z");

beforeEach(() => setClock(() => at));

const exported = async (member: Member, format: ExportFormat) => bytesOf(await exportJournal(member, format));
/** Uploads a file whose format its content shows, whatever its name. */
const upload = (member: Member, file: Uint8Array | string) => stageImport(member, file, "file.zip");
async function importWhole(member: Member, file: Uint8Array | string) {
  const { id, preview } = await importFile(member, file, { name: "file.zip" });
  return { preview, added: (await importState(member, id))?.added };
}
async function allEntries(member: Member, withVersions = true): Promise<PortableEntry[]> {
  const found: PortableEntry[] = [];
  for await (const { entries } of journalPages(member, { withVersions })) found.push(...entries);
  return found;
}
const fileOf = (...entries: PortableEntry[]) => journalFile(entries.map(jsonEntry));
const textEntries = (member: Member, count: number) =>
  createEntries(
    Array.from({ length: count }, (_, n) =>
      anEntry(member, { words: undefined, content: { body: `entry ${n}` } }),
    ),
  );

describe("an import into another account", () => {
  it.each(["json", "markdown"] as const)(
    "restores equal entries from %s",
    { tags: ["release"] },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(anyEntry, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
          async (entries) => {
            await JournalEntryModel.deleteMany({});
            const [from, to] = [await createMember(), await createMember()];
            await importEntryBatch(from, journalKeys(from), entries);
            const file = await exported(from, format);
            const before = await allEntries(from);
            expect(before).toHaveLength(entries.length);
            // Deletes the other member's entries, so that their ids are free.
            await JournalEntryModel.deleteMany({ userId: from.id });
            expect((await importWhole(to, file)).added).toBe(entries.length);
            expect(await allEntries(to)).toEqual(before);
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  it("restores versions, trash, drafts, own questions and settings", { tags: ["release"] }, async () => {
    const from = await createMember({ subscriptionTier: "tier1", timezone: "Asia/Kathmandu" });
    const dayName = "Friday of the 33rd week in Ordinary Time, green";
    const entry = await createEntry(from, { dayName, content: { title: "First", body: "one" } });
    await editEntry(from, entry._id, { ...anEdit("two"), title: "Second", tags: ["x"] }, 1);
    const deleted = await createEntry(from, { content: { body: "thrown away" } });
    await moveToTrash(from, deleted._id);
    await addOwnPrompt(from, { text: "What did the day ask?", slot: "evening" });
    await saveDraft(from, aPage({ body: "half a thought" }, { forDate: "2026-11-20" }), {});
    const settings = { promptSetPreference: "random_prompts", morningPromptTime: "05:15" } as const;
    const place = { weekStart: 6, locale: "en-NZ" };
    const $set = { ...settings, ...place, "rhythm.restDay": 0, "prayer.examenPack": "grief" };
    await UserModel.updateOne({ _id: from.id }, { $set });
    await saveExcludedTags(from, ["family"]);
    const user = await UserModel.findById(from.id).lean();
    const file = await exported(user ? memberFrom(user) : from, "json");

    const to = await createMember();
    const { preview, added } = await importWhole(to, file);
    expect(preview).toMatchObject({ coming: 2, known: 0, drafts: 1, ownPrompts: 1, hasSettings: true });
    expect(added).toBe(2);
    const [copy] = await allEntries(to);
    // The other account still has the entry, so this one gets a derived id.
    expect(copy?.id).not.toBe(entry._id);
    expect(copy).toMatchObject({ dayName, content: { title: "Second", body: "two", tags: ["x"] } });
    const [draft] = await JournalEntryModel.find({ userId: to.id, draftKey: "free" }).lean();
    expect(draft?.dayName).toBe("Friday of the 25th week after Pentecost, green");
    expect(await listVersions(to, { id: copy?.id ?? "", version: copy?.version ?? 0 })).toMatchObject([
      { version: 1, content: { title: "First", body: "one" } },
    ]);
    expect(await JournalEntryModel.countDocuments({ userId: to.id, deletedAt: { $gt: new Date(0) } })).toBe(
      1,
    );
    expect(await findDrafts(to, ["free"])).toMatchObject([{ content: { body: "half a thought" } }]);
    expect(await listOwnPrompts(to)).toMatchObject([{ text: "What did the day ask?", slot: "evening" }]);
    expect(await UserModel.findById(to.id).lean()).toMatchObject({
      ...{ ...settings, ...place, timezone: "Asia/Kathmandu" },
      ...{ rhythm: { restDay: 0 }, prayer: { examenPack: "grief" } },
    });
    expect(await readExcludedTags(to)).toEqual(["family"]);
    expect((await searchHistory(to, { q: "two" })).entries).toHaveLength(1);
    // The original is unchanged.
    expect((await readEntry(from, entry._id))?.content?.title).toBe("Second");
    expect(await AuditEventModel.findOne({ kind: "journal.imported" }).lean()).toMatchObject({
      subjectId: to.id,
      details: { entries: 2 },
    });
  });

  it.each(["json", "markdown", "dayone"] as const)(
    "adds nothing when %s is imported into the same journal",
    async (format) => {
      const member = await createMember();
      await createEntries([
        anEntry(member, { content: { title: "Rain", body: "and sun" } }),
        // Our ids have 132 bits; Day One keeps 128 of them.
        anEntry(member, { _id: "AAAAAAAAAAAAAAAAAAAAA_", kind: "examen", slot: "evening" }),
        anEntry(member, {
          favourite: true,
          passageRef: "Psalm 46:10",
          content: { mood: "calm", tags: ["a"] },
        }),
      ]);
      const before = await JournalEntryModel.find().sort({ _id: 1 }).lean();
      const file = await exported(member, format);
      const { preview, added } = await importWhole(member, file);
      expect(preview).toMatchObject({ coming: 0, known: 3 });
      expect(added).toBe(0);
      expect(await JournalEntryModel.find().sort({ _id: 1 }).lean()).toEqual(before);
    },
  );

  it(
    "adds nothing when the same file is imported again and its entries have derived ids",
    { tags: ["release"] },
    async () => {
      const [from, to] = [await createMember(), await createMember()];
      await textEntries(from, 110);
      for (const format of ["json", "markdown", "dayone"] as const) {
        const file = await exported(from, format);
        await importWhole(to, file);
        expect((await importWhole(to, file)).preview).toMatchObject({ coming: 0, known: 110 });
        expect(await JournalEntryModel.countDocuments({ userId: to.id })).toBe(110);
      }
      expect(await JournalEntryModel.countDocuments({ userId: from.id })).toBe(110);
    },
  );
});

describe("an existing entry", () => {
  it("is found by id or by equal text on the same day, and stays unchanged", async () => {
    const member = await createMember();
    const entry = await createEntry(member, { content: { title: "Rain", body: "as it was" } });
    const [out = expect.fail()] = await allEntries(member);
    await editEntry(member, entry._id, { ...anEdit("as it is now"), title: "Rain" }, 1);
    const content = { ...EMPTY_CONTENT, title: "Rain", body: " as it is\nnow " };
    const twin = { ...out, id: "BBBBBBBBBBBBBBBBBBBBBA", content };
    const other = { ...out, id: "CCCCCCCCCCCCCCCCCCCCCA", content, forDate: "2026-11-19" };
    const { preview } = await importWhole(member, fileOf(out, twin, other));
    expect(preview).toMatchObject({ coming: 1, known: 2 });
    expect((await readEntry(member, entry._id))?.content?.body).toBe("as it is now");
    expect(await JournalEntryModel.countDocuments()).toBe(2);
  });

  it("is found in the trash", async () => {
    const member = await createMember();
    const entry = await createEntry(member);
    const file = fileOf(...(await allEntries(member)));
    await moveToTrash(member, entry._id);
    expect((await upload(member, file)).preview).toMatchObject({ coming: 0, known: 1, inTrash: 1 });
  });

  it(
    "is neither overwritten nor revealed when it belongs to another member",
    { tags: ["release"] },
    async () => {
      const [owner, stranger] = [await createMember(), await createMember()];
      const entry = await createEntry(owner, { content: { body: "the owner's own" } });
      const before = await JournalEntryModel.findById(entry._id).lean();
      const [out = expect.fail()] = await allEntries(owner);
      const forged = {
        ...out,
        version: 3,
        content: { ...EMPTY_CONTENT, body: "forged" },
        versions: [{ version: 2, savedAt: at, content: { ...EMPTY_CONTENT, body: "old" } }],
      };
      const { preview, added } = await importWhole(stranger, fileOf(forged));
      expect([preview.coming, preview.known, added]).toEqual([1, 0, 1]);
      expect(await JournalEntryModel.findById(entry._id).lean()).toEqual(before);
      expect(await EntryVersionModel.countDocuments({ userId: owner.id })).toBe(0);
      expect(await EntryVersionModel.countDocuments({ entryId: entry._id })).toBe(0);
      expect((await allEntries(stranger))[0]?.content.body).toBe("forged");
    },
  );

  it("is imported again, changed or not, when its import was undone", { tags: ["release"] }, async () => {
    const member = await createMember({ timezone: "America/New_York" });
    const there = () => JournalEntryModel.countDocuments({ userId: member.id, deletedAt: null });
    const [first, second] = ["1-first.json", "2-second-after-undo.json"].map((name) => importFixture(name));
    for (const file of [first, second, first]) {
      const { id, preview } = await importFile(member, file ?? "");
      expect([preview.coming, await there()]).toEqual([1, 1]);
      expect((await importWhole(member, file ?? "")).preview).toMatchObject({ coming: 0 });
      expect(await undoImport(member, id)).toBe(1);
      expect(await there()).toBe(0);
    }
    expect(await emptyTrash(member)).toBe(3);
    expect((await importWhole(member, second ?? "")).preview).toMatchObject({ coming: 1 });
  });
});

describe("a staged import", () => {
  it(
    "is encrypted and bound to its member, and is replaced by the next or discarded on request",
    { tags: ["release"] },
    async () => {
      const [member, other] = [await createMember(), await createMember()];
      await createEntry(member, { content: { body: "The heron stood still" } });
      const file = await exported(member, "json");
      await JournalEntryModel.deleteMany({});
      const { id: first } = await stageImport(member, file, "heron.json");
      const stored = JSON.stringify(await TransferFileModel.find().lean());
      for (const word of ["heron", Buffer.from("heron").toString("base64").slice(0, 5)])
        expect(stored).not.toContain(word);
      expect(await importState(other, first)).toBeNull();
      expect(await runImport(other, first)).toBe("gone");
      await discardImport(other, first);
      expect(await importState(member, first)).toMatchObject({ stage: "preview", preview: { coming: 1 } });
      const { id: second } = await upload(member, file);
      expect(await importState(member, first)).toBeNull();
      await discardImport(member, second);
      expect(await TransferFileModel.countDocuments()).toBe(0);
      expect(await runImport(member, second)).toBe("gone");
      expect(await JournalEntryModel.countDocuments()).toBe(0);
    },
  );

  it("expires after a day", async () => {
    const member = await createMember();
    const { id } = await upload(member, journalFile([fileEntry("a")]));
    setClock(() => new Date(at.getTime() + 24 * 60 * 60 * 1000));
    expect(await importState(member, id)).toBeNull();
    expect(await runImport(member, id)).toBe("gone");
  });

  it("resumes after an interruption without duplicates", { tags: ["release"] }, async () => {
    const [from, to] = [await createMember(), await createMember()];
    await textEntries(from, 350);
    const { id } = await upload(to, await exported(from, "json"));
    const runs: string[] = [];
    for (let run = 0; run < 20 && runs.at(-1) !== "done"; run++)
      runs.push(await runImport(to, id, { budgetMs: 0 }));
    expect(runs.length).toBeGreaterThan(2);
    expect(await importState(to, id)).toMatchObject({ stage: "done", added: 350, percent: 100 });
    expect(await JournalEntryModel.countDocuments({ userId: to.id })).toBe(350);
    expect(await TransferFileModel.countDocuments({ purpose: "part" })).toBe(0);
  });

  it("is run by one request at a time", { tags: ["release"] }, async () => {
    const [from, to] = [await createMember(), await createMember()];
    await textEntries(from, 150);
    const { id } = await upload(to, await exported(from, "json"));
    const results = await Promise.all([1, 2, 3].map(() => runImport(to, id, { budgetMs: 60_000 })));
    expect(results.sort()).toEqual(["busy", "busy", "done"]);
    expect(await importState(to, id)).toMatchObject({ added: 150 });
    expect(await JournalEntryModel.countDocuments({ userId: to.id })).toBe(150);
  });
});
