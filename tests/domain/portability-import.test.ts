import { describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/audit-event.server";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { anyEntry } from "#tests/factories/odd-entries";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import fc from "#tests/support/properties";
import { uploadJournal } from "#tests/support/upload-journal";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry } from "~/domain/journal/entries/edit-entry.server";
import {
  moveToTrash,
  readEntry,
  readExcludedTags,
  saveExcludedTags,
} from "~/domain/journal/entries/entries.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listVersions } from "~/domain/journal/entries/versions.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { addOwnPrompt, listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { ExportFormat } from "~/domain/portability/data-texts";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { jsonEntry } from "~/domain/portability/export-schema";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { importEntryBatch, runImport } from "~/domain/portability/run-import.server";
import { discardImport, importState } from "~/domain/portability/staged-import.server";
import { setClock } from "~/platform/clock";

const at = new Date("2026-11-21T10:00:00.000Z");

const bytes = (text: string) => Buffer.from(text);
const exported = async (member: Member, format: ExportFormat) => bytesOf(await exportJournal(member, format));
async function upload(member: Member, file: Uint8Array, name = "file.json"): Promise<string> {
  const result = await uploadJournal(member, name, file);
  if (!result.ok) throw new Error(result.code);
  return result.id;
}
async function previewOf(member: Member, id: string) {
  const state = await importState(member, id);
  if (!state) throw new Error("no import");
  return state.preview;
}
async function importFile(member: Member, file: Uint8Array, name?: string) {
  const id = await upload(member, file, name);
  const preview = await previewOf(member, id);
  expect(await runImport(member, id, { withSettings: true, budgetMs: 60_000 })).toBe("done");
  const state = await importState(member, id);
  return { preview, added: state?.added, stage: state?.stage };
}
async function allEntries(member: Member, withVersions = true): Promise<PortableEntry[]> {
  const found: PortableEntry[] = [];
  for await (const { entries } of journalPages(member, { withVersions })) found.push(...entries);
  return found;
}
const fileOf = (...entries: PortableEntry[]) =>
  bytes(JSON.stringify({ schema: "still-and-know/journal", version: 1, entries: entries.map(jsonEntry) }));

describe("an import into another account", () => {
  it("restores equal entries and all extras from JSON", async () => {
    setClock(() => at);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyEntry, { minLength: 1, maxLength: 5, selector: ({ id }) => id }),
        async (entries) => {
          await JournalEntryModel.deleteMany({});
          const [from, to] = [await createMember(), await createMember()];
          await importEntryBatch(from, journalKeys(from), entries);
          const file = await exported(from, "json");
          const before = await allEntries(from);
          expect(before).toHaveLength(entries.length);
          // Deletes the other member's entries, so that their ids are free.
          await JournalEntryModel.deleteMany({ userId: from.id });
          const { added } = await importFile(to, file);
          expect(added).toBe(entries.length);
          expect(await allEntries(to)).toEqual(before);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("restores equal entries from Markdown", async () => {
    setClock(() => at);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyEntry, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
        async (entries) => {
          await JournalEntryModel.deleteMany({});
          const [from, to] = [await createMember(), await createMember()];
          await importEntryBatch(from, journalKeys(from), entries);
          const file = await exported(from, "markdown");
          const before = await allEntries(from);
          await JournalEntryModel.deleteMany({ userId: from.id });
          await importFile(to, file, "file.zip");
          expect(await allEntries(to)).toEqual(before);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("restores versions, trash, drafts, own questions and settings", async () => {
    setClock(() => at);
    const from = await createMember({ subscriptionTier: "tier1", timezone: "Asia/Kathmandu" });
    const dayName = "Friday of the 33rd week in Ordinary Time, green";
    const entry = await createEntry(from, { dayName, content: { title: "First", body: "one" } });
    await editEntry(from, entry._id, { title: "Second", body: "two", tags: ["x"], mood: "", answers: {} }, 1);
    const deleted = await createEntry(from, { content: { body: "thrown away" } });
    await moveToTrash(from, deleted._id);
    await addOwnPrompt(from, { text: "What did the day ask?", slot: "evening" });
    const writing = {
      kind: "free",
      slot: "none",
      forDate: "2026-11-20",
      promptSet: "",
      promptIds: [],
      passageRef: "",
    } as const;
    await saveDraft(
      from,
      { ...writing, promptIds: [], content: { ...EMPTY_CONTENT, body: "half a thought" } },
      {},
    );
    await UserModel.updateOne(
      { _id: from.id },
      {
        $set: {
          promptSetPreference: "random_prompts",
          morningPromptTime: "05:15",
          "rhythm.restDay": 0,
          weekStart: 6,
          locale: "en-NZ",
          "prayer.examenPack": "grief",
        },
      },
    );
    await saveExcludedTags(from, ["family"]);
    const user = await UserModel.findById(from.id).lean();
    const file = await exported(user ? memberFrom(user) : from, "json");

    const to = await createMember();
    const { preview, added, stage } = await importFile(to, file);
    expect(preview).toMatchObject({ coming: 2, known: 0, drafts: 1, ownPrompts: 1, hasSettings: true });
    expect([added, stage]).toEqual([2, "done"]);
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
      morningPromptTime: "05:15",
      timezone: "Asia/Kathmandu",
      promptSetPreference: "random_prompts",
      rhythm: { restDay: 0 },
      weekStart: 6,
      locale: "en-NZ",
      prayer: { examenPack: "grief" },
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
      setClock(() => at);
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
      const { preview, added } = await importFile(member, file, "file.zip");
      expect(preview).toMatchObject({ coming: 0, known: 3 });
      expect(added).toBe(0);
      expect(await JournalEntryModel.find().sort({ _id: 1 }).lean()).toEqual(before);
    },
  );

  it("adds nothing when the same file is imported again, with derived ids too", async () => {
    setClock(() => at);
    const [from, to] = [await createMember(), await createMember()];
    await createEntries(
      Array.from({ length: 110 }, (_, n) => anEntry(from, { content: { body: `entry ${n}` } })),
    );
    for (const format of ["json", "markdown", "dayone"] as const) {
      const file = await exported(from, format);
      await importFile(to, file, "file.zip");
      expect((await importFile(to, file, "file.zip")).preview).toMatchObject({ coming: 0, known: 110 });
      expect(await JournalEntryModel.countDocuments({ userId: to.id })).toBe(110);
    }
    expect(await JournalEntryModel.countDocuments({ userId: from.id })).toBe(110);
  });
});

describe("an existing entry", () => {
  it("is found by id or by equal text on the same day, and stays unchanged", async () => {
    setClock(() => at);
    const member = await createMember();
    const entry = await createEntry(member, { content: { title: "Rain", body: "as it was" } });
    const [out] = await allEntries(member);
    if (!out) throw new Error("nothing");
    await editEntry(
      member,
      entry._id,
      { title: "Rain", body: "as it is now", tags: [], mood: "", answers: {} },
      1,
    );
    const twin: PortableEntry = {
      ...out,
      id: "BBBBBBBBBBBBBBBBBBBBBA",
      content: { ...EMPTY_CONTENT, title: "Rain", body: " as it is\nnow " },
    };
    const other: PortableEntry = {
      ...out,
      id: "CCCCCCCCCCCCCCCCCCCCCA",
      forDate: "2026-11-19",
      content: twin.content,
    };
    const { preview } = await importFile(member, fileOf(out, twin, other));
    expect(preview).toMatchObject({ coming: 1, known: 2 });
    expect((await readEntry(member, entry._id))?.content?.body).toBe("as it is now");
    expect(await JournalEntryModel.countDocuments()).toBe(2);
  });

  it("is found in the trash", async () => {
    setClock(() => at);
    const member = await createMember();
    const entry = await createEntry(member);
    const file = fileOf(...(await allEntries(member)));
    await moveToTrash(member, entry._id);
    expect(await previewOf(member, await upload(member, file))).toMatchObject({
      coming: 0,
      known: 1,
      inTrash: 1,
    });
  });

  it("is neither overwritten nor revealed when it belongs to another member", async () => {
    setClock(() => at);
    const [owner, stranger] = [await createMember(), await createMember()];
    const entry = await createEntry(owner, { content: { body: "the owner's own" } });
    const before = await JournalEntryModel.findById(entry._id).lean();
    const [out] = await allEntries(owner);
    if (!out) throw new Error("nothing");
    const forged = {
      ...out,
      version: 3,
      content: { ...EMPTY_CONTENT, body: "forged" },
      versions: [{ version: 2, savedAt: at, content: { ...EMPTY_CONTENT, body: "old" } }],
    };
    const { preview, added } = await importFile(stranger, fileOf(forged));
    expect([preview.coming, preview.known, added]).toEqual([1, 0, 1]);
    expect(await JournalEntryModel.findById(entry._id).lean()).toEqual(before);
    expect(await EntryVersionModel.countDocuments({ userId: owner.id })).toBe(0);
    expect(await EntryVersionModel.countDocuments({ entryId: entry._id })).toBe(0);
    expect((await allEntries(stranger))[0]?.content.body).toBe("forged");
  });

  it("is counted once when the file contains it twice", async () => {
    setClock(() => at);
    const member = await createMember();
    const file = bytes("---\ndate: 2026-01-02\n---\nSame words\n");
    expect((await importFile(member, file, "a.md")).preview.coming).toBe(1);
    expect((await importFile(member, file, "b.md")).preview).toMatchObject({ coming: 0, known: 1 });
  });
});

describe("a staged import", () => {
  it("is encrypted and bound to its member, and is replaced by the next or discarded on request", async () => {
    setClock(() => at);
    const [member, other] = [await createMember(), await createMember()];
    await createEntry(member, { content: { body: "The heron stood still" } });
    const file = await exported(member, "json");
    await JournalEntryModel.deleteMany({});
    const first = await upload(member, file, "heron.json");
    const stored = JSON.stringify(await TransferFileModel.find().lean());
    for (const word of ["heron", Buffer.from("heron").toString("base64").slice(0, 5)])
      expect(stored).not.toContain(word);
    expect(await importState(other, first)).toBeNull();
    expect(await runImport(other, first)).toBe("gone");
    await discardImport(other, first);
    expect(await importState(member, first)).toMatchObject({ stage: "preview", preview: { coming: 1 } });
    const second = await upload(member, file);
    expect(await importState(member, first)).toBeNull();
    await discardImport(member, second);
    expect(await TransferFileModel.countDocuments()).toBe(0);
    expect(await runImport(member, second)).toBe("gone");
    expect(await JournalEntryModel.countDocuments()).toBe(0);
  });

  it("expires after a day", async () => {
    setClock(() => at);
    const member = await createMember();
    const id = await upload(member, bytes("---\ndate: 2026-01-02\n---\nWords\n"), "a.md");
    setClock(() => new Date(at.getTime() + 24 * 60 * 60 * 1000));
    expect(await importState(member, id)).toBeNull();
    expect(await runImport(member, id)).toBe("gone");
  });

  it("resumes after an interruption without duplicates", async () => {
    setClock(() => at);
    const [from, to] = [await createMember(), await createMember()];
    await createEntries(
      Array.from({ length: 350 }, (_, n) =>
        anEntry(from, { words: undefined, content: { body: `entry ${n}` } }),
      ),
    );
    const id = await upload(to, await exported(from, "json"));
    const runs: string[] = [];
    for (let run = 0; run < 20 && runs.at(-1) !== "done"; run++)
      runs.push(await runImport(to, id, { budgetMs: 0 }));
    expect(runs.length).toBeGreaterThan(2);
    expect(await importState(to, id)).toMatchObject({ stage: "done", added: 350, percent: 100 });
    expect(await JournalEntryModel.countDocuments({ userId: to.id })).toBe(350);
    expect(await TransferFileModel.countDocuments({ purpose: "part" })).toBe(0);
  });

  it("is run by one request at a time; after its lease another resumes without duplicates", async () => {
    setClock(() => at);
    const [from, to] = [await createMember(), await createMember()];
    await createEntries(
      Array.from({ length: 150 }, (_, n) =>
        anEntry(from, { words: undefined, content: { body: `entry ${n}` } }),
      ),
    );
    const id = await upload(to, await exported(from, "json"));
    const results = await Promise.all([1, 2, 3].map(() => runImport(to, id, { budgetMs: 60_000 })));
    expect(results.filter((result) => result === "done").length).toBeGreaterThanOrEqual(1);
    expect(results.every((result) => result === "done" || result === "busy")).toBe(true);
    expect(await importState(to, id)).toMatchObject({ added: 150 });

    const third = await createMember();
    const again = await upload(third, await exported(from, "json"));
    // The state of a killed process: a lease, the first entries stored, no progress.
    await TransferFileModel.updateOne(
      { _id: again },
      { $set: { busyUntil: new Date(at.getTime() + 10_000) } },
    );
    await importEntryBatch(third, journalKeys(third), (await allEntries(from)).slice(0, 40));
    expect(await runImport(third, again)).toBe("busy");
    setClock(() => new Date(at.getTime() + 11_000));
    expect(await runImport(third, again, { budgetMs: 60_000 })).toBe("done");
    expect(await importState(third, again)).toMatchObject({ added: 150 });
    expect(await JournalEntryModel.countDocuments({ userId: third.id })).toBe(150);
  });
});
