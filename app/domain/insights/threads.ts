import type { InsightTheme } from "~/content/schemas";
import THEMES from "~/content/themes.yaml";
import { collapseWhitespace, type InsightThread, type Quotation, type SourceEntry } from "./insight";

/** Maximum characters of a quotation; longer sentences are cut between words. */
const MAX_QUOTATION_CHARACTERS = 180;
const MIN_QUOTATION_CHARACTERS = 8;

export function quotableSentences(text: string): string[] {
  return (text.match(/[^.!?…。！？]+(?:[.!?…。！？]+["'”’»)]*|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** An excerpt of at most `maxCharacters` around position `at`, cut between words. */
export function excerptAround(sentence: string, at = 0, maxCharacters = MAX_QUOTATION_CHARACTERS): string {
  if (sentence.length <= maxCharacters) return sentence;
  const from = Math.max(0, Math.min(at - Math.floor(maxCharacters / 3), sentence.length - maxCharacters));
  let part = sentence.slice(from, from + maxCharacters).toWellFormed();
  if (from > 0) part = part.slice(part.indexOf(" ") + 1);
  if (from + maxCharacters < sentence.length && part.includes(" "))
    part = part.slice(0, part.lastIndexOf(" "));
  return part.replaceAll("\uFFFD", "").trim();
}

/** Items of a text written as a list; lines too long for a quotation are split into sentences. */
export function listItems(text: string): string[] {
  const lines = text
    .split(/\n|;|•/)
    .map((line) => collapseWhitespace(line.replace(/^\s*(?:[-*–]|\d+[.)])\s*/, "")))
    .filter((line) => /\p{L}/u.test(line));
  return lines.flatMap((line) =>
    line.length > MAX_QUOTATION_CHARACTERS
      ? quotableSentences(line).map((part) => excerptAround(part))
      : [line],
  );
}

/**
 * Normalizes quotation marks, dashes and capitals character by character, so that positions stay the same.
 */
const normalize = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[–—−]/g, "-")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Finds a claimed quotation in an entry.
 * @returns the entry's verbatim text; null if it is not there or shorter than a quotation
 */
export function findVerbatim(entry: SourceEntry, claimed: string): Quotation | null {
  const needle = normalize(collapseWhitespace(claimed).replace(/^["“”'‘’…. ]+|["“”'‘’… ]+$/gu, ""));
  const isUnspaced = UNSPACED.test(needle);
  if (needle.length > 400) return null;
  if (!isUnspaced && (needle.length < MIN_QUOTATION_CHARACTERS || !needle.includes(" "))) return null;
  if (isUnspaced && needle.length < MIN_QUOTATION_CHARACTERS / 2) return null;
  for (const { text } of entry.texts) {
    const line = collapseWhitespace(text);
    const at = normalize(line).indexOf(needle);
    if (at < 0) continue;
    const isWhole = isUnspaced || (isEdge(line, at) && isEdge(line, at + needle.length));
    if (isWhole) return { entryId: entry.id, text: excerptAround(line.slice(at, at + needle.length)) };
  }
  return null;
}

/** Whether position `at` is not inside a word. */
function isEdge(text: string, at: number): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return !(isLetter(text[at - 1]) && isLetter(text[at]));
}

/** A topic that several entries mention. */
type FoundThread = { thread: InsightThread; theme?: InsightTheme };
type Mention = { entryId: string; sentence: string; at: number };
type Candidate = { name: string; theme?: InsightTheme; mentions: Mention[]; words: Set<string> };

/** Fields that quote the passage or are too short to be quoted. */
const UNQUOTED_FIELDS = new Set(["wordKept", "title"]);

type Line = { entryId: string; sentence: string; lower: string };

function linesOf(entries: readonly SourceEntry[]): Line[] {
  return entries.flatMap(({ id, texts }) =>
    texts
      .filter(({ key }) => !UNQUOTED_FIELDS.has(key))
      .flatMap(({ text }) => text.split("\n").flatMap((part) => quotableSentences(collapseWhitespace(part))))
      .map((sentence) => ({ entryId: id, sentence, lower: sentence.toLowerCase().replaceAll("’", "'") })),
  );
}

const escape = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const commonWords = new Set(THEMES.commonWords);
const patterns = new Map<string, RegExp>();

/** The words of a theme as one cached pattern with word boundaries for any script. */
function patternOf({ key, words }: InsightTheme): RegExp {
  const cached = patterns.get(key);
  if (cached) return cached;
  const parts = words.map((word) =>
    word.endsWith("*") ? `${escape(word.slice(0, -1))}[\\p{L}'-]*` : escape(word),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "u");
  patterns.set(key, pattern);
  return pattern;
}

function themeCandidates(lines: readonly Line[]): Candidate[] {
  return THEMES.themes.map((theme) => {
    const pattern = patternOf(theme);
    const words = new Set<string>();
    const mentions = lines.flatMap(({ entryId, sentence, lower }): Mention[] => {
      const match = pattern.exec(lower);
      if (!match) return [];
      words.add(match[0]);
      return [{ entryId, sentence, at: match.index }];
    });
    return { name: theme.name, theme, mentions, words };
  });
}

/** Longer runs of letters are URLs or noise. */
const MAX_WORD_LENGTH = 60;

/** Words and word pairs as candidates, including names. */
function wordCandidates(lines: readonly Line[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { entryId, sentence, lower } of lines) {
    const words = [...lower.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'-]*/gu)].map((match) => ({
      word: match[0].replace(/'s$/, ""),
      at: match.index,
    }));
    const isMeaningful = (word: string | undefined) =>
      word !== undefined && word.length > 3 && word.length <= MAX_WORD_LENGTH && !commonWords.has(word);
    for (const [index, { word, at }] of words.entries()) {
      const next = words[index + 1]?.word;
      if (isMeaningful(word)) addMention(found, word, { entryId, sentence, at });
      if (isMeaningful(word) && isMeaningful(next))
        addMention(found, `${word} ${next}`, { entryId, sentence, at });
    }
  }
  return [...found.values()].map((candidate) => ({ ...candidate, name: `“${candidate.name}”` }));
}

function addMention(found: Map<string, Candidate>, name: string, mention: Mention): void {
  const existing = found.get(name);
  if (!existing) found.set(name, { name, mentions: [mention], words: new Set(name.split(" ")) });
  else if (!existing.mentions.some(({ sentence }) => sentence === mention.sentence))
    existing.mentions.push(mention);
}

const entriesOf = ({ mentions }: Candidate) => new Set(mentions.map(({ entryId }) => entryId)).size;
/** Ranks by number of entries, then by number of sentences; themes and word pairs rank above single words. */
const weight = (candidate: Candidate) =>
  entriesOf(candidate) * 4 +
  Math.min(candidate.mentions.length, 12) +
  (candidate.theme ? 3 : candidate.words.size > 1 ? 5 : 0);

/** Up to `limit` threads, each with two or three quotations, of different entries if possible. */
export function findThreads(entries: readonly SourceEntry[], limit = 3): FoundThread[] {
  const lines = linesOf(entries);
  const candidates = [
    ...themeCandidates(lines).filter((candidate) => entriesOf(candidate) >= 2),
    // A single word needs three entries, because it means less than a theme or a pair.
    ...wordCandidates(lines).filter(
      (candidate) => entriesOf(candidate) >= (candidate.words.size > 1 ? 2 : 3),
    ),
  ].sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name, "en"));
  const found: FoundThread[] = [];
  const quotedSentences = new Set<string>();
  const usedWords = new Set<string>();
  for (const candidate of candidates) {
    if (found.length === limit) break;
    if ([...candidate.words].some((word) => usedWords.has(word)) && !candidate.theme) continue;
    const unused = candidate.mentions.filter(({ sentence }) => !quotedSentences.has(sentence));
    const quotations = selectQuotations(unused);
    if (quotations.length < 2) continue;
    found.push({ thread: { name: candidate.name, quotations }, theme: candidate.theme });
    for (const { sentence } of unused)
      if (quotations.some(({ text }) => sentence.includes(text))) quotedSentences.add(sentence);
    for (const word of candidate.words) usedWords.add(word);
  }
  return found;
}

/**
 * Up to three quotations, one of each entry per round; of each entry the sentences closest to 90 characters
 * first.
 */
function selectQuotations(mentions: readonly Mention[]): Quotation[] {
  const byEntry = new Map<string, Mention[]>();
  for (const mention of mentions)
    byEntry.set(mention.entryId, [...(byEntry.get(mention.entryId) ?? []), mention]);
  const lengthDistance = ({ sentence }: Mention) => Math.abs(sentence.length - 90);
  const queues = [...byEntry.values()].map((list) =>
    list.toSorted((a, b) => lengthDistance(a) - lengthDistance(b)),
  );
  const chosen: Quotation[] = [];
  for (let round = 0; chosen.length < 3 && round < 3; round++) {
    for (const queue of queues) {
      const mention = queue[round];
      if (mention && chosen.length < 3 && (round === 0 || chosen.length < 2 || queues.length < 3))
        chosen.push({ entryId: mention.entryId, text: excerptAround(mention.sentence, mention.at) });
    }
  }
  return chosen;
}

export function themeOf(line: string): InsightTheme | undefined {
  const lower = line.toLowerCase().replaceAll("’", "'");
  return THEMES.themes.find((theme) => patternOf(theme).test(lower));
}
