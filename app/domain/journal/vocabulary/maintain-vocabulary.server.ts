import { readBounded } from "#models/db/queries.server";
import {
  JournalEntryModel,
  UNLISTED_INDEX,
  VocabularyModel,
  WORD_INDEX,
  type JournalEntryRecord,
} from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
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
  readChunks,
  removedTermsId,
  wordsOfChunk,
  writeChunkOf,
  type VocabularyChunk,
} from "./vocabulary.server";

/** Queued terms; with more, the vocabulary is rebuilt from the entries instead. */
const MAX_QUEUED = 20_000;
const BATCH_SIZE = 200;

/** Queues terms that may no longer occur. Needs no key: the vocabulary itself is pruned at the member's next visit. */
export async function queueRemovedTerms(userId: number, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return;
  const _id = removedTermsId(userId);
  const add = { $addToSet: { gone: { $each: [...new Set(terms)] } }, $inc: { version: 1 } };
  const queued = await VocabularyModel.findById(_id, { gone: 1 }).lean();
  const isFull = (queued?.gone.length ?? 0) + terms.length > MAX_QUEUED;
  const update = isFull ? { $set: { gone: [ALL_TERMS_REMOVED] }, $inc: { version: 1 } } : add;
  await VocabularyModel.updateOne({ _id, userId }, update, { upsert: true });
}

/** Makes the member's next visit update their vocabulary. */
export async function requestVocabularyUpdate(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId, wordsDue: { $ne: true } }, { $set: { wordsDue: true } });
}

/**
 * Prunes the vocabulary after entries were erased: at once if the key is available, else at the member's next visit. Queues
 * the terms a second time: a search before the deletion may have emptied the queue, because the terms were still in use.
 */
export async function pruneAfterPurge(
  userId: number,
  terms: readonly string[],
  member?: Member,
): Promise<void> {
  await queueRemovedTerms(userId, terms);
  const owner = member ?? (await memberWithKey(userId));
  if (!owner || owner.earlierKey() || !(await pruneVocabulary(owner))) await requestVocabularyUpdate(userId);
}

/** The member for a job; null if their journal is sealed or their key cannot be decrypted. */
async function memberWithKey(userId: number): Promise<Member | null> {
  const user = await UserModel.findById(userId).lean();
  if (!user || user.sealing) return null;
  try {
    return memberFrom(user);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

/** Removes from the vocabulary the words with queued terms that no entry has. @returns false if it has to be rebuilt */
export async function pruneVocabulary(member: Member): Promise<boolean> {
  const record = await VocabularyModel.findOne({ _id: removedTermsId(member.id), userId: member.id }).lean();
  if (!record || record.gone.length === 0) return true;
  try {
    if (record.gone.includes(ALL_TERMS_REMOVED)) await rebuildVocabulary(member);
    else await removeWords(member, await unusedTerms(member.id, record.gone));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.words_unreadable", error);
    await rebuildVocabulary(member);
  }
  // Deletes the queue only in the version that was read, so that concurrently queued terms stay.
  const { _id, version } = record;
  await VocabularyModel.deleteOne({ _id, userId: member.id, version });
  return !record.gone.includes(ALL_TERMS_REMOVED);
}

/** The terms that no entry has. Drafts have no terms. */
async function unusedTerms(userId: number, terms: readonly string[]): Promise<Set<string>> {
  const unused = new Set(terms);
  for (let at = 0; at < terms.length; at += BATCH_SIZE) {
    for (;;) {
      const batch = terms.slice(at, at + BATCH_SIZE).filter((term) => unused.has(term));
      if (batch.length === 0) break;
      const found = await JournalEntryModel.find({ userId, words: { $in: batch } }, { words: 1, _id: 0 })
        .hint(WORD_INDEX)
        .limit(10)
        .lean<{ words: string[] }[]>();
      if (found.length === 0) break;
      for (const term of found.flatMap(({ words }) => words)) unused.delete(term);
    }
  }
  return unused;
}

async function removeWords(member: Member, unused: ReadonlySet<string>): Promise<void> {
  if (unused.size === 0) return;
  const { now, earlier } = deriveMemberKey(member, "search");
  const isUnused = (word: string) =>
    unused.has(blindIndex(now, word)) || (earlier !== null && unused.has(blindIndex(earlier, word)));
  const pause = createYielder();
  const removed: string[] = [];
  const pruneChunk = async (chunk: VocabularyChunk) => {
    const left: string[] = [];
    const words = wordsOfChunk(chunk.text);
    for (const word of words) {
      await pause();
      (isUnused(word) ? removed : left).push(word);
    }
    return words.length === left.length || writeChunkOf(member, chunk, left);
  };
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const chunk of await readChunks(member)) isDone = (await pruneChunk(chunk)) && isDone;
  }
  // Adds words back that another entry uses by now: its indexing may have found them here and therefore not added them.
  const stillUnused = await unusedTerms(member.id, [...unused]);
  const isInUse = (term: string) => unused.has(term) && !stillUnused.has(term);
  await addWords(member, new Set(removed.filter((word) => isInUse(blindIndex(now, word)))));
}

