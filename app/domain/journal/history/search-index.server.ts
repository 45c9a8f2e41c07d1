import { JournalEntryModel, WORD_INDEX, type JournalEntryRecord } from "#models/journal-entry.server";
import { blindIndex } from "~/platform/encryption.server";
import type { EntryContent } from "~/domain/journal/entries/content";
import { contentOrNull, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import { wordsIn } from "~/i18n/words";
import { textsOf } from "./search-words";
import type { Member } from "~/domain/member/member";

/**
 * Fingerprints of the words of an entry under the person's own search key, cut to 64 bits. They tell which of a person's
 * entries share a word, never which word, and nothing across people.
 */
export function wordMarks(keys: JournalKeys, content: EntryContent): string[] {
  return marksOfWords(keys, textsOf(content).flatMap(wordsIn));
}

/** The fingerprints of folded words, each once. */
export function marksOfWords(keys: JournalKeys, words: readonly string[]): string[] {
  return [...new Set(words)].map((word) => blindIndex(keys.search, word));
}

/** Entries that one search gives their fingerprints at most: few, because each of them is a hundred rows of an index. */
const BATCH = 100;

/**
 * Gives fingerprints to entries that were stored without: a bounded number at a time.
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
  await JournalEntryModel.bulkWrite(
    records.map(({ _id, version, sealed }) => {
      const content = contentOrNull(keys, { _id, sealed });
      // What does not open cannot be found either, and need not be tried again.
      const words = content ? wordMarks(keys, content) : [];
      // Saved again since: that save has made them.
      return {
        updateOne: { filter: { _id, userId: member.id, version }, update: { $set: { words } } },
      };
    }),
    { ordered: false },
  );
  return records.length < batch;
}
