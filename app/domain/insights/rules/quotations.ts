import { onOneLine, type Quotation, type SourceEntry } from "~/domain/insights/insight";

/** Quotes only what is in an entry, cut at the ends of sentences or between words. */
const LONGEST = 180;
const SHORTEST = 8;

/** The sentences of a text, each verbatim. */
export function sentencesIn(text: string): string[] {
  return (text.match(/[^.!?…。！？]+(?:[.!?…。！？]+["'”’»)]*|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** A part of `sentence` of a bearable length around `at`, cut between words. */
export function excerptAround(sentence: string, at = 0, longest = LONGEST): string {
  if (sentence.length <= longest) return sentence;
  const from = Math.max(0, Math.min(at - Math.floor(longest / 3), sentence.length - longest));
  let part = sentence.slice(from, from + longest).toWellFormed();
  if (from > 0) part = part.slice(part.indexOf(" ") + 1);
  if (from + longest < sentence.length && part.includes(" ")) part = part.slice(0, part.lastIndexOf(" "));
  return part.replaceAll("\uFFFD", "").trim();
}

/** The lines of a list, or else its sentences: gifts are written either way. */
export function listItems(text: string): string[] {
  const lines = text
    .split(/\n|;|•/)
    .map((line) => onOneLine(line.replace(/^\s*(?:[-*–]|\d+[.)])\s*/, "")))
    .filter((line) => /\p{L}/u.test(line));
  return lines.flatMap((line) =>
    line.length > LONGEST ? sentencesIn(line).map((part) => excerptAround(part)) : [line],
  );
}

/** Evens out the quotation marks, dashes and capitals that keyboards vary, sign for sign: positions stay the same. */
const plain = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[–—−]/g, "-")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Finds a claimed quotation. @returns the entry's own text, verbatim; null if it is not there,
 * or is too short to be a quotation.
 */
export function findVerbatim(entry: SourceEntry, claimed: string): Quotation | null {
  const wanted = plain(onOneLine(claimed).replace(/^["“”'‘’…. ]+|["“”'‘’… ]+$/gu, ""));
  const isUnspaced = UNSPACED.test(wanted);
  if (wanted.length > 400) return null;
  if (!isUnspaced && (wanted.length < SHORTEST || !wanted.includes(" "))) return null;
  if (isUnspaced && wanted.length < SHORTEST / 2) return null;
  for (const { text } of entry.texts) {
    const even = onOneLine(text);
    const at = plain(even).indexOf(wanted);
    if (at < 0) continue;
    const isWhole = isUnspaced || (isEdge(even, at) && isEdge(even, at + wanted.length));
    if (isWhole) return { entryId: entry.id, text: excerptAround(even.slice(at, at + wanted.length)) };
  }
  return null;
}

/** Not in the middle of a word. */
function isEdge(text: string, at: number): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return !(isLetter(text[at - 1]) && isLetter(text[at]));
}