/** Deletes the vocabulary and queues all entries for it. */
async function rebuildVocabulary(member: Member): Promise<void> {
  await requestVocabularyUpdate(member.id);
  await VocabularyModel.deleteMany({ userId: member.id, sealed: { $ne: null } });
  for (;;) {
    const listed = await JournalEntryModel.find({ userId: member.id, listed: { $ne: null } }, { _id: 1 })
      .hint(UNLISTED_INDEX)
      .limit(BATCH_SIZE)
      .lean();
    if (listed.length === 0) return;
    const ids = listed.map(({ _id }) => _id);
    await JournalEntryModel.updateMany({ _id: { $in: ids }, userId: member.id }, { $unset: { listed: "" } });
  }
}

/** Entries indexed at once; limited in bytes, because each may be long. */
const MAX_BATCH = { records: 100, bytes: 2 * 1024 * 1024 };

type Unlisted = Pick<JournalEntryRecord, "_id" | "sealed" | "version" | "words" | "left">;

/**
 * Adds the words of a batch of entries to the vocabulary. Idempotent: after an interruption the entries are indexed again.
 * @returns whether this was the last batch
 */
async function indexBatch(member: Member): Promise<boolean> {
  const keys = journalKeys(member);
  const query = JournalEntryModel.find(
    { userId: member.id, listed: { $in: UNLISTED_VALUES }, status: "final" },
    { sealed: 1, version: 1, words: 1, left: 1 },
  ).hint(UNLISTED_INDEX);
  const { records, isAll } = await readBounded<Unlisted>(query, MAX_BATCH);
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
    // Terms are computed again, because an earlier tokeniser may have made the stored ones. An unreadable entry keeps its
    // terms and is not tried again.
    const terms = content ? termsOfWords(keys, words) : (record.words ?? []);
    const isNew = !isSameList(terms, record.words);
    if (isNew) outdated.push(...subtractTerms(record.words ?? [], terms));
    const set = { listed: WORDS_VERSION, ...(isNew && { words: terms }) };
    // The version skips an entry saved since it was read; a later batch indexes it.
    const filter = { _id, userId: member.id, version };
    writes.push({ updateOne: { filter, update: { $set: set, $unset: { left: "" } } } });
  }
  await addWords(member, all);
  await queueRemovedTerms(member.id, [...records.flatMap(({ left }) => left ?? []), ...outdated]);
  await JournalEntryModel.bulkWrite(writes, { ordered: false });
  // Queued a second time: a search before this write may have emptied the queue, because the terms were still in use.
  await queueRemovedTerms(member.id, outdated);
  return isAll;
}

/**
 * The vocabulary for a search, updated with the entries saved since the last search. Null if more than one batch is missing;
 * then the member's next request continues in the background.
 */
export async function vocabularyForSearch(member: Member): Promise<VocabularyChunk[] | null> {
  try {
    if ((await indexBatch(member)) && (await pruneVocabulary(member))) return await readChunks(member);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.words_unreadable", error);
    await rebuildVocabulary(member);
  }
  await requestVocabularyUpdate(member.id);
  return null;
}

/**
 * Completes the vocabulary, batch by batch, as long as `mayContinue` allows.
 * @returns whether it is complete
 */
export async function indexWords(member: Member, mayContinue: () => Promise<boolean>): Promise<boolean> {
  while (await mayContinue()) {
    if (!(await vocabularyForSearch(member))) continue;
    await UserModel.updateOne({ _id: member.id }, { $set: { wordsDue: false } });
    return true;
  }
  return false;
}

function subtractTerms(terms: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return terms.filter((term) => !excluded.has(term));
}

const isSameList = (a: readonly string[], b: readonly string[] | null = []) =>
  a.length === b?.length && a.every((term, at) => term === b[at]);

/** Accounts with texts that an earlier tokeniser may have indexed. */
export const OUTDATED_INDEX = { wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } };

/** Records that every text is indexed with the current tokeniser. */
export async function markIndexCurrent(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { wordsVersion: WORDS_VERSION } });
}
