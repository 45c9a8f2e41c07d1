import { readBounded } from "#models/db/queries.server";
import {
  JournalEntryModel,
  UNLISTED_INDEX,
  WORD_INDEX,
  type JournalEntryRecord,
} from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { VocabularyModel } from "#models/vocabulary.server";
import {
  ALL_TERMS_REMOVED,
  contentOrNull,
  indexedWords,
  journalKeys,
  termsOfWords,
  UNLISTED_VALUES,
} from "~/domain/journal/entries/sealed-content.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey } from "~/domain/member/member-keys.server";
import { OUTDATED_WORDS_VERSIONS, WORDS_VERSION } from "~/i18n/tokenizer";
import { createYielder } from "~/platform/concurrency.server";
import { blindIndex, DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import {
  addWords,
  goneId,
  readChunks,
  wordsOfChunk,
  writeChunkOf,
  type VocabularyChunk,
} from "./vocabulary.server";

/** How many fingerprints wait at most; beyond that, the list is made again from the entries. */
const MOST_GONE = 20_000;
const TOGETHER = 200;

/** Notes that words may occur no more. It needs no key: they are looked for in the list when their person is here. */
export async function queueRemovedTerms(userId: number, marks: readonly string[]): Promise<void> {
  if (marks.length === 0) return;
  const _id = goneId(userId);
  const add = { $addToSet: { gone: { $each: [...new Set(marks)] } }, $inc: { version: 1 } };
  const known = await VocabularyModel.findById(_id, { gone: 1 }).lean();
  const isMuch = (known?.gone.length ?? 0) + marks.length > MOST_GONE;
  const update = isMuch ? { $set: { gone: [ALL_TERMS_REMOVED] }, $inc: { version: 1 } } : add;
  await VocabularyModel.updateOne({ _id, userId }, update, { upsert: true });
}

/** The next visit of this person takes care of their list. */
export async function requestVocabularyUpdate(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId, wordsDue: { $ne: true } }, { $set: { wordsDue: true } });
}

/**
 * Entries are gone for good: their words are forgotten at once where the key is there, and else at the next visit.
 * They are noted again, because a search between the first note and the deletion still found them in use.
 */
export async function pruneAfterPurge(
  userId: number,
  marks: readonly string[],
  member?: Member,
): Promise<void> {
  await queueRemovedTerms(userId, marks);
  const person = member ?? (await withKey(userId));
  if (!person || person.earlierKey() || !(await pruneVocabulary(person)))
    await requestVocabularyUpdate(userId);
}

/** Someone whose key the server has, as a job knows them. */
async function withKey(userId: number): Promise<Member | null> {
  const user = await UserModel.findById(userId).lean();
  if (!user || user.sealing) return null;
  try {
    return memberFrom(user);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

/** Takes out of the list what occurs in no entry any more. @returns false where the list has to be made again */
export async function pruneVocabulary(member: Member): Promise<boolean> {
  const record = await VocabularyModel.findOne({ _id: goneId(member.id), userId: member.id }).lean();
  if (!record || record.gone.length === 0) return true;
  try {
    if (record.gone.includes(ALL_TERMS_REMOVED)) await rebuildVocabulary(member);
    else await takeOut(member, await withoutThose(member.id, record.gone));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.words_unreadable", error);
    await rebuildVocabulary(member);
  }
  // What was noted meanwhile stays: the version has risen.
  const { _id, version } = record;
  await VocabularyModel.deleteOne({ _id, userId: member.id, version });
  return !record.gone.includes(ALL_TERMS_REMOVED);
}

/** Those of the fingerprints that no entry has, drafts apart, which never have any. */
async function withoutThose(userId: number, marks: readonly string[]): Promise<Set<string>> {
  const gone = new Set(marks);
  for (let at = 0; at < marks.length; at += TOGETHER) {
    for (;;) {
      const asked = marks.slice(at, at + TOGETHER).filter((mark) => gone.has(mark));
      if (asked.length === 0) break;
      const found = await JournalEntryModel.find({ userId, words: { $in: asked } }, { words: 1, _id: 0 })
        .hint(WORD_INDEX)
        .limit(10)
        .lean<{ words: string[] }[]>();
      if (found.length === 0) break;
      for (const mark of found.flatMap(({ words }) => words)) gone.delete(mark);
    }
  }
  return gone;
}

async function takeOut(member: Member, gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  const { now, earlier } = deriveMemberKey(member, "search");
  const isGone = (word: string) =>
    gone.has(blindIndex(now, word)) || (earlier !== null && gone.has(blindIndex(earlier, word)));
  const pause = createYielder();
  const out: string[] = [];
  const take = async (piece: VocabularyChunk) => {
    const kept: string[] = [];
    for (const word of wordsOfChunk(piece.text)) {
      await pause();
      (isGone(word) ? out : kept).push(word);
    }
    return wordsOfChunk(piece.text).length === kept.length || writeChunkOf(member, piece, kept);
  };
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const piece of await readChunks(member)) isDone = (await take(piece)) && isDone;
  }
  // An entry that was saved in between may have found its word in the list before it was taken out.
  const still = await withoutThose(member.id, [...gone]);
  await addWords(
    member,
    new Set(out.filter((word) => gone.has(blindIndex(now, word)) && !still.has(blindIndex(now, word)))),
  );
}

