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

/** What the check of quotations asks its caller; pure files know neither the Bible's text nor the person's. */
export type QuotedSources = {
  /** Whether these words, in this order, are in our text of Scripture; without it no quotation of Scripture passes. */
  isScripture?: (words: string) => boolean;
  /** Whether a reference such as "John 15:4" names a verse that exists. */
  resolves?: (reference: string) => boolean;
  /** The person's own words, which may be quoted back. */
  ownWords?: string;
};

const QUOTED = /["“„«]([^"“”„«»]{3,600})["”“»]/gu;
const ATTRIBUTED =
  /\b(?:says?|said|saying|writes?|wrote|written|reads?|prays?|prayed|teaches|taught|tells?|told|promises?|promised|declares?|states?|reminds?|scriptures?|bible|gospel|psalms?|psalmist|verse|chapter|apostle|prophet|proverbs?|jesus|christ|god|lord|paul|peter|moses|isaiah|david|saint|st\.?|augustine|aquinas|ignatius|teresa|therese|francis|benedict|luther|calvin|wesley|lewis|bonhoeffer|merton|nouwen|chesterton|spurgeon|pope|catechism)\b/i;
const REFERENCE =
  /(?<![\w:])((?:[1-3]|First|Second|Third|I{1,3})\s)?(\p{Lu}\p{L}+(?:\s(?:of|to)\s(?:the\s)?\p{Lu}?\p{L}+)?)\.?\s(\d{1,3}):(\d{1,3})(?:\s?[–-]\s?(\d{1,3}))?/gu;
const CLOCK =
  /^(?:At|By|Until|Till|From|Around|About|After|Before|Since|On|In|The|To|And|Or|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?$/;
/** "John 3:16 says that …", "Scripture tells us …": Scripture in other words is Scripture invented. */
const RETOLD =
  /(?:\d{1,3}(?::\d{1,3})?(?:\s?[–-]\s?\d{1,3})?|\b(?:scripture|the (?:bible|gospels?|word of god|catechism|psalm|verse|text)|as it is written))\s?(?:also |clearly |itself )?(?:says?|teaches|tells us|reads?|declares?|promises|states|commands|reminds us|:(?=\s))\s?(?:that |us )?[,:]?\s?((?:\S+\s?){4,})/iu;
const JESUS_SAID =
  /\b(?:jesus|christ|god|the lord|paul|isaiah|david|moses|the psalmist|st\.? \w+|saint \w+|augustine)(?: himself| once)? (?:says?|said|taught|teaches|wrote|writes|promised|promises)\b(?! (?:this|it|so|yes|no|something|nothing|what|to (?:him|her|them|his|the|peter|mary|martha))\b)/i;

/** References in a text, as written. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)]
    .filter(([, , book = ""]) => !CLOCK.test(book))
    .map(([reference]) => reference.trim());
}

/** Whether a text names a verse that does not exist. */
export function hasFalseReference(text: string, { resolves }: QuotedSources): boolean {
  return resolves !== undefined && referencesIn(text).some((reference) => !resolves(reference));
}

const GIVEN_BACK =
  /\b(?:you (?:wrote|said|write|put it|called it|kept)|your (?:own )?words?|in your entry)\b/i;
const contains = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);

/** Whether a sentence puts words into the mouth of Scripture, a saint or the person that are not theirs. */
export function hasFalseQuotation(sentence: string, { isScripture, ownWords = "" }: QuotedSources): boolean {
  const own = splitWords(ownWords).join(" ");
  const isTrue = (words: string[]) =>
    contains(own, words.join(" ")) || (isScripture?.(words.join(" ")) ?? false);
  const quotations = [...sentence.matchAll(QUOTED)].map(([, inside = ""]) => splitWords(inside));
  const long = quotations.filter((words) => words.length >= 4);
  const bare = sentence.replace(QUOTED, " ");
  const isAttributed = ATTRIBUTED.test(bare) || referencesIn(bare).length > 0;
  if (isAttributed && long.some((words) => !isTrue(words))) return true;
  if (long.some((words) => words.length >= 12 && !isTrue(words))) return true;
  // "John 15:4: where do you slow down?" asks, and retells nothing.
  const retold = bare.trimEnd().endsWith("?") ? undefined : RETOLD.exec(bare)?.[1];
  if (retold && !isTrue(splitWords(retold))) return true;
  return JESUS_SAID.test(bare) && long.length === 0;
}

/**
 * A sentence without the quotations that are true, so that what a person wrote, or what Scripture says, is not taken for the
 * software's own word. The person's words count as quoted only where the sentence says that they are theirs.
 */
export function stripTrueQuotations(sentence: string, { isScripture, ownWords = "" }: QuotedSources): string {
  const own = GIVEN_BACK.test(sentence) ? splitWords(ownWords).join(" ") : "";
  return sentence.replace(QUOTED, (quotation, inside: string) => {
    const words = splitWords(inside).join(" ");
    return words && (contains(own, words) || isScripture?.(words)) ? "“…”" : quotation;
  });
}

export type OutputPolicyOptions = QuotedSources & {
  /** The text is a draft that the person asked for, in their own voice: it may pray and bless God. */
  inPersonsVoice?: boolean;
};

const ALL = [...DIVINE_RULES, ...IMPERSONATES_GOD, ...IMPERSONATES_PERSON, ...DIRECTIVE_RULES, ...HARM_RULES];
/** A prayer in the person's voice says "I", and asks a blessing for others; the rest is never said by anyone. */
const FOR_DRAFTS = [
  ...DIVINE_RULES.filter(({ kind }) => kind !== "blessing"),
  ...IMPERSONATES_GOD,
  ...DIRECTIVE_RULES,
  ...HARM_RULES,
];

/** An open question may ask what software may not claim: "What might God be inviting you to notice?" */
const OPEN_QUESTION =
  /^["'( ]*(?:and |so |or |then )?(?:what|where|when|how|who|whom|which|in what|for what|with whom|from whom|to whom|is there|was there)\b(?!.*\b(?:know|realise|realize|aware|see|accept|admit)\b(?: \w+)? that\b).*\?["') ]*$/;
/** What an open question may touch; orders, ties and harm stay forbidden in a question too. */
const ASKABLE: readonly ViolationKind[] = ["god_says", "prophecy"];

function breaks({ pattern, unless, kind }: PolicyRule, sentence: string, isQuestion: boolean): boolean {
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
export function findViolations(text: string, options: OutputPolicyOptions = {}): ViolationKind[] {
  const found = new Set<ViolationKind>();
  const patterns = options.inPersonsVoice ? FOR_DRAFTS : ALL;
  const sentences = splitSentences(text);
  for (const [at, original] of sentences.entries()) {
    const plain = normalizeText(stripTrueQuotations(original, options)).trim();
    const open = unmaskLetters(plain);
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
export function isAllowedOutput(text: string, options: OutputPolicyOptions = {}): boolean {
  return findViolations(text, options).length === 0;
}

/**
 * Whole sentences out of a text that is still coming, so that each is checked before it is shown.
 * @returns what is whole, and what has to wait for more
 */
export function splitCompleteSentences(text: string): { whole: string; rest: string } {
  const end = /^[\s\S]*(?:[.!?…。！？]["”’')\]]*(?=\s)|\n)/u.exec(text)?.[0] ?? "";
  return { whole: end, rest: text.slice(end.length) };
}
