import { JournalEntryModel, WORD_INDEX, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { wordsIn } from "~/i18n/words";
import { blindIndex } from "~/platform/encryption.server";
import { turns } from "~/platform/turns.server";
import { textsOf, type EntryContent } from "./content";
import { contentOrNull, type JournalKeys } from "./sealed-content.server";

/** How much of an entry is indexed: more than any page accepts, and the words of a long book. */
const INDEXED_TEXT = 300_000;
const MOST_WORDS = 10_000;

/**
 * Fingerprints of the words of an entry under the person's own search key, cut to 64 bits. They tell which of a person's
 * entries share a word, never which word, and nothing across people.
 */
export function wordMarks(keys: JournalKeys, content: EntryContent): string[] {
  let left = INDEXED_TEXT;
  const texts = textsOf(content).map((text) => {
    const indexed = text.slice(0, left);
    left -= indexed.length;
    return indexed;
  });
  return marksOfWords(keys, texts.flatMap(wordsIn));
}

/** The fingerprints of folded words, without duplicates. */
export function marksOfWords(keys: JournalKeys, words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => blindIndex(keys.search, word));
}

/** How many entries one search indexes at most: few, because each adds a hundred index rows. */
const BATCH = 100;

/**
 * Adds fingerprints to entries stored without them, a bounded number at a time.
 * @returns whether every entry has them now
 */
export async function indexOlderEntries(
  member: Member,
  keys: JournalKeys,
  batch: number = BATCH,
): Promise<boolean> {
  const records = (await JournalEntryModel.collection
    .find({ userId: member.id, words: null, status: "final" })
    .hint(WORD_INDEX)
    .project({ sealed: 1, version: 1 })
    .limit(batch)
    .toArray()) as unknown as Pick<JournalEntryRecord, "_id" | "sealed" | "version">[];
  if (records.length === 0) return true;
  const turn = turns();
  const writes = [];
  for (const { _id, version, sealed } of records) {
    await turn();
    const content = contentOrNull(keys, { _id, sealed });
    // What does not open cannot be found either, and is not tried again.
    const words = content ? wordMarks(keys, content) : [];
    // Saved again since: that save made them.
    writes.push({ updateOne: { filter: { _id, userId: member.id, version }, update: { $set: { words } } } });
  }
  await JournalEntryModel.bulkWrite(writes, { ordered: false });
  return records.length < batch;
}
