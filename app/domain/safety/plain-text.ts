/** Letters that are written as signs to get past word lists: "k1ll", "su!cide", "d*e". */
const MASKS: Record<string, string> = { "1": "i", "!": "i", "*": "i", "0": "o", "3": "e", "@": "a", $: "s" };

/**
 * A text as pattern lists read it: small letters, no accents, straight quotation marks, single spaces, nothing invisible.
 * Lines stay lines.
 */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .normalize("NFC")
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[^\S\n]+/g, " ");
}

/** The same text with masked and spaced-out letters put back: "k1ll", "s u i c i d e". */
export function unmasked(plain: string): string {
  return plain
    .replace(/(?<![a-z])(?:[a-z][ ._-]){3,}[a-z](?![a-z])/g, (run) => run.replace(/[ ._-]/g, ""))
    .replace(/[a-z][a-z013@$!*]*[013@$!*][a-z][a-z013@$!*]*/g, (word) =>
      word.replace(/[013@$!*]/g, (sign) => MASKS[sign] ?? sign),
    );
}

/** The words of a text, for comparing passages: letters and digits only. */
export function wordsOf(text: string): string[] {
  return (
    plainText(text)
      .replace(/'/g, "")
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 20_000) ?? []
  );
}

/** Longer than anyone's sentence: what goes on without an end is read in pieces. */
const LONGEST_SENTENCE = 1_000;

/** Sentences and lines, each with what it ends in. */
export function sentencesOf(text: string): string[] {
  const sentences = text.match(/[^.!?…\n。！？]+[.!?…\n。！？"”’')\]]*/gu) ?? [];
  return sentences
    .filter((sentence) => sentence.trim())
    .flatMap((sentence) => [...piecesOf(sentence, LONGEST_SENTENCE)]);
}

/** What stands at the end of one piece and at the beginning of the next, where a sentence has to be cut in two. */
const SHARED = 200;

/** A text in pieces: whole lines and sentences where they are short enough, else whole words. */
export function* piecesOf(text: string, length: number): Generator<string> {
  let from = 0;
  while (text.length - from > length) {
    const room = text.slice(from, from + length);
    const whole = Math.max(...["\n", ".", "!", "?"].map((end) => room.lastIndexOf(end))) + 1;
    const words = room.lastIndexOf(" ") + 1;
    const end = [whole, words].find((at) => at > length / 2) ?? length;
    yield room.slice(0, end);
    from += end === whole ? end : end - SHARED;
  }
  yield text.slice(from);
}
