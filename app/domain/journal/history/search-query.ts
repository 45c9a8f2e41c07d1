import { HIDDEN_SIGNS } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import { countWords, firstWords, isSign, wordsIn } from "~/i18n/words";

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
export function readSearch(query: string): Search {
  const plain = query.slice(0, LONGEST_QUERY).toWellFormed().replace(HIDDEN_SIGNS, "").replace(QUOTES, '"');
  let left = MOST_WORDS;
  let isCut = query.length > LONGEST_QUERY;
  const found = { terms: new Map<string, Term>(), without: new Map<string, Term>() };
  for (const [, minus, phrase, token = ""] of plain.matchAll(PART)) {
    const all = wordsIn(phrase ?? token);
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

const isLetter = (word: string) => [...word].length === 1 && !isSign(word);
/** One letter stands for itself; so does a sign that is a word of its own. */
const isBeginning = (word: string) => !isLetter(word) && !isSign(word);

/** Whether there is nothing to look for. */
export const isNoSearch = ({ terms, without }: Search) => terms.length + without.length === 0;
