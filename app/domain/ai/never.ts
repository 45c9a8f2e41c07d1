import { plainText, sentencesOf, unmasked } from "~/domain/safety/plain-text";
import { AGAINST } from "./never-against";
import { HOLY } from "./never-holy";
import type { NeverKind, NeverPattern } from "./never-kinds";
import { ORDERS } from "./never-orders";
import {
  hasFalseQuotation,
  hasFalseReference,
  withoutTrueQuotations,
  type QuotedSources,
} from "./never-quotations";
import { AS_GOD, AS_SOMEBODY } from "./never-somebody";

export type NeverOptions = QuotedSources & {
  /** The text is a draft that the person asked for, in their own voice: it may pray and bless God. */
  inPersonsVoice?: boolean;
};

const ALL = [...HOLY, ...AS_GOD, ...AS_SOMEBODY, ...ORDERS, ...AGAINST];
/** A prayer in the person's voice says "I", and asks a blessing for others; the rest is never said by anyone. */
const FOR_DRAFTS = [...HOLY.filter(({ kind }) => kind !== "blessing"), ...AS_GOD, ...ORDERS, ...AGAINST];

/** An open question may ask what software may not claim: "What might God be inviting you to notice?" */
const OPEN_QUESTION =
  /^["'( ]*(?:and |so |or |then )?(?:what|where|when|how|who|whom|which|in what|for what|with whom|from whom|to whom|is there|was there)\b(?!.*\b(?:know|realise|realize|aware|see|accept|admit)\b(?: \w+)? that\b).*\?["') ]*$/;
/** What an open question may touch; orders, ties and harm stay forbidden in a question too. */
const ASKABLE: readonly NeverKind[] = ["god_says", "prophecy"];

function breaks({ pattern, unless, kind }: NeverPattern, sentence: string, isQuestion: boolean): boolean {
  if (isQuestion && ASKABLE.includes(kind)) return false;
  if (!pattern.test(sentence)) return false;
  if (!unless) return true;
  // A refusal excuses its own clause only: "I cannot absolve you, but your sins are forgiven" says it.
  return (
    sentence.split(/[,;:—–]| - |\b(?:but|yet|however|and|so|still)\b/).some((clause) => {
      return pattern.test(clause) && !unless.test(clause);
    }) || !unless.test(sentence)
  );
}

/**
 * What in an answer of a model must not be said here. Empty for what
 * may be shown. Each sentence is read alone and together with the one before it.
 */
export function neverIn(text: string, options: NeverOptions = {}): NeverKind[] {
  const found = new Set<NeverKind>();
  const patterns = options.inPersonsVoice ? FOR_DRAFTS : ALL;
  const sentences = sentencesOf(text);
  for (const [at, original] of sentences.entries()) {
    const plain = plainText(withoutTrueQuotations(original, options)).trim();
    const open = unmasked(plain);
    const isQuestion = OPEN_QUESTION.test(plain);
    for (const rule of patterns) {
      if (
        breaks(rule, plain, isQuestion) ||
        (open !== plain && rule.kind !== "score" && breaks(rule, open, isQuestion))
      )
        found.add(rule.kind);
    }
    const pair = (sentences[at - 1] ?? "") + original;
    if (hasFalseReference(original, options)) found.add("scripture");
    if (hasFalseQuotation(original, options) || hasFalseQuotation(pair, options)) found.add("quotation");
  }
  return [...found];
}

/** Whether an answer may be shown. */
export function maySay(text: string, options: NeverOptions = {}): boolean {
  return neverIn(text, options).length === 0;
}

/**
 * Whole sentences out of a text that is still coming, so that each is checked before it is shown.
 * @returns what is whole, and what has to wait for more
 */
export function wholeSentences(text: string): { whole: string; rest: string } {
  const end = /^[\s\S]*(?:[.!?…。！？]["”’')\]]*(?=\s)|\n)/u.exec(text)?.[0] ?? "";
  return { whole: end, rest: text.slice(end.length) };
}
