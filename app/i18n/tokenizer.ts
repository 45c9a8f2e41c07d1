/**
 * The tokeniser of every search: a word is a run of letters, marks and digits, folded. In scripts written without spaces
 * between words each character is a token of its own, and a word is a phrase of them.
 *
 * Stored indexes hold these tokens: a change of what `foldText` or WORD give raises WORDS_VERSION.
 */
export const WORDS_VERSION = 2;
/** Versions that stored indexes may still have; null where none was recorded. */
export const OUTDATED_WORDS_VERSIONS: readonly null[] = [null];

/** Scripts without spaces between words, and the mark that lengthens a vowel of kana. */
const UNSPACED = [
  ...["Han", "Hiragana", "Katakana"],
  ...["Thai", "Lao", "Khmer", "Myanmar", "Tai_Le", "New_Tai_Lue", "Tai_Tham", "Tai_Viet"],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .concat(String.raw`\u30fc`)
  .join("");
const LETTER = String.raw`\p{L}\p{M}\p{N}`;
/** Invisible characters within a word: soft hyphen, joiners and non-joiners, directional marks, word joiner. */
const IGNORED = String.raw`\u00ad\u061c\u200c-\u200f\u2060\ufeff`;

/** A character that is a token of its own. */
const SIGN = String.raw`(?=[${LETTER}])[${UNSPACED}]`;
/** A character of a word of several. */
export const WORD_CHARACTER = String.raw`(?![${UNSPACED}])[${LETTER}]`;
export const WORD_PATTERN = new RegExp(
  `${SIGN}|(?:${WORD_CHARACTER})+(?:[${IGNORED}]+(?:${WORD_CHARACTER})+)*`,
  "gu",
);

const IS_SIGN = new RegExp(`^${SIGN}`, "u");

/**
 * Removed from words: accents of Latin, Greek, Cyrillic, Syriac, Ethiopic and Coptic, the points of Hebrew and Arabic,
 * tatweel, variation selectors, and invisible characters. Vowel signs of other scripts are letters.
 */
const REMOVED = new RegExp(
  [
    String.raw`[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2cef-\u2cf1\ufe20-\ufe2f`,
    String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`,
    String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff`,
    String.raw`\u0711\u0730-\u074a\u135d-\u135f\p{Variation_Selector}${IGNORED}]`,
  ].join(""),
  "gu",
);
/** Ligatures and positional forms of Latin, Hebrew and Arabic, as PDF readers copy them. */
const PRESENTATION_FORMS = /(?=\p{L})[\ufb00-\ufdff\ufe70-\ufefc]/gu;

/**
 * Letters that replace others without being made of them. Arabic as in Lucene's ArabicNormalizer and PersianNormalizer;
 * Malayalam chillus as they were written before they had code points.
 */
const KIN: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" },
  ...{ "\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643" },
  ...{ "\u0629": "\u0647", "\u06c1": "\u0647", "\u06d5": "\u0647" },
  ...{ "\u0d7a": "\u0d23\u0d4d", "\u0d7b": "\u0d28\u0d4d", "\u0d7c": "\u0d30\u0d4d" },
  ...{ "\u0d7d": "\u0d32\u0d4d", "\u0d7e": "\u0d33\u0d4d" },
};
for (let digit = 0; digit < 10; digit++) {
  KIN[String.fromCharCode(0x660 + digit)] = String(digit);
  KIN[String.fromCharCode(0x6f0 + digit)] = String(digit);
}
const WITH_KIN = new RegExp(`[${Object.keys(KIN).join("")}]`, "g");
const IS_ASCII = /^[\0-\x7f]*$/;

/** Text without case, accents and what else readers do not search by. */
export function foldText(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(PRESENTATION_FORMS, (form) => form.normalize("NFKD").replaceAll(" ", ""))
    .normalize("NFD")
    .replace(REMOVED, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(WITH_KIN, (letter) => KIN[letter] ?? letter);
}

/** The words of a text, folded, in order. */
export function tokenize(text: string): string[] {
  return foldText(text).match(WORD_PATTERN) ?? [];
}

export type LocatedWord = { word: string; at: number; end: number };

const MARKS = /\p{M}+/uy;

/** The same words with where they stand in a text in NFC. A character ends after the vowel signs and tones on it. */
export function locateWords(text: string): LocatedWord[] {
  const known = new Map<string, string>();
  const placed: LocatedWord[] = [];
  for (const { 0: written, index } of text.matchAll(WORD_PATTERN)) {
    const word = known.get(written) ?? foldText(written);
    known.set(written, word);
    if (word === "") continue;
    MARKS.lastIndex = index + written.length;
    const marks = isCharacterToken(word) ? (MARKS.exec(text)?.[0] ?? "") : "";
    placed.push({ word, at: index, end: index + written.length + marks.length });
  }
  return placed;
}

/** Whether a word is a character that is a token of its own. */
export const isCharacterToken = (word: string) => IS_SIGN.test(word);

/** Characters side by side, each a token of its own, count as one word. */
const beginsWord = (word: string, at: number, words: readonly string[]) =>
  !(isCharacterToken(word) && isCharacterToken(words[at - 1] ?? ""));

export const countWords = (words: readonly string[]): number => words.filter(beginsWord).length;

/** As many of the words, as `countWords` counts them, from the first on. */
export function firstWords(words: readonly string[], most: number): string[] {
  let left = most;
  const cut = words.findIndex((...word) => beginsWord(...word) && left-- === 0);
  return words.slice(0, cut === -1 ? undefined : cut);
}
