import { HIDDEN_CHARACTERS } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import {
  countWords,
  firstWords,
  foldText,
  isCharacterToken,
  locateWords,
  tokenize,
  WORD_CHARACTER,
  WORD_PATTERN,
  type LocatedWord,
} from "~/i18n/tokenizer";

const IS_IN_WORD = new RegExp(`^${WORD_CHARACTER}`, "u");

function hasTerm(folded: string, { words, begins }: Term): boolean {
  if (!words.every((word) => folded.includes(word))) return false;
  const [only = ""] = words;
  return words.length === 1 ? hasWord(folded, only, begins) : hasPhrase(folded, { words, begins });
}

function hasWord(folded: string, word: string, begins: boolean): boolean {
  if (isCharacterToken(word)) return true;
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
    if (!isWordAt(folded, at, -1) && (begins || !isWordAt(folded, at + word.length, 0))) return true;
  return false;
}

function hasPhrase(folded: string, term: Term): boolean {
  const ends = phraseEnds(folded.matchAll(WORD_PATTERN), ([word]) => word, term);
  return !ends.next().done;
}

/**
 * Yields the index of the last word of each occurrence of a phrase; occurrences do not overlap. Knuth-Morris-Pratt over words:
 * linear time even for repetitive texts.
 */
function* phraseEnds<T>(
  tokens: Iterable<T>,
  wordOf: (token: T) => string,
  { words, begins }: Term,
): Generator<number> {
  const borders = bordersOf(words);
  const last = words.length - 1;
  let [at, matched] = [0, 0];
  for (const token of tokens) {
    const word = wordOf(token);
    const isNext = () => isWord(word, words[matched] ?? "", begins && matched === last);
    while (matched > 0 && !isNext()) matched = borders[matched] ?? 0;
    if (isNext()) matched++;
    if (matched === words.length) {
      yield at;
      matched = 0;
    }
    at++;
  }
}

/** The failure function: for each number of matched words, the length of their longest border. */
function bordersOf(words: readonly string[]): number[] {
  const borders = [0, 0];
  for (let at = 1, border = 0; at < words.length - 1; at++) {
    while (border > 0 && words[at] !== words[border]) border = borders[border] ?? 0;
    if (words[at] === words[border]) border++;
    borders.push(border);
  }
  return borders;
}

const isWord = (written: string, word: string, begins: boolean) =>
  written === word || (begins && written.startsWith(word));

/** Whether the character at a position (`shift` 0) or just before it (-1) belongs to a word. */
function isWordAt(text: string, at: number, shift: -1 | 0): boolean {
  if (shift === 0) return at < text.length && IS_IN_WORD.test(text.slice(at, at + 2));
  if (at === 0) return false;
  const low = text.charCodeAt(at - 1);
  return IS_IN_WORD.test(text.slice(at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1), at));
}

/** The state of a search after some texts of an entry: the terms still missing, and whether an excluded term was found. */
export type MatchState = { missing: readonly Term[]; without: readonly Term[]; isRefused: boolean };

export function matchNextText(text: string, { missing, without, isRefused }: MatchState): MatchState {
  const folded = foldText(text);
  return {
    missing: missing.filter((term) => !hasTerm(folded, term)),
    without,
    isRefused: isRefused || without.some((term) => hasTerm(folded, term)),
  };
}

/** Whether a single text matches a search. */
export function isMatch(text: string, { terms, without }: Search): boolean {
  const { missing, isRefused } = matchNextText(text, { missing: terms, without, isRefused: false });
  return missing.length === 0 && !isRefused;
}

/** A part of a snippet; `hit` marks a match. */
export type SnippetPart = { text: string; hit: boolean };

type Hit = { at: number; end: number };

/** After this many characters the best line so far is good enough. */
const MAX_SNIPPET_SEARCH = 100_000;
const CONTEXT_BEFORE = 60;
const SNIPPET_LENGTH = 180;

/** The line with the most search terms, cut around its first match. */
export function bestSnippet(texts: readonly string[], { terms }: Search): SnippetPart[] {
  // A phrase may span two lines; then its words are searched one by one.
  const single = [...new Set(terms.flatMap(({ words }) => words))].map((word) => ({
    words: [word],
    begins: terms.some(({ words, begins }) => begins && words.at(-1) === word),
  }));
  const best = bestLine(texts, terms) ?? bestLine(texts, single);
  return best ? snippetOf(best.line, best.hits) : [];
}

function bestLine(
  texts: readonly string[],
  terms: readonly Term[],
): { line: string; hits: Hit[] } | undefined {
  let best: { line: string; hits: Hit[]; count: number } | undefined;
  let read = 0;
  for (const line of linesOf(texts)) {
    if (best && (best.count === terms.length || read > MAX_SNIPPET_SEARCH)) break;
    read += line.length;
    const folded = foldText(line);
    if (!terms.some(({ words: [first = ""] }) => folded.includes(first))) continue;
    const words = locateWords(line);
    const found = terms.map((term) => hitsOf(words, term));
    const count = found.filter((hits) => hits.length > 0).length;
    if (count > (best?.count ?? 0)) best = { line, hits: withoutOverlaps(found.flat()), count };
  }
  return best;
}

function* linesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield* text.normalize("NFC").split(/[\r\n\u2028\u2029]+/);
}

