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

/** Whether a folded text has what is looked for. */
function hasTerm(folded: string, { words, begins }: Term): boolean {
  if (!words.every((word) => folded.includes(word))) return false;
  const [only = ""] = words;
  return words.length === 1 ? hasWord(folded, only, begins) : hasPhrase(folded, { words, begins });
}

function hasWord(folded: string, word: string, begins: boolean): boolean {
  if (isCharacterToken(word)) return true;
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
    if (!runsOn(folded, at, -1) && (begins || !runsOn(folded, at + word.length, 0))) return true;
  return false;
}

function hasPhrase(folded: string, term: Term): boolean {
  const ends = phraseEnds(folded.matchAll(WORD_PATTERN), ([word]) => word, term);
  return !ends.next().done;
}

/**
 * The position of each phrase's last word, phrases apart from one another. Knuth, Morris and Pratt's search over words: no
 * text makes it slow, however it repeats itself.
 */
export function* phraseEnds<T>(
  written: Iterable<T>,
  wordOf: (one: T) => string,
  { words, begins }: Term,
): Generator<number> {
  const borders = bordersOf(words);
  const last = words.length - 1;
  let [at, matched] = [0, 0];
  for (const one of written) {
    const word = wordOf(one);
    const goesOn = () => isWord(word, words[matched] ?? "", begins && matched === last);
    while (matched > 0 && !goesOn()) matched = borders[matched] ?? 0;
    if (goesOn()) matched++;
    if (matched === words.length) {
      yield at;
      matched = 0;
    }
    at++;
  }
}

/** For each number of words matched, how many of the first ones the last of them are as well. */
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

/** Whether the character at, or just before, a place is of a word of several. */
function runsOn(text: string, at: number, shift: -1 | 0): boolean {
  if (shift === 0) return at < text.length && IS_IN_WORD.test(text.slice(at, at + 2));
  if (at === 0) return false;
  const low = text.charCodeAt(at - 1);
  return IS_IN_WORD.test(text.slice(at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1), at));
}

/** What of a search the texts so far have not decided. */
export type MatchState = { missing: readonly Term[]; without: readonly Term[]; isRefused: boolean };

/** Reads one more text: what it has is no longer missing, and what must not be there refuses. */
export function matchNextText(text: string, { missing, without, isRefused }: MatchState): MatchState {
  const folded = foldText(text);
  return {
    missing: missing.filter((term) => !hasTerm(folded, term)),
    without,
    isRefused: isRefused || without.some((term) => hasTerm(folded, term)),
  };
}

/** Whether one text, such as the name of an intention with its line, is what a search finds. */
export function isMatch(text: string, { terms, without }: Search): boolean {
  const { missing, isRefused } = matchNextText(text, { missing: terms, without, isRefused: false });
  return missing.length === 0 && !isRefused;
}

/** A piece of a line; `hit` where it is what was looked for. */
export type SnippetPart = { text: string; hit: boolean };

type Hit = { at: number; end: number };

const READ_FOR_BEST = 100_000;
const BEFORE = 60;
const LINE = 180;

/** The line of some texts that has most of what was looked for, cut around the first of it. */
export function bestSnippet(texts: readonly string[], { terms }: Search): SnippetPart[] {
  // Words side by side may be in two lines: then each is shown where it is.
  const alone = [...new Set(terms.flatMap(({ words }) => words))].map((word) => ({
    words: [word],
    begins: terms.some(({ words, begins }) => begins && words.at(-1) === word),
  }));
  const best = bestLine(texts, terms) ?? bestLine(texts, alone);
  return best ? piecesOf(best.line, best.hits) : [];
}

function bestLine(
  texts: readonly string[],
  terms: readonly Term[],
): { line: string; hits: Hit[] } | undefined {
  let best: { line: string; hits: Hit[]; count: number } | undefined;
  let read = 0;
  for (const line of linesOf(texts)) {
    // Good enough: the best line there is, or the best of a long text's beginning.
    if (best && (best.count === terms.length || read > READ_FOR_BEST)) break;
    read += line.length;
    const folded = foldText(line);
    if (!terms.some(({ words: [first = ""] }) => folded.includes(first))) continue;
    const written = locateWords(line);
    const found = terms.map((term) => hitsOf(written, term));
    const count = found.filter((hits) => hits.length > 0).length;
    if (count > (best?.count ?? 0)) best = { line, hits: apart(found.flat()), count };
  }
  return best;
}

function* linesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield* text.normalize("NFC").split(/[\r\n\u2028\u2029]+/);
}

