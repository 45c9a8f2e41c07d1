import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { wordsIn } from "~/i18n/words";
import { blindIndex } from "~/platform/encryption.server";
import { textsOf, type EntryContent } from "./content";
import type { JournalKeys } from "./sealed-content.server";

/** How much of an entry is indexed: more than any page accepts, and the words of a long book. */
const INDEXED_TEXT = 300_000;
const MOST_WORDS = 10_000;
/** Stands for words that nobody can name any more. */
export const ALL_GONE = "*";

/** The different words by which an entry is found, folded. */
export function indexedWords(content: EntryContent): string[] {
  let left = INDEXED_TEXT;
  const texts = textsOf(content).map((text) => {
    const indexed = text.slice(0, left);
    left -= indexed.length;
    return indexed;
  });
  return [...new Set(texts.flatMap(wordsIn))].slice(0, MOST_WORDS);
}

/**
 * Fingerprints of the words of an entry under the person's own search key, cut to 64 bits. They tell which of a person's
 * entries share a word, never which word, and nothing across people.
 */
export const wordTerms = (keys: JournalKeys, content: EntryContent) =>
  marksOfWords(keys, indexedWords(content));

/** The terms of an entry as it was stored: those of an earlier tokeniser cannot be made again. */
export async function termsBefore(
  keys: JournalKeys,
  { _id, userId, listed }: Pick<JournalEntryRecord, "_id" | "userId" | "listed">,
  content: EntryContent,
): Promise<string[]> {
  if (!isOutdated(listed)) return wordTerms(keys, content);
  const stored = await JournalEntryModel.findOne({ _id, userId }, { words: 1 }).lean();
  return stored?.words ?? [];
}

/** The fingerprints of folded words, without duplicates. */
export function marksOfWords(keys: JournalKeys, words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => blindIndex(keys.search, word));
}

/** Values of `listed` in entries whose words were gathered with an earlier tokeniser. */
const OUTDATED: readonly (number | true)[] = [true];
/** And where they are not gathered. */
export const UNLISTED = [null, ...OUTDATED];
export const isOutdated = (listed: JournalEntryRecord["listed"]) =>
  listed !== undefined && OUTDATED.includes(listed);

/** What a save of an entry's text says beside it, so that the list of its person's words follows it. */
export function unlisted(
  left: readonly string[] = [],
  before: readonly string[] = [],
  after: readonly string[] = [],
) {
  const has = new Set(after);
  const all = [...new Set([...left, ...before])].filter((mark) => !has.has(mark));
  // More than anyone takes out of one entry: then the whole list is made again.
  return { $set: { left: all.length > MOST_WORDS ? [ALL_GONE] : all }, $unset: { listed: "" } } as const;
}
