import { beforeEach, describe, expect, it, vi } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PrayerModel } from "#models/prayers.server";
import { UserModel } from "#models/user.server";
import { anEdit, anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createSomeone, memberBy, sealFor, type SignedIn } from "#tests/factories/sealed";
import { findAll } from "#tests/support/searched-journal";
import { reindexWords } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { journalKeys, termsOfWords } from "~/domain/journal/entries/sealed-content.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { searchIntentions } from "~/domain/journal/prayers/list-intentions.server";
import { addWords, readChunks, wordsOfChunk } from "~/domain/journal/vocabulary/vocabulary.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone, resetOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { tokenize, WORDS_VERSION } from "~/i18n/tokenizer";
import { JOBS } from "~/jobs.server";
import { setClock } from "~/platform/clock";

const THANKS = "ขอบคุณพระเจ้า";

/** Runs the server's job. */
async function reindexJournals(): Promise<void> {
  const job = JOBS.find(({ name }) => name === "reindex-words");
  if (!job) throw new Error("There is no such job.");
  await job.run(new AbortController().signal);
}

let someone: SignedIn;
let member: Member;
beforeEach(async () => {
  someone = await createSomeone();
  member = someone.member;
});

const listed = async () => (await readChunks(member)).flatMap(({ text }) => wordsOfChunk(text)).sort();
const search = (q: string, person = member) => searchHistory(person, { q }, undefined, { scanUpTo: 0 });
const found = (q: string, person = member) => findAll(person, q);
const versionOf = async ({ id }: Member) => (await UserModel.findById(id).lean())?.wordsVersion;
const entry = (person: Member, body: string) => anEntry(person, { content: { body } });

/** Replaces the stored index with that of the first tokeniser, which took a run of Thai for one word. */
async function indexAsBefore(person: Member, word = THANKS): Promise<void> {
  const words = termsOfWords(journalKeys(person), [word]);
  await JournalEntryModel.updateMany({ userId: person.id }, { $set: { words, listed: true } });
  await addWords(person, new Set([word]));
  await PrayerModel.updateMany({ userId: person.id }, { $set: { words: [] }, $unset: { wordsVersion: "" } });
  await UserModel.updateOne({ _id: person.id }, { $unset: { wordsVersion: "" } });
}

/** The member as the next request reads them. */
async function reloadMember(): Promise<void> {
  const user = await UserModel.findById(member.id).lean();
  if (user) member = memberFrom(user);
}

describe("an index of an earlier tokeniser", () => {
  it("is not used by searches until it is rebuilt", { tags: ["release"] }, async () => {
    await createEntries(Array.from({ length: 250 }, () => entry(member, THANKS)));
    await indexAsBefore(member);
    await reloadMember();
    // Each search indexes a hundred entries; this many remain.
    expect((await search("พระ")).entries).toHaveLength(20);
    expect(await JournalEntryModel.countDocuments({ listed: true })).toBe(150);
    const page = await search("พระเจ");
    expect(page.entries).toHaveLength(20);
    expect(page.isVocabularyIncomplete).toBeUndefined();
  });

  it("is rebuilt by the job, without words that only it had", async () => {
    const { _id } = await createEntry(member, { content: { body: THANKS } });
    await indexAsBefore(member);
    expect(await listed()).toContain(THANKS);
    await reindexJournals();
    expect(await versionOf(member)).toBe(WORDS_VERSION);
    const terms = termsOfWords(journalKeys(member), tokenize(THANKS));
    expect(await JournalEntryModel.findById(_id).lean()).toMatchObject({
      words: terms,
      listed: WORDS_VERSION,
    });
    expect(await listed()).toEqual([...new Set(tokenize(THANKS))].sort());
    expect(await found("พระ")).toEqual([_id]);
    expect(await found("พระ -คุณ")).toEqual([]);
  });

  it("is rebuilt for intentions, which are scanned until then", async () => {
    await addIntentions(member, { names: [THANKS], line: "", rhythm: { kind: "turn" } }, "once");
    await indexAsBefore(member);
    await reloadMember();
    expect((await searchIntentions(member, "พระเจ้า")).intentions).toHaveLength(1);
    await reindexJournals();
    await reloadMember();
    const record = await PrayerModel.findOne({ userId: member.id }).lean();
    expect(record?.wordsVersion).toBe(WORDS_VERSION);
    expect(record?.words.length).toBeGreaterThan(3);
    expect((await searchIntentions(member, "พระเจ้า")).intentions).toHaveLength(1);
  });

  it("is continued after the job was killed between or within batches", { tags: ["release"] }, async () => {
    await createEntries(Array.from({ length: 250 }, () => entry(member, THANKS)));
    await indexAsBefore(member);
    const count = () => JournalEntryModel.countDocuments({ listed: WORDS_VERSION });
    const write = vi.spyOn(JournalEntryModel, "bulkWrite");
    write.mockRejectedValueOnce(new Error("killed"));
    await expect(reindexJournals()).rejects.toThrow("killed");
    expect(await count()).toBe(0);
    let batches = 0;
    await reindexWords(member, () => Promise.resolve(++batches <= 2));
    expect(await count()).toBe(100);
    expect(await versionOf(member)).toBeUndefined();
    write.mockClear();
    await reindexJournals();
    expect(write.mock.calls.map(([writes]) => writes.length)).toEqual([100, 50]);
    expect(await count()).toBe(250);
    expect(await versionOf(member)).toBe(WORDS_VERSION);
    expect(await found("พระ")).toHaveLength(250);
    write.mockClear();
    await reindexJournals();
    expect(write).not.toHaveBeenCalled();
  });

  it("keeps no word of an entry's old text when the entry changed before it was indexed again", async () => {
    const { _id } = await createEntry(member, { content: { body: THANKS } });
    await indexAsBefore(member);
    await editEntry(member, _id, anEdit("rain"), 1);
    await reindexJournals();
    expect(await listed()).toEqual(["rain"]);
  });

  it("is rebuilt at the member's visit if the journal is sealed", async () => {
    let at = new Date("2026-11-21T08:00:00Z");
    setClock(() => at);
    const { _id } = await createEntry(member, { content: { body: THANKS } });
    const sealed = await sealFor(someone);
    for (let round = 0; round < 2; round++) {
      await memberBy(sealed.secret);
      await resetOnVisitTasks();
      at = new Date(at.getTime() + 11 * 60_000);
    }
    await indexAsBefore(await memberBy(sealed.secret));
    await reindexJournals();
    expect(await versionOf(member)).toBeUndefined();
    const here = await memberBy(sealed.secret);
    await onVisitTasksDone();
    expect(await versionOf(member)).toBe(WORDS_VERSION);
    expect(await found("พระ", here)).toEqual([_id]);
  });
});