function hitsOf(written: readonly LocatedWord[], term: Term): Hit[] {
  return [...phraseEnds(written, ({ word }) => word, term)].flatMap((last) => {
    const [first, end] = [written[last - term.words.length + 1], written[last]];
    return first && end ? [{ at: first.at, end: end.end }] : [];
  });
}

/** In order, and without one that begins inside another. */
function apart(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.at - b.at || b.end - a.end);
  const kept: Hit[] = [];
  for (const hit of sorted) if (hit.at >= (kept.at(-1)?.end ?? 0)) kept.push(hit);
  return kept;
}

const MARKS = /\p{M}{0,20}/uy;

/** The place itself, or the one after the vowel signs and accents that begin there. */
function afterMarks(line: string, at: number): number {
  MARKS.lastIndex = at;
  return at + (MARKS.exec(line)?.[0].length ?? 0);
}

function piecesOf(line: string, hits: readonly Hit[]): SnippetPart[] {
  const first = hits[0]?.at ?? 0;
  const cut = first <= BEFORE ? 0 : Math.max(line.indexOf(" ", first - BEFORE) + 1, first - BEFORE);
  const start = Math.min(first, cut && afterMarks(line, cut));
  const end =
    line.length - start <= LINE ? line.length : Math.max(afterMarks(line, start + LINE), hits[0]?.end ?? 0);
  const pieces: SnippetPart[] = [{ text: start > 0 ? "…" : "", hit: false }];
  let at = start;
  for (const hit of hits.filter((candidate) => candidate.end <= end)) {
    pieces.push(
      { text: line.slice(at, hit.at), hit: false },
      { text: line.slice(hit.at, hit.end), hit: true },
    );
    at = hit.end;
  }
  pieces.push({ text: line.slice(at, end) + (end < line.length ? "…" : ""), hit: false });
  return pieces
    .map(({ text, hit }) => ({ text: text.toWellFormed(), hit }))
    .filter(({ text }) => text !== "");
}

/** What is looked for: words side by side. With `begins` the last may be the beginning of a longer one. */
export type Term = { words: string[]; begins: boolean };

/** A search as it was typed. An entry that it finds has every one of `terms` and not one of `without`. */
export type Search = {
  terms: Term[];
  without: Term[];
  /** Why nothing is looked for, or that not all of it was. */
  note?: string;
};

/** How much of the search field counts. */
const LONGEST_QUERY = 200;
/** Characters side by side of a script without spaces count as one. */
const MOST_WORDS = 24;

const SHORT = t("Please type at least two letters.");
const EMPTY = t("Please type a word to look for.");
const CUT = t("That was long: only the beginning of it was looked for.");

const QUOTES = /[“”„‟«»＂]/g;
/** A minus or what a keyboard makes of it, and then a phrase or anything up to the next space or quotation mark. */
const PART = /([-−–]?)(?:"([^"]*)"?|([^\s"]+))/gu;

/** Reads the search field: `pray`, `"side by side"`, `-without`. Whatever is typed means something or is passed over. */
export function parseSearch(query: string): Search {
  const plain = query
    .slice(0, LONGEST_QUERY)
    .toWellFormed()
    .replace(HIDDEN_CHARACTERS, "")
    .replace(QUOTES, '"');
  let left = MOST_WORDS;
  let isCut = query.length > LONGEST_QUERY;
  const found = { terms: new Map<string, Term>(), without: new Map<string, Term>() };
  for (const [, minus, phrase, token = ""] of plain.matchAll(PART)) {
    const all = tokenize(phrase ?? token);
    const words = firstWords(all, left);
    if (words.length === 0) {
      isCut ||= all.length > 0;
      continue;
    }
    left -= countWords(words);
    const begins = phrase === undefined && words.length === all.length && isBeginning(words.at(-1) ?? "");
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
/** One letter stands for itself; so does a sign that is a word of its own. */
const isBeginning = (word: string) => !isLetter(word) && !isCharacterToken(word);

/** Whether there is nothing to look for. */
export const isEmptySearch = ({ terms, without }: Search) => terms.length + without.length === 0;

const GATHERING = t(
  "The words of your journal are still being gathered for this search. Until then it finds whole words, and may miss older entries. Please search again in a minute.",
);

/** What a person should know about a search beside what it found. */
export const searchNotices = ({ note }: Search, { isGathering }: { isGathering?: boolean }): string[] => [
  ...(note ? [note] : []),
  ...(isGathering ? [GATHERING] : []),
];
