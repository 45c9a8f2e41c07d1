import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { VocabularyModel, type VocabularyRecord } from "#models/vocabulary.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import { seal } from "~/platform/encryption.server";

/**
 * A person's list of words as text: each word between line ends, so that the beginning of one is found without
 * taking the list apart.
 */
const END = "\n";

/** The bounds of a list: what a search opens, and how many words a beginning becomes. */
export const VOCABULARY_LIMITS = { pieces: 64, bytes: 32_768, word: 100, widened: 200 } as const;
/** Pieces are filled up to a multiple of this, so that their length says nothing about their words. */
const ROUND = 4_096;

/** The words of a piece. */
export const wordsOfChunk = (text: string): string[] => text.split(END).filter(Boolean);

/** Words as a piece, of a round size. */
function toPaddedChunk(words: readonly string[]): string {
  const text = END + words.map((word) => word + END).join("");
  const length = Buffer.byteLength(text);
  return text + END.repeat(Math.ceil(length / ROUND) * ROUND - length);
}

/** How many bytes a word takes in a piece. */
const roomOf = (word: string) => Buffer.byteLength(word) + 1;

/** Takes as many of the words as a piece has room for. @returns the piece, and what is left */
function fillChunk(text: string, words: readonly string[]): { words: string[]; left: string[] } {
  const own = wordsOfChunk(text);
  let bytes = own.reduce((sum, word) => sum + roomOf(word), 1);
  const fitting = words.findIndex((word) => (bytes += roomOf(word)) > VOCABULARY_LIMITS.bytes);
  const cut = fitting === -1 ? words.length : fitting;
  return { words: [...own, ...words.slice(0, cut)], left: words.slice(cut) };
}

/** Whether some piece has the word. */
const isListed = (pieces: readonly string[], word: string) =>
  pieces.some((text) => text.includes(END + word + END));

/** The words that begin so; null where they are more than are asked for. */
export function expandPrefix(pieces: readonly string[], beginning: string): string[] | null {
  const found: string[] = [];
  for (const text of pieces) {
    let at = text.indexOf(END + beginning);
    for (; at !== -1; at = text.indexOf(END + beginning, at + 1)) {
      if (found.length === VOCABULARY_LIMITS.widened) return null;
      found.push(text.slice(at + 1, text.indexOf(END, at + 1)));
    }
  }
  return found;
}

/** The sealed words of a person's journal. Two changes at once: the later one reads again and repeats. */
const keyOf = (member: Member) => deriveMemberKey(member, "words");
const associatedDataOf = (_id: string) => `wordLists|${_id}|1`;
/** The record of what may have to be forgotten. */
export const goneId = (userId: number) => `${userId}.gone`;

export type VocabularyChunk = { _id: string; version: number; text: string };

/** The list as it is, piece by piece. @throws DecryptionError where one does not open */
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

/** Whether there is no room for more words; what is not listed is found by reading. */
export const isFull = (pieces: readonly VocabularyChunk[]) => pieces.length >= VOCABULARY_LIMITS.pieces;

/** Replaces the words of a piece. @returns false if it has changed since it was read */
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

async function makePiece(member: Member, _id: string, words: string[]): Promise<boolean> {
  const sealed = seal(keyOf(member).now, toPaddedChunk(words), associatedDataOf(_id));
  try {
    await VocabularyModel.create({ _id, userId: member.id, version: 1, sealed });
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}

/** More than the windows in which one person searches at once. */
const MOST_TRIES = 50;

/** Lists what is not there yet, as far as there is room. */
export async function addWords(member: Member, words: ReadonlySet<string>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const pieces = await readChunks(member);
    const texts = pieces.map(({ text }) => text);
    const known = words.size > 1_000 ? new Set(texts.flatMap((text) => text.split("\n"))) : null;
    const isKnown = (word: string) => known?.has(word) ?? isListed(texts, word);
    let waiting = [...words].filter((word) => word.length <= VOCABULARY_LIMITS.word && !isKnown(word));
    const last = pieces.at(-1);
    let isDone = true;
    if (last && waiting.length > 0) {
      const filled = fillChunk(last.text, waiting);
      if (filled.left.length < waiting.length) isDone = await writeChunkOf(member, last, filled.words);
      waiting = filled.left;
    }
    let next = last ? numberOf(last) + 1 : 0;
    for (; isDone && waiting.length > 0 && next < VOCABULARY_LIMITS.pieces; next++) {
      const filled = fillChunk("", waiting);
      isDone = await makePiece(member, `${member.id}.${next}`, filled.words);
      waiting = filled.left;
    }
    if (isDone) return;
  }
  throw new Error("others change the list of words all the time");
}

/** Re-encrypts the list with its person's new key. */
export const reencryptVocabulary = reencryption(VocabularyModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }: VocabularyRecord) => {
    const moved = reencryptIfOld(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});
