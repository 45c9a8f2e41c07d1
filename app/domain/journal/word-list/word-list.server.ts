import { duplicateKeyFields } from "#models/db/failures.server";
import { resealing } from "#models/db/resealing.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { WordListModel, type WordListRecord } from "#models/word-list.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { seal } from "~/platform/encryption.server";
import { fillPiece, isListed, LIST_LIMITS, pieceOf } from "./pieces";

/** The sealed words of a person's journal. Two changes at once: the later one reads again and repeats. */
const keyOf = (member: Member) => personalKey(member, "words");
const associatedDataOf = (_id: string) => `wordLists|${_id}|1`;
/** The record of what may have to be forgotten. */
export const goneId = (userId: number) => `${userId}.gone`;

export type Piece = { _id: string; version: number; text: string };

/** The list as it is, piece by piece. @throws DecryptionError where one does not open */
export async function readPieces(member: Member): Promise<Piece[]> {
  const records = await WordListModel.find({ userId: member.id, sealed: { $ne: null } }).lean();
  return records
    .map(({ _id, version, sealed }) => ({
      _id,
      version,
      text: openPersonal(keyOf(member), storedBytes(sealed), associatedDataOf(_id)).toString("utf8"),
    }))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

const numberOf = ({ _id }: Piece) => Number(_id.slice(_id.indexOf(".") + 1));

/** Whether there is no room for more words; what is not listed is found by reading. */
export const isFull = (pieces: readonly Piece[]) => pieces.length >= LIST_LIMITS.pieces;

/** Replaces the words of a piece. @returns false if it has changed since it was read */
export async function writePiece(member: Member, { _id, version }: Piece, words: string[]): Promise<boolean> {
  const sealed = seal(keyOf(member).now, pieceOf(words), associatedDataOf(_id));
  const filter = { _id, userId: member.id, version };
  const { modifiedCount } = await WordListModel.updateOne(filter, { $set: { sealed }, $inc: { version: 1 } });
  return modifiedCount === 1;
}

async function makePiece(member: Member, _id: string, words: string[]): Promise<boolean> {
  const sealed = seal(keyOf(member).now, pieceOf(words), associatedDataOf(_id));
  try {
    await WordListModel.create({ _id, userId: member.id, version: 1, sealed });
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
    const pieces = await readPieces(member);
    const texts = pieces.map(({ text }) => text);
    const known = words.size > 1_000 ? new Set(texts.flatMap((text) => text.split("\n"))) : null;
    const isKnown = (word: string) => known?.has(word) ?? isListed(texts, word);
    let waiting = [...words].filter((word) => word.length <= LIST_LIMITS.word && !isKnown(word));
    const last = pieces.at(-1);
    let isDone = true;
    if (last && waiting.length > 0) {
      const filled = fillPiece(last.text, waiting);
      if (filled.left.length < waiting.length) isDone = await writePiece(member, last, filled.words);
      waiting = filled.left;
    }
    let next = last ? numberOf(last) + 1 : 0;
    for (; isDone && waiting.length > 0 && next < LIST_LIMITS.pieces; next++) {
      const filled = fillPiece("", waiting);
      isDone = await makePiece(member, `${member.id}.${next}`, filled.words);
      waiting = filled.left;
    }
    if (isDone) return;
  }
  throw new Error("others change the list of words all the time");
}

/** Re-encrypts the list with its person's new key. */
export const resealWordList = resealing(WordListModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }: WordListRecord) => {
    const moved = movedToNewKey(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});
