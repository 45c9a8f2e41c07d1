import type { InsightTheme } from "~/content/schemas";
import THEMES from "~/content/themes.yaml";
import { collapseWhitespace, type InsightThread, type Quotation, type SourceEntry } from "./insight";

/** Quotes only what is in an entry, cut at the ends of sentences or between words. */
const MAX_QUOTATION_CHARACTERS = 180;
const SHORTEST = 8;

/** The sentences of a text, each verbatim. */
export function sentencesIn(text: string): string[] {
  return (text.match(/[^.!?…。！？]+(?:[.!?…。！？]+["'”’»)]*|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** A part of `sentence` of a bearable length around `at`, cut between words. */
export function excerptAround(sentence: string, at = 0, longest = MAX_QUOTATION_CHARACTERS): string {
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
    .map((line) => collapseWhitespace(line.replace(/^\s*(?:[-*–]|\d+[.)])\s*/, "")))
    .filter((line) => /\p{L}/u.test(line));
  return lines.flatMap((line) =>
    line.length > MAX_QUOTATION_CHARACTERS ? sentencesIn(line).map((part) => excerptAround(part)) : [line],
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
  const wanted = plain(collapseWhitespace(claimed).replace(/^["“”'‘’…. ]+|["“”'‘’… ]+$/gu, ""));
  const isUnspaced = UNSPACED.test(wanted);
  if (wanted.length > 400) return null;
  if (!isUnspaced && (wanted.length < SHORTEST || !wanted.includes(" "))) return null;
  if (isUnspaced && wanted.length < SHORTEST / 2) return null;
  for (const { text } of entry.texts) {
    const even = collapseWhitespace(text);
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

/** The threads of a week, by counting: what came up in several entries, and where. */
export type FoundThread = { thread: InsightThread; theme?: InsightTheme };
type Place = { entryId: string; sentence: string; at: number };
type Candidate = { name: string; theme?: InsightTheme; places: Place[]; words: Set<string> };

/** Fields whose words are the passage's rather than the writer's, or too short to be quoted alone. */
const NOT_OWN = new Set(["wordKept", "title"]);

type Line = { entryId: string; sentence: string; lower: string };

function linesOf(entries: readonly SourceEntry[]): Line[] {
  return entries.flatMap(({ id, texts }) =>
    texts
      .filter(({ key }) => !NOT_OWN.has(key))
      .flatMap(({ text }) => text.split("\n").flatMap((part) => sentencesIn(collapseWhitespace(part))))
      .map((sentence) => ({ entryId: id, sentence, lower: sentence.toLowerCase().replaceAll("’", "'") })),
  );
}

const escape = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const commonWords = new Set(THEMES.commonWords);
const patterns = new Map<string, RegExp>();

/** The words of a theme as one pattern that knows where words begin and end in any script. */
function patternOf({ key, words }: InsightTheme): RegExp {
  const known = patterns.get(key);
  if (known) return known;
  const parts = words.map((word) =>
    word.endsWith("*") ? `${escape(word.slice(0, -1))}[\\p{L}'-]*` : escape(word),
  );
  const made = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "u");
  patterns.set(key, made);
  return made;
}

function themed(lines: readonly Line[]): Candidate[] {
  return THEMES.themes.map((theme) => {
    const pattern = patternOf(theme);
    const words = new Set<string>();
    const places = lines.flatMap(({ entryId, sentence, lower }): Place[] => {
      const hit = pattern.exec(lower);
      if (!hit) return [];
      words.add(hit[0]);
      return [{ entryId, sentence, at: hit.index }];
    });
    return { name: theme.name, theme, places, words };
  });
}

/** Longer runs of letters are addresses or noise, and name no thread. */
const MAX_WORD_LENGTH = 60;

/** The writer's own words and word pairs that came back, including names of people. */
function repeated(lines: readonly Line[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { entryId, sentence, lower } of lines) {
    const words = [...lower.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'-]*/gu)].map((match) => ({
      word: match[0].replace(/'s$/, ""),
      at: match.index,
    }));
    const isTelling = (word: string | undefined) =>
      word !== undefined && word.length > 3 && word.length <= MAX_WORD_LENGTH && !commonWords.has(word);
    for (const [index, { word, at }] of words.entries()) {
      const next = words[index + 1]?.word;
      if (isTelling(word)) note(found, word, { entryId, sentence, at });
      if (isTelling(word) && isTelling(next)) note(found, `${word} ${next}`, { entryId, sentence, at });
    }
  }
  return [...found.values()].map((candidate) => ({ ...candidate, name: `“${candidate.name}”` }));
}

function note(found: Map<string, Candidate>, name: string, place: Place): void {
  const known = found.get(name);
  if (!known) found.set(name, { name, places: [place], words: new Set(name.split(" ")) });
  else if (!known.places.some(({ sentence }) => sentence === place.sentence)) known.places.push(place);
}

const entriesOf = ({ places }: Candidate) => new Set(places.map(({ entryId }) => entryId)).size;
/** In how many entries first, then in how many sentences; a pair of words says more than one. */
const weight = (candidate: Candidate) =>
  entriesOf(candidate) * 4 +
  Math.min(candidate.places.length, 12) +
  (candidate.theme ? 3 : candidate.words.size > 1 ? 5 : 0);

/** Up to `most` threads, each with two or three short quotations, from different entries if possible. */
export function findThreads(entries: readonly SourceEntry[], most = 3): FoundThread[] {
  const lines = linesOf(entries);
  const candidates = [
    ...themed(lines).filter((candidate) => entriesOf(candidate) >= 2),
    // One word has to come up more often than a theme to mean anything.
    ...repeated(lines).filter((candidate) => entriesOf(candidate) >= (candidate.words.size > 1 ? 2 : 3)),
  ].sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name, "en"));
  const found: FoundThread[] = [];
  const said = new Set<string>();
  const taken = new Set<string>();
  for (const candidate of candidates) {
    if (found.length === most) break;
    if ([...candidate.words].some((word) => taken.has(word)) && !candidate.theme) continue;
    const fresh = candidate.places.filter(({ sentence }) => !said.has(sentence));
    const quotations = quote(fresh);
    if (quotations.length < 2) continue;
    found.push({ thread: { name: candidate.name, quotations }, theme: candidate.theme });
    for (const { sentence } of fresh)
      if (quotations.some(({ text }) => sentence.includes(text))) said.add(sentence);
    for (const word of candidate.words) taken.add(word);
  }
  return found;
}

/** One from every entry, then again, three in all; from each entry the sentence whose length reads best. */
function quote(places: readonly Place[]): Quotation[] {
  const byEntry = new Map<string, Place[]>();
  for (const place of places) byEntry.set(place.entryId, [...(byEntry.get(place.entryId) ?? []), place]);
  const readable = ({ sentence }: Place) => Math.abs(sentence.length - 90);
  const queues = [...byEntry.values()].map((list) => list.toSorted((a, b) => readable(a) - readable(b)));
  const chosen: Quotation[] = [];
  for (let round = 0; chosen.length < 3 && round < 3; round++) {
    for (const queue of queues) {
      const place = queue[round];
      if (place && chosen.length < 3 && (round === 0 || chosen.length < 2 || queues.length < 3))
        chosen.push({ entryId: place.entryId, text: excerptAround(place.sentence, place.at) });
    }
  }
  return chosen;
}

/** The theme of a single line, for grouping. */
export function themeOf(line: string): InsightTheme | undefined {
  const lower = line.toLowerCase().replaceAll("’", "'");
  return THEMES.themes.find((theme) => patternOf(theme).test(lower));
}
