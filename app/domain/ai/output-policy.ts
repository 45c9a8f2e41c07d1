import { normalizeText, splitSentences, splitWords, unmaskLetters } from "~/domain/safety/crisis";
import {
  DIRECTIVE_RULES,
  DIVINE_RULES,
  HARM_RULES,
  IMPERSONATES_GOD,
  IMPERSONATES_PERSON,
  type PolicyRule,
  type ViolationKind,
} from "./policy-rules";

/**
 * Sources against which quotations are checked; supplied by the caller, because this module reads neither the
 * Bible nor the journal.
 */
export type QuotedSources = {
  /**
   * Whether the built-in Bible contains these words in this order. Without this function, every quotation of
   * Scripture is rejected.
   */
  isScripture?: (words: string) => boolean;
  /** Whether a reference such as "John 15:4" names an existing verse. */
  resolves?: (reference: string) => boolean;
  /** Text of the member, which the model may quote. */
  ownWords?: string;
};

const QUOTED = /["“„«]([^"“”„«»]{3,600})["”“»]/gu;
const ATTRIBUTED =
  /\b(?:says?|said|saying|writes?|wrote|written|reads?|prays?|prayed|teaches|taught|tells?|told|promises?|promised|declares?|states?|reminds?|scriptures?|bible|gospel|psalms?|psalmist|verse|chapter|apostle|prophet|proverbs?|jesus|christ|god|lord|paul|peter|moses|isaiah|david|saint|st\.?|augustine|aquinas|ignatius|teresa|therese|francis|benedict|luther|calvin|wesley|lewis|bonhoeffer|merton|nouwen|chesterton|spurgeon|pope|catechism)\b/i;
const REFERENCE =
  /(?<![\w:])((?:[1-3]|First|Second|Third|I{1,3})\s)?(\p{Lu}\p{L}+(?:\s(?:of|to)\s(?:the\s)?\p{Lu}?\p{L}+)?)\.?\s(\d{1,3}):(\d{1,3})(?:\s?[–-]\s?(\d{1,3}))?/gu;
const CLOCK =
  /^(?:At|By|Until|Till|From|Around|About|After|Before|Since|On|In|The|To|And|Or|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?$/;
/**
 * Paraphrased Scripture: "John 3:16 says that …", "Scripture tells us …". A paraphrase counts as an invented
 * quotation.
 */
const PARAPHRASED =
  /(?:\d{1,3}(?::\d{1,3})?(?:\s?[–-]\s?\d{1,3})?|\b(?:scripture|the (?:bible|gospels?|word of god|catechism|psalm|verse|text)|as it is written))\s?(?:also |clearly |itself )?(?:says?|teaches|tells us|reads?|declares?|promises|states|commands|reminds us|:(?=\s))\s?(?:that |us )?[,:]?\s?((?:\S+\s?){4,})/iu;
const JESUS_SAID =
  /\b(?:jesus|christ|god|the lord|paul|isaiah|david|moses|the psalmist|st\.? \w+|saint \w+|augustine)(?: himself| once)? (?:says?|said|taught|teaches|wrote|writes|promised|promises)\b(?! (?:this|it|so|yes|no|something|nothing|what|to (?:him|her|them|his|the|peter|mary|martha))\b)/i;

/** References in a text, as they are written there. */
export function findReferences(text: string): string[] {
  return [...text.matchAll(REFERENCE)]
    .filter(([, , book = ""]) => !CLOCK.test(book))
    .map(([reference]) => reference.trim());
}

function hasFalseReference(text: string, { resolves }: QuotedSources): boolean {
  return resolves !== undefined && findReferences(text).some((reference) => !resolves(reference));
}

const ATTRIBUTED_TO_MEMBER =
  /\b(?:you (?:wrote|said|write|put it|called it|kept)|your (?:own )?words?|in your entry)\b/i;
const contains = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);

/** Whether a sentence attributes words to Scripture, a saint or the member that are not theirs. */
function hasFalseQuotation(sentence: string, { isScripture, ownWords = "" }: QuotedSources): boolean {
  const own = splitWords(ownWords).join(" ");
  const isGenuine = (words: string[]) =>
    contains(own, words.join(" ")) || (isScripture?.(words.join(" ")) ?? false);
  const quotations = [...sentence.matchAll(QUOTED)].map(([, inside = ""]) => splitWords(inside));
  const long = quotations.filter((words) => words.length >= 4);
  const bare = sentence.replace(QUOTED, " ");
  const isAttributed = ATTRIBUTED.test(bare) || findReferences(bare).length > 0;
  if (isAttributed && long.some((words) => !isGenuine(words))) return true;
  if (long.some((words) => words.length >= 12 && !isGenuine(words))) return true;
  // "John 15:4: where do you slow down?" is a question and not a paraphrase.
  const paraphrase = bare.trimEnd().endsWith("?") ? undefined : PARAPHRASED.exec(bare)?.[1];
  if (paraphrase && !isGenuine(splitWords(paraphrase))) return true;
  return JESUS_SAID.test(bare) && long.length === 0;
}

/**
 * Replaces genuine quotations by "…", so that the rules judge only the model's own words. A quotation of the
 * member is genuine only if the sentence attributes it to them.
 */
function stripTrueQuotations(sentence: string, { isScripture, ownWords = "" }: QuotedSources): string {
  const own = ATTRIBUTED_TO_MEMBER.test(sentence) ? splitWords(ownWords).join(" ") : "";
  return sentence.replace(QUOTED, (quotation, inside: string) => {
    const words = splitWords(inside).join(" ");
    return words && (contains(own, words) || isScripture?.(words)) ? "“…”" : quotation;
  });
}

export type OutputPolicyOptions = QuotedSources & {
  /** The text is a draft in the member's voice; it may pray and bless God. */
  inMembersVoice?: boolean;
};

const ALL_RULES = [
  ...DIVINE_RULES,
  ...IMPERSONATES_GOD,
  ...IMPERSONATES_PERSON,
  ...DIRECTIVE_RULES,
  ...HARM_RULES,
];
/** Drafts in the member's voice may say "I" and ask for blessings; all other rules apply to them. */
const DRAFT_RULES = [
  ...DIVINE_RULES.filter(({ kind }) => kind !== "blessing"),
  ...IMPERSONATES_GOD,
  ...DIRECTIVE_RULES,
  ...HARM_RULES,
];

/**
 * An open question may ask about things that software must not claim: "What might God be inviting you to
 * notice?"
 */
const OPEN_QUESTION =
  /^["'( ]*(?:and |so |or |then )?(?:what|where|when|how|who|whom|which|in what|for what|with whom|from whom|to whom|is there|was there)\b(?!.*\b(?:know|realise|realize|aware|see|accept|admit)\b(?: \w+)? that\b).*\?["') ]*$/;
/** Kinds that an open question may mention; orders, relationships and harm are forbidden in questions too. */
const ASKABLE: readonly ViolationKind[] = ["god_says", "prophecy"];

function violates({ pattern, unless, kind }: PolicyRule, sentence: string, isQuestion: boolean): boolean {
  if (isQuestion && ASKABLE.includes(kind)) return false;
  if (!pattern.test(sentence)) return false;
  if (!unless) return true;
  // A refusal excuses its own clause only: "I cannot absolve you, but your sins are forgiven" is a violation.
  return (
    sentence.split(/[,;:—–]| - |\b(?:but|yet|however|and|so|still)\b/).some((clause) => {
      return pattern.test(clause) && !unless.test(clause);
    }) || !unless.test(sentence)
  );
}

/**
 * Kinds of violation in a model's answer; empty for an allowed answer. False quotations are also looked for
 * in each pair of consecutive sentences.
 */
export function findViolations(text: string, options: OutputPolicyOptions = {}): ViolationKind[] {
  const found = new Set<ViolationKind>();
  const rules = options.inMembersVoice ? DRAFT_RULES : ALL_RULES;
  const sentences = splitSentences(text);
  for (const [at, original] of sentences.entries()) {
    const plain = normalizeText(stripTrueQuotations(original, options)).trim();
    const unmasked = unmaskLetters(plain);
    const isQuestion = OPEN_QUESTION.test(plain);
    for (const rule of rules) {
      if (
        violates(rule, plain, isQuestion) ||
        (unmasked !== plain && rule.kind !== "score" && violates(rule, unmasked, isQuestion))
      )
        found.add(rule.kind);
    }
    const pair = (sentences[at - 1] ?? "") + original;
    if (hasFalseReference(original, options)) found.add("scripture");
    if (hasFalseQuotation(original, options) || hasFalseQuotation(pair, options)) found.add("quotation");
  }
  return [...found];
}

export function isAllowedOutput(text: string, options: OutputPolicyOptions = {}): boolean {
  return findViolations(text, options).length === 0;
}

/**
 * Splits a streamed text at its last sentence end, so that only complete sentences are checked and shown.
 * @returns the complete sentences, and the unfinished rest
 */
export function splitCompleteSentences(text: string): { whole: string; rest: string } {
  const end = /^[\s\S]*(?:[.!?…。！？]["”’')\]]*(?=\s)|\n)/u.exec(text)?.[0] ?? "";
  return { whole: end, rest: text.slice(end.length) };
}