/** Throws the list away; every entry is to be listed again. */
export async function rebuildVocabulary(member: Member): Promise<void> {
  await requestVocabularyUpdate(member.id);
  await VocabularyModel.deleteMany({ userId: member.id, sealed: { $ne: null } });
  for (;;) {
    const some = await JournalEntryModel.find({ userId: member.id, listed: { $ne: null } }, { _id: 1 })
      .hint(UNLISTED_INDEX)
      .limit(TOGETHER)
      .lean();
    if (some.length === 0) return;
    const ids = some.map(({ _id }) => _id);
    await JournalEntryModel.updateMany({ _id: { $in: ids }, userId: member.id }, { $unset: { listed: "" } });
  }
}

/** How many entries are taken in together: few, because each may be long. */
const BATCH = { records: 100, bytes: 2 * 1024 * 1024 };

type Unlisted = Pick<JournalEntryRecord, "_id" | "sealed" | "version" | "words" | "left">;

/**
 * Takes the words of some entries into the list. Killed anywhere, an entry is taken in again, which changes nothing.
 * @returns whether these were the last
 */
async function takeIn(member: Member): Promise<boolean> {
  const keys = journalKeys(member);
  const query = JournalEntryModel.find(
    { userId: member.id, listed: { $in: UNLISTED_VALUES }, status: "final" },
    { sealed: 1, version: 1, words: 1, left: 1 },
  ).hint(UNLISTED_INDEX);
  const { records, isAll } = await readBounded<Unlisted>(query, BATCH);
  if (records.length === 0) return true;
  const pause = createYielder();
  const all = new Set<string>();
  const writes = [];
  const outdated: string[] = [];
  for (const record of records) {
    await pause();
    const { _id, version, sealed } = record;
    const content = contentOrNull(keys, { _id, sealed });
    const words = content ? indexedWords(content) : [];
    for (const word of words) all.add(word);
    // What does not open cannot be found either, and is not tried again. Some are older than the fingerprints of all
    // that is searched.
    const marks = content ? termsOfWords(keys, words) : (record.words ?? []);
    const isNew = !isSameList(marks, record.words);
    if (isNew) outdated.push(...takenOut(record.words ?? [], marks));
    const set = { listed: WORDS_VERSION, ...(isNew && { words: marks }) };
    // Saved again since: that save waits for the next time.
    const filter = { _id, userId: member.id, version };
    writes.push({ updateOne: { filter, update: { $set: set, $unset: { left: "" } } } });
  }
  await addWords(member, all);
  await queueRemovedTerms(member.id, [...records.flatMap(({ left }) => left ?? []), ...outdated]);
  await JournalEntryModel.bulkWrite(writes, { ordered: false });
  // A search since the first note still found them in use.
  await queueRemovedTerms(member.id, outdated);
  return isAll;
}

/**
 * The list for a search, with what was written since the last one. Null while more than a little is missing: then the
 * next visit goes on with it, beside its requests.
 */
export async function vocabularyForSearch(member: Member): Promise<VocabularyChunk[] | null> {
  try {
    if ((await takeIn(member)) && (await pruneVocabulary(member))) return await readChunks(member);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.words_unreadable", error);
    await rebuildVocabulary(member);
  }
  await requestVocabularyUpdate(member.id);
  return null;
}

/**
 * Makes the list whole, a few entries at a time, while `goesOn` allows.
 * @returns whether it is whole
 */
export async function indexWords(member: Member, goesOn: () => Promise<boolean>): Promise<boolean> {
  while (await goesOn()) {
    if (!(await vocabularyForSearch(member))) continue;
    await UserModel.updateOne({ _id: member.id }, { $set: { wordsDue: false } });
    return true;
  }
  return false;
}

/** The terms that a list has no more. */
function takenOut(before: readonly string[], after: readonly string[]): string[] {
  const has = new Set(after);
  return before.filter((mark) => !has.has(mark));
}

const isSameList = (some: readonly string[], others: readonly string[] | null = []) =>
  some.length === others?.length && some.every((mark, at) => mark === others[at]);

/** Accounts with texts that an earlier tokeniser may have indexed. */
export const OUTDATED_INDEX = { wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } };

/** Records that every text is indexed with the current tokeniser. */
export async function markIndexCurrent(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { wordsVersion: WORDS_VERSION } });
}
