/**
 * Words as a search knows them: a run of letters, marks and digits, without case and accents. In scripts that put no
 * spaces between words each sign is one.
 */
export const ONE_SIGN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
export const WORD = new RegExp(String.raw`[${ONE_SIGN}]|(?:(?![${ONE_SIGN}])[\p{L}\p{M}\p{N}])+`, "gu");

/** Accents of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic; vowel signs of other scripts are letters. */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Letters that replace others without being made of them. */
const KIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };
const IS_ASCII = /^[\0-\x7f]*$/;

/** Text without case and accents. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœøłđıς]/g, (letter) => KIN[letter] ?? letter);
}

/** The words of a text, folded, in order. */
export function wordsIn(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}
