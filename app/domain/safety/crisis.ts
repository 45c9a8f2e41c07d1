import { LAMENT_RUNS, runsOf, SHORT_RUN, withoutKnownWords } from "./known-words";
import { plainText, sentencesOf, unmasked } from "./plain-text";
import type { CrisisLevel, Sign, SignAbout } from "./sign";
import { ENGLISH } from "./signs-english";
import { OTHER_LANGUAGES } from "./signs-other-languages";

/** What was found in a text, without the text. */
export type Crisis = { level: CrisisLevel; about: SignAbout | null };

const NO_CRISIS: Crisis = { level: 0, about: null };

const SIGNS: readonly Sign[] = [...ENGLISH, ...OTHER_LANGUAGES];

/** "I do not want to kill myself": said by people in need too, so it stays a reason for a gentle line. */
const DENIED =
  /\b(?:do not|don'?t|dont|did not|didn'?t|not|never|no longer|won'?t|wouldn'?t|no)\b(?! (?:care|know|think i can|just|mind|see why|only))[^,.;]{0,18}$/;
const NOT_DENIED = /\bwhy not\b|\bso (?:much|badly)\b|\bthis (?:much|badly)\b|\bcan'?t stop\b/;
/** Long ago, and told as such. */
const PAST =
  /\b(?:years? ago|long ago|once|used to|back then|at (?:fifteen|sixteen|seventeen|eighteen|nineteen|twenty|\d{2})|when i was|as a (?:child|teenager|student)|last (?:year|winter|summer)|in (?:19|20)\d\d)\b/;

/** Whether the sentence is about a book, a sermon or someone long dead. */
const TOLD =
  /\b(?:elijah|jonah|job|jeremiah|judas|saul|samson|psalmist|the (?:film|movie|novel|book|sermon|play|article|homily|podcast)|character|hamlet)\b/;

function levelOf({ pattern, unless, level }: Sign, sentence: string): CrisisLevel {
  const match = pattern.exec(sentence);
  if (!match || unless?.test(sentence)) return 0;
  if (TOLD.test(sentence) && !/\b(?:i|me|my)\b/.test(sentence)) return 0;
  const before = sentence.slice(0, match.index);
  const denied = DENIED.test(before) && !NOT_DENIED.test(sentence);
  return level === 1 || denied || PAST.test(sentence) ? 1 : 2;
}

/**
 * How urgently a text asks for help. `known` are texts whose words are not the writer's own:
 * the passage that was prayed. `phrases` are the operator's additions.
 */
export function crisisIn(
  text: string,
  { known = [], phrases = [] }: { known?: readonly string[]; phrases?: readonly string[] } = {},
): Crisis {
  const own = withoutKnownWords(withoutKnownWords(text, LAMENT_RUNS), runsOf(known, SHORT_RUN));
  let found = NO_CRISIS;
  for (const original of sentencesOf(own)) {
    const plain = plainText(original).trim();
    const open = unmasked(plain);
    for (const sign of SIGNS) {
      if (sign.level <= found.level) continue;
      const level = Math.max(levelOf(sign, plain), open === plain ? 0 : levelOf(sign, open)) as CrisisLevel;
      if (level > found.level) found = { level, about: sign.about };
    }
    if (phrases.some((phrase) => plain.includes(plainText(phrase).trim())))
      return { level: 2, about: "self" };
    if (found.level === 2) return found;
  }
  return found;
}