function hitsOf(words: readonly LocatedWord[], term: Term): Hit[] {
  return [...phraseEnds(words, ({ word }) => word, term)].flatMap((last) => {
    const [first, end] = [words[last - term.words.length + 1], words[last]];
    return first && end ? [{ at: first.at, end: end.end }] : [];
  });
}

/** Sorts hits and drops each that begins inside another. */
function withoutOverlaps(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.at - b.at || b.end - a.end);
  const distinct: Hit[] = [];
  for (const hit of sorted) if (hit.at >= (distinct.at(-1)?.end ?? 0)) distinct.push(hit);
  return distinct;
}

const MARKS = /\p{M}{0,20}/uy;

/** Skips combining marks at a position, so that a cut does not separate them from their letter. */
function afterMarks(line: string, at: number): number {
  MARKS.lastIndex = at;
  return at + (MARKS.exec(line)?.[0].length ?? 0);
}

function snippetOf(line: string, hits: readonly Hit[]): SnippetPart[] {
  const first = hits[0]?.at ?? 0;
  const cut =
    first <= CONTEXT_BEFORE
      ? 0
      : Math.max(line.indexOf(" ", first - CONTEXT_BEFORE) + 1, first - CONTEXT_BEFORE);
  const start = Math.min(first, cut && afterMarks(line, cut));
  const end =
    line.length - start <= SNIPPET_LENGTH
      ? line.length
      : Math.max(afterMarks(line, start + SNIPPET_LENGTH), hits[0]?.end ?? 0);
  const parts: SnippetPart[] = [{ text: start > 0 ? "…" : "", hit: false }];
  let at = start;
  for (const hit of hits.filter((candidate) => candidate.end <= end)) {
    parts.push(
      { text: line.slice(at, hit.at), hit: false },
      { text: line.slice(hit.at, hit.end), hit: true },
    );
    at = hit.end;
  }
  parts.push({ text: line.slice(at, end) + (end < line.length ? "…" : ""), hit: false });
  return parts.map(({ text, hit }) => ({ text: text.toWellFormed(), hit })).filter(({ text }) => text !== "");
}

/** Adjacent words. With `begins` the last one is a prefix. */
type Term = { words: string[]; begins: boolean };

/** A parsed search. A matching entry has all of `terms` and none of `without`. */
export type Search = {
  terms: Term[];
  without: Term[];
  /** A message if the search is empty or was cut. */
  note?: string;
};

const MAX_QUERY_CHARACTERS = 200;
/** Later words are ignored, which limits the cost. In a script without spaces, a run of characters is one word. */
const MAX_QUERY_WORDS = 24;

const SHORT = t("Please type at least two letters.");
const EMPTY = t("Please type a word to look for.");
const CUT = t("That was long: only the beginning of it was looked for.");

const QUOTES = /[“”„‟«»＂]/g;
/** An optional minus or dash, then a quoted phrase or anything up to the next space or quotation mark. */
const PART = /([-−–]?)(?:"([^"]*)"?|([^\s"]+))/gu;

/** Parses the search field: `word`, `"a phrase"`, `-excluded`. Never fails: what has no meaning is ignored. */
export function parseSearch(query: string): Search {
  const plain = query
    .slice(0, MAX_QUERY_CHARACTERS)
    .toWellFormed()
    .replace(HIDDEN_CHARACTERS, "")
    .replace(QUOTES, '"');
  let left = MAX_QUERY_WORDS;
  let isCut = query.length > MAX_QUERY_CHARACTERS;
  const found = { terms: new Map<string, Term>(), without: new Map<string, Term>() };
  for (const [, minus, phrase, token = ""] of plain.matchAll(PART)) {
    const all = tokenize(phrase ?? token);
    const words = firstWords(all, left);
    if (words.length === 0) {
      isCut ||= all.length > 0;
      continue;
    }
    left -= countWords(words);
    const begins = phrase === undefined && words.length === all.length && isPrefix(words.at(-1) ?? "");
    isCut ||= words.length < all.length;
    found[minus ? "without" : "terms"].set(JSON.stringify([words, begins]), { words, begins });
  }
  const terms = [...found.terms.values()];
  const without = [...found.without.values()];
  if (terms.length + without.length === 0) return { terms, without, note: EMPTY };
  const [first] = terms;
  const isShort = first?.words.length === 1 && isLetter(first.words[0] ?? "") && !plain.includes('"');
  if (terms.length === 1 && isShort) return { terms: [], without: [], note: SHORT };
  return { terms, without, ...(isCut && { note: CUT }) };
}

const isLetter = (word: string) => [...word].length === 1 && !isCharacterToken(word);
/** A single letter, ideograph or symbol is searched as a word and never as a prefix. */
const isPrefix = (word: string) => !isLetter(word) && !isCharacterToken(word);

export const isEmptySearch = ({ terms, without }: Search) => terms.length + without.length === 0;

const GATHERING = t(
  "The words of your journal are still being gathered for this search. Until then it finds whole words, and may miss older entries. Please search again in a minute.",
);

/** The messages above the results of a search. */
export const searchNotices = (
  { note }: Search,
  { isVocabularyIncomplete }: { isVocabularyIncomplete?: boolean },
): string[] => [...(note ? [note] : []), ...(isVocabularyIncomplete ? [GATHERING] : [])];
