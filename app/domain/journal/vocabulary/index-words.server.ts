import { readBounded } from "#models/db/read-bounded.server";
import { JournalEntryModel, UNLISTED_INDEX, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import {
  contentOrNull,
  indexedWords,
  journalKeys,
  termsOfWords,
  UNLISTED,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { OUTDATED_WORDS_VERSIONS, WORDS_VERSION } from "~/i18n/words";
import { createYielder } from "~/platform/cooperative-yield.server";
import { DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import {
  pruneVocabulary,
  queueRemovedTerms,
  rebuildVocabulary,
  requestVocabularyUpdate,
} from "./prune-vocabulary.server";
import { addWords, readChunks, type VocabularyChunk } from "./vocabulary.server";

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
    { userId: member.id, listed: { $in: UNLISTED }, status: "final" },
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
