import mongoose from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel, VocabularyModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { anEdit, anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createSomeone, memberBy, sealFor, signOutEverywhere } from "#tests/factories/sealed";
import { createMember } from "#tests/factories/user";
import { findCanaries, readFiles } from "#tests/support/canary";
import { findAll, QUERIES, searchedFile } from "#tests/support/searched-journal";
import { uploadJournal } from "#tests/support/upload-journal";
import { editEntry, moveToTrash, restore } from "~/domain/journal/entries/entries.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { eraseEntry, purgeTrash } from "~/domain/journal/history/trash.server";
import { indexWords } from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import {
  addWords,
  readChunks,
  VOCABULARY_LIMITS,
  wordsOfChunk,
} from "~/domain/journal/vocabulary/vocabulary.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone, resetOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

let member: Member;
beforeEach(async () => {
  member = await createMember();
});

const indexAll = (person = member) => indexWords(person, () => Promise.resolve(true));
const listed = async (person = member) =>
  (await readChunks(person)).flatMap(({ text }) => wordsOfChunk(text)).sort();
const found = (q: string, person = member) => findAll(person, q);
const body = (text: string) => ({ content: { body: text } });

describe("a journal of two thousand entries", () => {
  it("returns exactly the matching entries for typical searches", { tags: ["release"] }, async () => {
    const upload = await uploadJournal(member, "file.json", searchedFile());
    expect(upload).toMatchObject({ ok: true });
    expect(await runImport(member, upload.ok ? upload.id : "", { budgetMs: 60_000 })).toBe("done");
    expect(await JournalEntryModel.countDocuments({ userId: member.id })).toBe(2_000);
    expect((await UserModel.findById(member.id).lean())?.wordsDue).toBe(true);
    await indexAll();
    expect((await UserModel.findById(member.id).lean())?.wordsDue).toBe(false);
    expect(QUERIES.length).toBeGreaterThanOrEqual(80);
    const wrong: object[] = [];
    for (const [query, names] of QUERIES) {
      const expected = names.split(" ").filter(Boolean).sort();
      const ids = (await found(query)).map((id) => id.replace("searched-", "")).sort();
      if (ids.join() !== expected.join()) wrong.push({ query, expected, ids });
    }
    expect(wrong).toEqual([]);
  });
});

describe("an unused word", () => {
  it("is pruned when its last entry is erased, also with earlier versions", async () => {
    const first = await createEntry(member, body("Zebulon and Asher"));
    const second = await createEntry(member, body("Zebulon alone"));
    const third = await createEntry(member, body("Naphtali first"));
    await indexAll();
    await editEntry(member, third._id, anEdit("Issachar then"), 1);
    expect(await found("issa")).toEqual([third._id]);
    // Only an earlier version has the word.
    expect(await listed()).toEqual(["alone", "and", "asher", "issachar", "then", "zebulon"]);
    await editEntry(member, third._id, anEdit("Gad at last"), 2);
    await moveToTrash(member, third._id);
    await moveToTrash(member, first._id);
    await eraseEntry(member, third._id);
    await eraseEntry(member, first._id);
    expect(await listed()).toEqual(["alone", "zebulon"]);
    expect(await VocabularyModel.countDocuments({ _id: /gone/ })).toBe(0);
    await moveToTrash(member, second._id);
    await restore(member, second._id);
    expect(await found("zeb")).toEqual([second._id]);
    await moveToTrash(member, second._id);
    await eraseEntry(member, second._id);
    expect(await listed()).toEqual([]);
  });

  it.skipIf(env.MONGODB_URI)("is in no file of the database in readable form", async () => {
    const words = ["zebulonite", "naphtalian", "issacharite"];
    const [first, ...more] = await Promise.all(
      words.map((word) => createEntry(member, body(`${word} here`))),
    );
    await indexAll();
    expect(await found("zebulon")).toEqual([first?._id]);
    await moveToTrash(member, first?._id ?? "");
    await eraseEntry(member, first?._id ?? "");
    expect(await found("zebulon")).toEqual([]);
    expect(await listed()).toEqual(["here", "issacharite", "naphtalian"]);
    expect(more).toHaveLength(2);
    const files = readFiles(env.DATA_DIR);
    expect(files.length).toBeGreaterThan(1);
    for (const { name, bytes } of files)
      expect(findCanaries(words, bytes.toString("latin1")), name).toEqual([]);
  });

  it("is pruned when the trash is purged, unless another entry has it", async () => {
    const other = await createMember();
    await createEntry(member, { ...body("Zebulon"), deletedAt: new Date("2026-01-01") });
    await createEntry(other, body("Zebulon"));
    await indexAll();
    await indexAll(other);
    expect(await purgeTrash()).toBe(1);
    expect([await listed(), await listed(other)]).toEqual([[], ["zebulon"]]);
  });

  it("is pruned at the member's next visit if the journal is sealed", async () => {
    let at = new Date("2026-11-21T08:00:00Z");
    setClock(() => at);
    const someone = await createSomeone();
    await createEntry(someone.member, { ...body("Zebulon"), deletedAt: at });
    await createEntry(someone.member, body("Asher"));
    await indexAll(someone.member);
    const sealed = await sealFor(someone);
    for (let round = 0; round < 3; round++) {
      await memberBy(sealed.secret);
      await resetOnVisitTasks();
      at = new Date(at.getTime() + 11 * 60_000);
    }
    expect(await found("zeb", await memberBy(sealed.secret))).toEqual([]);
    expect(await found("ash", await memberBy(sealed.secret))).toHaveLength(1);
    const { id } = sealed.member;
    await JournalEntryModel.updateOne(
      { deletedAt: { $ne: null } },
      { $set: { deletedAt: new Date("2026-01-01") } },
    );
    expect(await purgeTrash()).toBe(1);
    expect(await VocabularyModel.countDocuments({ _id: `${id}.gone` })).toBe(1);
    const here = await memberBy(sealed.secret);
    await onVisitTasksDone();
    expect(await listed(here)).toEqual(["asher"]);
    expect(await VocabularyModel.countDocuments({ _id: `${id}.gone` })).toBe(0);
    await signOutEverywhere(here);
  });

  it("is added again if an entry with it is saved while it is pruned", async () => {
    const entry = await createEntry(member, { ...body("Zebulon"), deletedAt: new Date() });
    await indexAll();
    const write = VocabularyModel.updateOne.bind(VocabularyModel);
    let again = "";
    vi.spyOn(VocabularyModel, "updateOne").mockImplementation(((...args: Parameters<typeof write>) =>
      (async () => {
        // Another window saves an entry with the word and searches just before the word is removed, so its
        // search still finds the word in the vocabulary.
        if (again === "" && Object.keys(args[0] ?? {}).includes("version"))
          again = (await createEntry(member, { ...body("Zebulon"), listed: true }))._id;
        return write(...args);
      })()) as never);
    await eraseEntry(member, entry._id);
    expect(again).not.toBe("");
    expect(await found("zeb")).toEqual([again]);
  });
});

