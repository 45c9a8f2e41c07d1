import { createIfMissing, storedBytes } from "#models/db/queries.server";
import { VocabularyModel } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, textReencryption } from "~/domain/member/member-keys.server";
import { seal } from "~/platform/encryption.server";

/** Encloses each word in a chunk, so that a prefix can be found without splitting the text. */
const END = "\n";

/** Chunks of a vocabulary, bytes of a chunk, characters of a word, and words that a prefix may expand to. */
export const VOCABULARY_LIMITS = { chunks: 64, bytes: 32_768, word: 100, expansions: 200 } as const;
/** Chunks are padded to a multiple of this, so that their length reveals nothing about their words. */
const PADDING_BYTES = 4_096;

export const wordsOfChunk = (text: string): string[] => text.split(END).filter(Boolean);

function toPaddedChunk(words: readonly string[]): string {
  const text = END + words.map((word) => word + END).join("");
  const length = Buffer.byteLength(text);
  return text + END.repeat(Math.ceil(length / PADDING_BYTES) * PADDING_BYTES - length);
}

/** The bytes of a word in a chunk. */
const bytesOf = (word: string) => Buffer.byteLength(word) + 1;

/** Adds words to a chunk up to its size limit. @returns the chunk's words, and the words that did not fit */
function fillChunk(text: string, words: readonly string[]): { words: string[]; left: string[] } {
  const own = wordsOfChunk(text);
  let bytes = own.reduce((sum, word) => sum + bytesOf(word), 1);
  const fitting = words.findIndex((word) => (bytes += bytesOf(word)) > VOCABULARY_LIMITS.bytes);
  const cut = fitting === -1 ? words.length : fitting;
  return { words: [...own, ...words.slice(0, cut)], left: words.slice(cut) };
}

const isListed = (chunks: readonly string[], word: string) =>
  chunks.some((text) => text.includes(END + word + END));

/** The words with a prefix; null if there are more than `VOCABULARY_LIMITS.expansions`. */
export function expandPrefix(chunks: readonly string[], prefix: string): string[] | null {
  const words: string[] = [];
  for (const text of chunks) {
    let at = text.indexOf(END + prefix);
    for (; at !== -1; at = text.indexOf(END + prefix, at + 1)) {
      if (words.length === VOCABULARY_LIMITS.expansions) return null;
      words.push(text.slice(at + 1, text.indexOf(END, at + 1)));
    }
  }
  return words;
}

const keyOf = (member: Member) => deriveMemberKey(member, "words");
const associatedDataOf = (_id: string) => `wordLists|${_id}|1`;
/** The id of the record with the queue of removed terms. */
export const removedTermsId = (userId: number) => `${userId}.gone`;

export type VocabularyChunk = { _id: string; version: number; text: string };

/** The chunks of a member's vocabulary in order. @throws DecryptionError if one is unreadable */
export async function readChunks(member: Member): Promise<VocabularyChunk[]> {
  const records = await VocabularyModel.find({ userId: member.id, sealed: { $ne: null } }).lean();
  return records
    .map(({ _id, version, sealed }) => ({
      _id,
      version,
      text: openWithDerivedKey(keyOf(member), storedBytes(sealed), associatedDataOf(_id)).toString("utf8"),
    }))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

const numberOf = ({ _id }: VocabularyChunk) => Number(_id.slice(_id.indexOf(".") + 1));

/** Whether the vocabulary is full. Words that are not in it are found by scanning the entries. */
export const isFull = (chunks: readonly VocabularyChunk[]) => chunks.length >= VOCABULARY_LIMITS.chunks;

/** Replaces the words of a chunk with compare-and-set. @returns false if it has changed since it was read */
export async function writeChunkOf(
  member: Member,
  { _id, version }: VocabularyChunk,
  words: string[],
): Promise<boolean> {
  const sealed = seal(keyOf(member).now, toPaddedChunk(words), associatedDataOf(_id));
  const filter = { _id, userId: member.id, version };
  const { modifiedCount } = await VocabularyModel.updateOne(filter, {
    $set: { sealed },
    $inc: { version: 1 },
  });
  return modifiedCount === 1;
}

function createChunk(member: Member, _id: string, words: string[]): Promise<boolean> {
  const sealed = seal(keyOf(member).now, toPaddedChunk(words), associatedDataOf(_id));
  return createIfMissing(VocabularyModel, { _id, userId: member.id, version: 1, sealed });
}

/** Retries after concurrent changes, for example by searches in several windows. */
const MAX_ATTEMPTS = 50;

/** Adds the words that the vocabulary does not have, as far as it has space. */
export async function addWords(member: Member, words: ReadonlySet<string>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const chunks = await readChunks(member);
    const texts = chunks.map(({ text }) => text);
    const known = words.size > 1_000 ? new Set(texts.flatMap((text) => text.split("\n"))) : null;
    const isKnown = (word: string) => known?.has(word) ?? isListed(texts, word);
    let left = [...words].filter((word) => word.length <= VOCABULARY_LIMITS.word && !isKnown(word));
    const last = chunks.at(-1);
    let isDone = true;
    if (last && left.length > 0) {
      const filled = fillChunk(last.text, left);
      if (filled.left.length < left.length) isDone = await writeChunkOf(member, last, filled.words);
      left = filled.left;
    }
    let next = last ? numberOf(last) + 1 : 0;
    for (; isDone && left.length > 0 && next < VOCABULARY_LIMITS.chunks; next++) {
      const filled = fillChunk("", left);
      isDone = await createChunk(member, `${member.id}.${next}`, filled.words);
      left = filled.left;
    }
    if (isDone) return;
  }
  throw new Error("Too many concurrent changes of the vocabulary.");
}

/** Re-encrypts the chunks with the member's new key. */
export const reencryptVocabulary = textReencryption(VocabularyModel, "words", ({ _id }) =>
  associatedDataOf(_id),
);
