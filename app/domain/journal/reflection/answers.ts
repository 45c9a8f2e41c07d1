import { EMPTY_CONTENT, segmentEnd, type Answer, type EntryContent } from "~/domain/journal/entries/content";
import { TONE_NAMES, verseAsWord, verseKey, type Tone } from "~/domain/journal/prompt-sets/lectio-questions";
import { ANSWER_KEYS, type AnswerKey, type Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { setPartOf } from "~/domain/journal/prompt-sets/registry";
import { isOfWay, placeOnWay } from "~/domain/journal/way-progress/way-flow";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { isCustomField, OWN_QUESTION } from "./flow";

/** What a form sent; a field it did not have is missing, an empty one is "". */
export type SubmittedAnswers = Partial<Record<AnswerKey, string>> & {
  tone?: Tone;
  mood?: string;
  verse?: string;
};

/** A chosen verse fills the kept word, unless the person has typed one. */
function wordKept(typed: string, ticked: string | undefined, passage: Passage | undefined): string {
  const verse = passage?.verses.find((candidate) => verseKey(candidate) === ticked);
  if (!verse) return typed;
  const isFilledIn = passage?.verses.some((candidate) => verseAsWord(candidate) === typed.trim());
  return typed.trim() === "" || isFilledIn ? verseAsWord(verse) : typed;
}

/** Headings for answers that lost their question: written for another prompt set than the one that is shown now. */
const nameOf = (key: AnswerKey) =>
  setPartOf(key)?.heading ??
  (isCustomField(key)
    ? OWN_QUESTION
    : isOfWay(key)
      ? t("A question of a way")
      : key.charAt(0).toUpperCase() + key.slice(1));

/** The question that an answer belongs to: its movement, if it has one, and its hint. */
function questionOf(flow: Flow, key: AnswerKey, tone: Tone | undefined): string {
  const field = flow.fields.find((candidate) => candidate.key === key);
  if (!field) return nameOf(key);
  const asked = field.hint ? `${field.label}: ${field.hint}` : field.label;
  const step = flow.steps.find(({ fields }) => fields.includes(field));
  if (flow.kind !== "lectio" || !step) return asked;
  return `${step.name}${key === "oratio" && tone ? `, ${TONE_NAMES[tone].toLowerCase()}` : ""}: ${asked}`;
}

/**
 * Everything that has been written for a reflection so far: the fields of this form, the answers of other steps as they
 * were, and answers to questions that are no longer asked. Nothing that was typed is left out.
 */
export function mergeAnswers(
  flow: Flow,
  typed: SubmittedAnswers,
  passage?: Passage,
  before?: EntryContent,
): EntryContent {
  const earlier = new Map(before?.answers.map((answer) => [answer.key, answer]));
  const asked = flow.fields.map(({ key }) => key);
  const answers = asked.map((key): Answer => {
    const known = earlier.get(key);
    const text = typed[key] ?? known?.text ?? "";
    if (key === "wordKept") {
      return { key, question: questionOf(flow, key, undefined), text: wordKept(text, typed.verse, passage) };
    }
    const tone = key === "oratio" ? (typed.tone ?? toneIn(known)) : undefined;
    return { key, question: questionOf(flow, key, tone), text, ...(tone && { tone }) };
  });
  const others = ANSWER_KEYS.filter((key) => !asked.includes(key)).flatMap((key): Answer[] => {
    const known = earlier.get(key);
    const text = typed[key] ?? known?.text ?? "";
    return text.trim() ? [{ key, question: known?.question ?? nameOf(key), text }] : [];
  });
  return {
    ...EMPTY_CONTENT,
    title: before?.title ?? "",
    body: before?.body ?? "",
    mood: typed.mood ?? before?.mood ?? "",
    tags: before?.tags ?? [],
    answers: [...answers, ...others],
    ...(flow.way && { way: placeOnWay(flow.way) }),
  };
}

function toneIn(answer: Answer | undefined): Tone | undefined {
  return (Object.keys(TONE_NAMES) as Tone[]).find((tone) => tone === answer?.tone);
}

/** Answers of a draft to questions that this reflection does not ask. */
export function orphanedAnswers(flow: Flow, content: EntryContent | undefined): Answer[] {
  const asked = new Set<string>(flow.fields.map(({ key }) => key));
  return (content?.answers ?? []).filter(({ key, text }) => !asked.has(key) && text.trim());
}

/** The step where a reflection resumes: the last one with writing in it, or the first. */
export function resumeStep(flow: Flow, content: EntryContent | undefined): string {
  const written = new Set(content?.answers.filter(({ text }) => text.trim()).map(({ key }) => key));
  const last = flow.steps.findLast(({ fields }) => fields.some(({ key }) => written.has(key)));
  return last?.key ?? flow.steps[0]?.key ?? "";
}

/** What the morning kept for the day. */
export type MorningCarryover = { presence: string; word: string; intention: string };

/** The evening shows the beginning of a longer text, which only an imported morning can have. */
const MAX_CHARACTERS = 2_000;

function beginningOf(text: string): string {
  const end = segmentEnd(text, 0, MAX_CHARACTERS);
  return end < text.length ? `${text.slice(0, end).trimEnd()}…` : text;
}

/** What was kept in the morning, in the words of its entry or its draft. */
export function carryoverFrom(content: EntryContent | null | undefined): MorningCarryover {
  const answers = content?.answers ?? [];
  const textOf = (key: AnswerKey) =>
    beginningOf(answers.find((answer) => answer.key === key)?.text.trim() ?? "");
  return { presence: textOf("presence"), word: textOf("wordKept"), intention: textOf("intention") };
}