describe("the vocabulary", () => {
  it("belongs to one member, has a padded size, and is encrypted", async () => {
    await createEntry(member, body("Zebulon"));
    await indexAll();
    const [short] = await VocabularyModel.find().lean();
    await createEntry(member, body("Naphtali, Asher and Dan"));
    await indexAll();
    const [longer] = await VocabularyModel.find().lean();
    expect(storedBytes(longer?.sealed).length).toBe(storedBytes(short?.sealed).length);
    const bytes = Buffer.from(mongoose.mongo.BSON.serialize(longer ?? {}))
      .toString("latin1")
      .toLowerCase();
    expect(bytes).not.toContain("zebulon");
    expect(await readChunks(await createMember())).toEqual([]);
  });

  it("loses no word and has none twice after concurrent changes", async () => {
    const words = (from: number) => new Set(Array.from({ length: 6_000 }, (_, n) => `word${from + n}`));
    await Promise.all([0, 3_000, 6_000].map((from) => addWords(member, words(from))));
    expect(await listed()).toEqual([...words(0), ...words(6_000)].sort());
    expect((await readChunks(member)).length).toBeGreaterThan(3);
    const few = ["asher", "dan", "gad", "naphtali"];
    await Promise.all(few.map((word) => addWords(member, new Set([word]))));
    expect(await listed()).toEqual(expect.arrayContaining(few));
  });

  it("is rebuilt when a chunk is corrupted in the database", async () => {
    const { _id } = await createEntry(member, body("Zebulon"));
    await indexAll();
    await VocabularyModel.updateMany({}, { $set: { sealed: Buffer.alloc(60, 1) } });
    expect(await searchHistory(member, { q: "zeb" }, undefined, { scanUpTo: 0 })).toMatchObject({
      isVocabularyIncomplete: true,
    });
    await indexAll();
    expect(await found("zeb")).toEqual([_id]);
  });

  it("is limited; other words are found by scanning", async () => {
    const own = "zebulon".padEnd(90, "n");
    const kept = await createEntry(member, body(own));
    const long = (n: number) => `x${n}`.padEnd(VOCABULARY_LIMITS.word, "x");
    await addWords(member, new Set(Array.from({ length: 22_000 }, (_, n) => long(n))));
    await indexAll();
    expect(await VocabularyModel.countDocuments()).toBe(VOCABULARY_LIMITS.chunks);
    expect(await listed()).not.toContain(own);
    expect(await found("zeb")).toEqual([kept._id]);
  });

  it(
    "expands a prefix to at most two hundred words, and scans the entries for more",
    { tags: ["release"] },
    async () => {
      const records = Array.from({ length: 250 }, (_, n) => anEntry(member, body(`zeb${n + 100} rain`)));
      await createEntries(records);
      await indexAll();
      expect(await found("zeb")).toHaveLength(250);
      expect(await found("zeb rain")).toHaveLength(250);
      expect(await found("zeb10")).toHaveLength(10);
    },
  );

  it("is built at the member's visit for an account that is older than it", async () => {
    const { member: someone, secret } = await createSomeone();
    await createEntry(someone, body("Zebulon"));
    await UserModel.updateOne({ _id: someone.id }, { $set: { wordsDue: true } });
    await memberBy(secret);
    await onVisitTasksDone();
    expect(await listed(someone)).toEqual(["zebulon"]);
    expect((await UserModel.findById(someone.id).lean())?.wordsDue).toBe(false);
  });
});
