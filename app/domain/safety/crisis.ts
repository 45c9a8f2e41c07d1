import {
  ENGLISH,
  OTHER_LANGUAGES,
  type CrisisLevel,
  type CrisisSignal,
  type SignalSubject,
} from "./crisis-signal";

/** Characters that replace letters to evade word lists: "k1ll", "su!cide", "d*e". */
const MASKS: Record<string, string> = { "1": "i", "!": "i", "*": "i", "0": "o", "3": "e", "@": "a", $: "s" };

/**
 * Normalizes a text for pattern matching: lower case, no accents or invisible characters, straight quotation
 * marks, single spaces. Line breaks stay.
 */
export function normalizeText(text: string): string {
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

/** Restores masked and spaced-out letters: "k1ll", "s u i c i d e". */
export function unmaskLetters(plain: string): string {
  return plain
    .replace(/(?<![a-z])(?:[a-z][ ._-]){3,}[a-z](?![a-z])/g, (run) => run.replace(/[ ._-]/g, ""))
    .replace(/[a-z][a-z013@$!*]*[013@$!*][a-z][a-z013@$!*]*/g, (word) =>
      word.replace(/[013@$!*]/g, (mask) => MASKS[mask] ?? mask),
    );
}

/** The first 20,000 words of a text as letters and digits only, for comparison with passages. */
export function splitWords(text: string): string[] {
  return (
    normalizeText(text)
      .replace(/'/g, "")
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 20_000) ?? []
  );
}

/** Longer sentences are split into segments. */
const MAX_SENTENCE_CHARACTERS = 1_000;

/** Splits a text into sentences and lines, each with its end mark. */
export function splitSentences(text: string): string[] {
  const sentences = text.match(/[^.!?…\n。！？]+[.!?…\n。！？"”’')\]]*/gu) ?? [];
  return sentences
    .filter((sentence) => sentence.trim())
    .flatMap((sentence) => [...splitSegments(sentence, MAX_SENTENCE_CHARACTERS)]);
}

/** Characters repeated at the start of the next segment when a sentence is cut. */
const SEGMENT_OVERLAP = 200;

/**
 * Splits a text into segments of at most `length` characters, at the end of a line or sentence if possible,
 * else between words.
 */
export function* splitSegments(text: string, length: number): Generator<string> {
  let from = 0;
  while (text.length - from > length) {
    const window = text.slice(from, from + length);
    const lineEnd = Math.max(...["\n", ".", "!", "?"].map((end) => window.lastIndexOf(end))) + 1;
    const words = window.lastIndexOf(" ") + 1;
    const end = [lineEnd, words].find((at) => at > length / 2) ?? length;
    yield window.slice(0, end);
    from += end === lineEnd ? end : end - SEGMENT_OVERLAP;
  }
  yield text.slice(from);
}

/**
 * Quotations that `findCrisis` removes, because a lament of Scripture is no crisis signal: laments in wordings of
 * translations that are not built in, and the one built-in verse that reads like a threat. A quotation that is
 * not in this list can cause a false positive, which must be harmless.
 */
const LAMENTS_BY_HEART: readonly string[] = [
  "It is enough; now, O Lord, take away my life; for I am not better than my fathers",
  "I have had enough, Lord. Take my life; I am no better than my ancestors",
  "Therefore now, O Lord, take, I beseech thee, my life from me; for it is better for me to die than to live",
  "Now, Lord, take away my life, for it is better for me to die than to live",
  "It would be better for me to die than to live",
  "Let the day perish wherein I was born, and the night in which it was said, There is a man child conceived",
  "May the day of my birth perish",
  "Why died I not from the womb? why did I not give up the ghost when I came out of the belly",
  "Why did I not perish at birth, and die as I came from the womb",
  "so that my soul chooseth strangling, and death rather than my life",
  "I loathe it; I would not live alway: let me alone; for my days are vanity",
  "I despise my life; I would not live forever. Let me alone; my days have no meaning",
  "My soul is weary of my life; I will leave my complaint upon myself",
  "I loathe my very life; therefore I will give free rein to my complaint",
  "kill me, I pray thee, out of hand, if I have found favour in thy sight; and let me not see my wretchedness",
  "please go ahead and kill me, if I have found favor in your eyes",
  "Cursed be the day wherein I was born: let not the day wherein my mother bare me be blessed",
  "Cursed be the day I was born",
  "we were pressed out of measure, above strength, insomuch that we despaired even of life",
  "we despaired of life itself",
  "having a desire to depart, and to be with Christ; which is far better",
  "I desire to depart and be with Christ, which is better by far",
  "For to me to live is Christ, and to die is gain",
  "My soul is exceeding sorrowful, even unto death",
  "My soul is overwhelmed with sorrow to the point of death",
  "Darkness is my closest friend",
  "We would rather be away from the body and at home with the Lord",
  "Take my life and let it be consecrated, Lord, to thee",
  "I will kill her children with Death, and all the assemblies will know that I am he who searches the minds and hearts",
  "And I will kill her children with death; and all the churches shall know that I am he which searcheth the reins",
];

/** Words in a row that identify a quotation of a passage known to have been read. */
const MIN_NGRAM = 4;
/**
 * Words in a row that identify a quotation of a lament. More than MIN_NGRAM, because a shorter phrase such as
 * "better for me to die" can be the member's own.
 */
const MIN_LAMENT_NGRAM = 8;

/** The n-grams of some texts; `length` is their number of words. */
type Ngrams = { length: number; runs: ReadonlySet<string> };

export function ngramsOf(texts: readonly string[], length: number): Ngrams {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = splitWords(text);
    for (let at = 0; at + length <= words.length; at++) runs.add(words.slice(at, at + length).join(" "));
  }
  return { length, runs };
}

const LAMENT_NGRAMS: Ngrams = ngramsOf(LAMENTS_BY_HEART, MIN_LAMENT_NGRAM);

/**
 * Removes quoted text: every n-gram found in `runs`. A line break replaces it, so that the words around it do
 * not form a new sentence.
 */
export function stripKnownText(text: string, { length, runs }: Ngrams): string {
  if (runs.size === 0) return text;
  const plain = normalizeText(text);
  const found = [...plain.matchAll(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu)];
  const words = found.map(([word]) => word.replace(/'/g, ""));
  const covered = new Set<number>();
  for (let at = 0; at + length <= words.length; at++) {
    if (!runs.has(words.slice(at, at + length).join(" "))) continue;
    for (let next = at; next < at + length; next++) covered.add(next);
  }
  if (covered.size === 0) return text;
  let remainder = "";
  let from = 0;
  for (const [at, match] of found.entries()) {
    if (!covered.has(at)) continue;
    remainder += `${plain.slice(from, match.index)}\n`;
    from = match.index + match[0].length;
  }
  return remainder + plain.slice(from);
}

/** Result of crisis detection, without the text. */
export type Crisis = { level: CrisisLevel; about: SignalSubject | null };

const NO_CRISIS: Crisis = { level: 0, about: null };

const SIGNALS: readonly CrisisSignal[] = [...ENGLISH, ...OTHER_LANGUAGES];

/**
 * Negation, as in "I do not want to kill myself". People in a crisis write this too, so it lowers the level
 * to 1 and not to 0.
 */
const NEGATED =
  /\b(?:do not|don'?t|dont|did not|didn'?t|not|never|no longer|won'?t|wouldn'?t|no)\b(?! (?:care|know|think i can|just|mind|see why|only))[^,.;]{0,18}$/;
const NOT_NEGATED = /\bwhy not\b|\bso (?:much|badly)\b|\bthis (?:much|badly)\b|\bcan'?t stop\b/;
/** Words of a report about the distant past; they lower the level to 1. */
const PAST =
  /\b(?:years? ago|long ago|once|used to|back then|at (?:fifteen|sixteen|seventeen|eighteen|nineteen|twenty|\d{2})|when i was|as a (?:child|teenager|student)|last (?:year|winter|summer)|in (?:19|20)\d\d)\b/;

/** Sentences about a book, a sermon or a biblical figure. */
const RETOLD =
  /\b(?:elijah|jonah|job|jeremiah|judas|saul|samson|psalmist|the (?:film|movie|novel|book|sermon|play|article|homily|podcast)|character|hamlet)\b/;

function levelOf({ pattern, unless, level }: CrisisSignal, sentence: string): CrisisLevel {
  const match = pattern.exec(sentence);
  if (!match || unless?.test(sentence)) return 0;
  if (RETOLD.test(sentence) && !/\b(?:i|me|my)\b/.test(sentence)) return 0;
  const before = sentence.slice(0, match.index);
  const isNegated = NEGATED.test(before) && !NOT_NEGATED.test(sentence);
  return level === 1 || isNegated || PAST.test(sentence) ? 1 : 2;
}

/**
 * Finds the most urgent crisis signal of a text. `known` are texts that the member may be quoting, such as
 * the passage of the day; `phrases` are the operator's own signals, always of level 2.
 */
export function findCrisis(
  text: string,
  { known = [], phrases = [] }: { known?: readonly string[]; phrases?: readonly string[] } = {},
): Crisis {
  const own = stripKnownText(stripKnownText(text, LAMENT_NGRAMS), ngramsOf(known, MIN_NGRAM));
  let found = NO_CRISIS;
  for (const original of splitSentences(own)) {
    const plain = normalizeText(original).trim();
    const unmasked = unmaskLetters(plain);
    for (const signal of SIGNALS) {
      if (signal.level <= found.level) continue;
      const level = Math.max(
        levelOf(signal, plain),
        unmasked === plain ? 0 : levelOf(signal, unmasked),
      ) as CrisisLevel;
      if (level > found.level) found = { level, about: signal.about };
    }
    if (phrases.some((phrase) => plain.includes(normalizeText(phrase).trim())))
      return { level: 2, about: "self" };
    if (found.level === 2) return found;
  }
  return found;
}
