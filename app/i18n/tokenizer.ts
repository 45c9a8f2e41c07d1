/**
 * Version of the search tokenizer. A token is a run of letters, marks and digits, folded; in scripts without spaces between
 * words each character is a token. Stored indexes contain tokens, so a change of the output of `foldText` or WORD_PATTERN
 * must increase the version.
 */
export const WORDS_VERSION = 2;
/** Versions of indexes that must be rebuilt; null if none was recorded. */
export const OUTDATED_WORDS_VERSIONS: readonly null[] = [null];

/** Scripts without spaces between words, and the prolonged sound mark of kana. */
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

/** A character that is a token by itself. */
const CHARACTER_TOKEN = String.raw`(?=[${LETTER}])[${UNSPACED}]`;
/** A character of a word. */
export const WORD_CHARACTER = String.raw`(?![${UNSPACED}])[${LETTER}]`;
export const WORD_PATTERN = new RegExp(
  `${CHARACTER_TOKEN}|(?:${WORD_CHARACTER})+(?:[${IGNORED}]+(?:${WORD_CHARACTER})+)*`,
  "gu",
);

const IS_CHARACTER_TOKEN = new RegExp(`^${CHARACTER_TOKEN}`, "u");

/**
 * Characters that folding removes: accents of Latin, Greek, Cyrillic, Syriac, Ethiopic and Coptic, the points of Hebrew and
 * Arabic, tatweel, variation selectors, and invisible characters. Vowel signs of other scripts count as letters.
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
/** Ligatures and positional forms of Latin, Hebrew and Arabic, common in text copied from a PDF. */
const PRESENTATION_FORMS = /(?=\p{L})[\ufb00-\ufdff\ufe70-\ufefc]/gu;

/**
 * Equivalent letters without a Unicode decomposition. Arabic as in Lucene's ArabicNormalizer and PersianNormalizer;
 * Malayalam chillus in their encoding before Unicode 5.1.
 */
const EQUIVALENTS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" },
  ...{ "\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643" },
  ...{ "\u0629": "\u0647", "\u06c1": "\u0647", "\u06d5": "\u0647" },
  ...{ "\u0d7a": "\u0d23\u0d4d", "\u0d7b": "\u0d28\u0d4d", "\u0d7c": "\u0d30\u0d4d" },
  ...{ "\u0d7d": "\u0d32\u0d4d", "\u0d7e": "\u0d33\u0d4d" },
};
for (let digit = 0; digit < 10; digit++) {
  EQUIVALENTS[String.fromCharCode(0x660 + digit)] = String(digit);
  EQUIVALENTS[String.fromCharCode(0x6f0 + digit)] = String(digit);
}
const HAS_EQUIVALENT = new RegExp(`[${Object.keys(EQUIVALENTS).join("")}]`, "g");
const IS_ASCII = /^[\0-\x7f]*$/;

/** Folds a text for search: without case, accents and equivalent letters. */
export function foldText(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(PRESENTATION_FORMS, (form) => form.normalize("NFKD").replaceAll(" ", ""))
    .normalize("NFD")
    .replace(REMOVED, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(HAS_EQUIVALENT, (letter) => EQUIVALENTS[letter] ?? letter);
}

/** The folded tokens of a text, in order. */
export function tokenize(text: string): string[] {
  return foldText(text).match(WORD_PATTERN) ?? [];
}

export type LocatedWord = { word: string; at: number; end: number };

const MARKS = /\p{M}+/uy;

/** The tokens of a text in NFC with their positions. A character token ends after its vowel signs and tones. */
export function locateWords(text: string): LocatedWord[] {
  const folded = new Map<string, string>();
  const words: LocatedWord[] = [];
  for (const { 0: written, index } of text.matchAll(WORD_PATTERN)) {
    const word = folded.get(written) ?? foldText(written);
    folded.set(written, word);
    if (word === "") continue;
    MARKS.lastIndex = index + written.length;
    const marks = isCharacterToken(word) ? (MARKS.exec(text)?.[0] ?? "") : "";
    words.push({ word, at: index, end: index + written.length + marks.length });
  }
  return words;
}

export const isCharacterToken = (word: string) => IS_CHARACTER_TOKEN.test(word);

/** Adjacent character tokens count as one word. */
const beginsWord = (word: string, at: number, words: readonly string[]) =>
  !(isCharacterToken(word) && isCharacterToken(words[at - 1] ?? ""));

export const countWords = (words: readonly string[]): number => words.filter(beginsWord).length;

/** The first `limit` words, counted as by `countWords`. */
export function firstWords(words: readonly string[], limit: number): string[] {
  let remaining = limit;
  const cut = words.findIndex((...word) => beginsWord(...word) && remaining-- === 0);
  return words.slice(0, cut === -1 ? undefined : cut);
}
