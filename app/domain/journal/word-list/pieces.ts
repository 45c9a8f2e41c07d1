/**
 * A person's list of words as text: each word between line ends, so that the beginning of one is found without
 * taking the list apart.
 */
const END = "\n";

/** The bounds of a list: what a search opens, and how many words a beginning becomes. */
export const LIST_LIMITS = { pieces: 64, bytes: 32_768, word: 100, widened: 200 } as const;
/** Pieces are filled up to a multiple of this, so that their length says nothing about their words. */
const ROUND = 4_096;

/** The words of a piece. */
export const wordsOfPiece = (text: string): string[] => text.split(END).filter(Boolean);

/** Words as a piece, of a round size. */
export function pieceOf(words: readonly string[]): string {
  const text = END + words.map((word) => word + END).join("");
  const length = Buffer.byteLength(text);
  return text + END.repeat(Math.ceil(length / ROUND) * ROUND - length);
}

/** How many bytes a word takes in a piece. */
const roomOf = (word: string) => Buffer.byteLength(word) + 1;

/** Takes as many of the words as a piece has room for. @returns the piece, and what is left */
export function fillPiece(text: string, words: readonly string[]): { words: string[]; left: string[] } {
  const own = wordsOfPiece(text);
  let bytes = own.reduce((sum, word) => sum + roomOf(word), 1);
  const fitting = words.findIndex((word) => (bytes += roomOf(word)) > LIST_LIMITS.bytes);
  const cut = fitting === -1 ? words.length : fitting;
  return { words: [...own, ...words.slice(0, cut)], left: words.slice(cut) };
}

/** Whether some piece has the word. */
export const isListed = (pieces: readonly string[], word: string) =>
  pieces.some((text) => text.includes(END + word + END));

/** The words that begin so; null where they are more than are asked for. */
export function widen(pieces: readonly string[], beginning: string): string[] | null {
  const found: string[] = [];
  for (const text of pieces) {
    let at = text.indexOf(END + beginning);
    for (; at !== -1; at = text.indexOf(END + beginning, at + 1)) {
      if (found.length === LIST_LIMITS.widened) return null;
      found.push(text.slice(at + 1, text.indexOf(END, at + 1)));
    }
  }
  return found;
}
