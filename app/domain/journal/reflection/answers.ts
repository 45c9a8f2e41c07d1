import {
  EMPTY_CONTENT,
  pageFieldsOf,
  segmentEnd,
  type Answer,
  type EntryContent,
} from "~/domain/journal/entries/content";
import { TONE_NAMES, verseAsWord, verseKey, type Tone } from "~/domain/journal/prompt-sets/lectio-questions";
import { ANSWER_KEYS, type AnswerKey, type Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { setPartOf } from "~/domain/journal/prompt-sets/registry";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { isCustomField, isOfWay, OWN_QUESTION, placeOnWay } from "./flow";

/** The submitted answers; a field that the form did not have is missing. */
export type SubmittedAnswers = Partial<Record<AnswerKey, string>> & {
  tone?: Tone;
  mood?: string;
  verse?: string;
};

/** The kept word: a chosen verse replaces an empty field or another verse, but not a typed word. */
function resolveKeptWord(
  submitted: string,
  chosen: string | undefined,
  passage: Passage | undefined,
): string {
  const verse = passage?.verses.find((candidate) => verseKey(candidate) === chosen);
  if (!verse) return submitted;
  const isVerse = passage?.verses.some((candidate) => verseAsWord(candidate) === submitted.trim());
  return submitted.trim() === "" || isVerse ? verseAsWord(verse) : submitted;
}

/** The heading of an answer whose question is not in the current flow. */
const headingOf = (key: AnswerKey) =>
  setPartOf(key)?.heading ??
  (isCustomField(key)
    ? OWN_QUESTION
    : isOfWay(key)
      ? t("A question of a way")
      : key.charAt(0).toUpperCase() + key.slice(1));

/** The question stored with an answer: the name of its movement, if any, the label and the hint. */
function questionOf(flow: Flow, key: AnswerKey, tone: Tone | undefined): string {
  const field = flow.fields.find((candidate) => candidate.key === key);
  if (!field) return headingOf(key);
  const question = field.hint ? `${field.label}: ${field.hint}` : field.label;
  const step = flow.steps.find(({ fields }) => fields.includes(field));
  if (flow.kind !== "lectio" || !step) return question;
  return `${step.name}${key === "oratio" && tone ? `, ${TONE_NAMES[tone].toLowerCase()}` : ""}: ${question}`;
}

/**
 * Merges the submitted answers into the draft's content. Answers of other steps and to questions that the flow no longer has
 * are retained, so that no text is lost.
 */
export function mergeAnswers(
  flow: Flow,
  submitted: SubmittedAnswers,
  passage?: Passage,
  before?: EntryContent,
): EntryContent {
  const earlier = new Map(before?.answers.map((answer) => [answer.key, answer]));
  const keys = flow.fields.map(({ key }) => key);
  const answers = keys.map((key): Answer => {
    const known = earlier.get(key);
    const text = submitted[key] ?? known?.text ?? "";
    if (key === "wordKept")
      return {
        key,
        question: questionOf(flow, key, undefined),
        text: resolveKeptWord(text, submitted.verse, passage),
      };
    const tone = key === "oratio" ? (submitted.tone ?? toneIn(known)) : undefined;
    return { key, question: questionOf(flow, key, tone), text, ...(tone && { tone }) };
  });
  const others = ANSWER_KEYS.filter((key) => !keys.includes(key)).flatMap((key): Answer[] => {
    const known = earlier.get(key);
    const text = submitted[key] ?? known?.text ?? "";
    return text.trim() ? [{ key, question: known?.question ?? headingOf(key), text }] : [];
  });
  return {
    ...pageFieldsOf(before ?? EMPTY_CONTENT),
    ...(submitted.mood !== undefined && { mood: submitted.mood }),
    answers: [...answers, ...others],
    ...(flow.way && { way: placeOnWay(flow.way) }),
  };
}

function toneIn(answer: Answer | undefined): Tone | undefined {
  return (Object.keys(TONE_NAMES) as Tone[]).find((tone) => tone === answer?.tone);
}

/** The answers of a draft to questions that the flow does not have. */
export function orphanedAnswers(flow: Flow, content: EntryContent | undefined): Answer[] {
  const keys = new Set<string>(flow.fields.map(({ key }) => key));
  return (content?.answers ?? []).filter(({ key, text }) => !keys.has(key) && text.trim());
}

/** The step that a reflection resumes at: the last one with text, or the first. */
export function resumeStep(flow: Flow, content: EntryContent | undefined): string {
  const written = new Set(content?.answers.filter(({ text }) => text.trim()).map(({ key }) => key));
  const last = flow.steps.findLast(({ fields }) => fields.some(({ key }) => written.has(key)));
  return last?.key ?? flow.steps[0]?.key ?? "";
}

/** The answers of a morning that its evening shows; empty without an answer. */
export type MorningCarryover = { presence: string; word: string; intention: string };

/** A longer text is cut; only an imported morning can have one. */
const MAX_CHARACTERS = 2_000;

function beginningOf(text: string): string {
  const end = segmentEnd(text, 0, MAX_CHARACTERS);
  return end < text.length ? `${text.slice(0, end).trimEnd()}…` : text;
}

/** The carry-over from the content of a morning's entry or draft. */
export function carryoverFrom(content: EntryContent | null | undefined): MorningCarryover {
  const answers = content?.answers ?? [];
  const textOf = (key: AnswerKey) =>
    beginningOf(answers.find((answer) => answer.key === key)?.text.trim() ?? "");
  return { presence: textOf("presence"), word: textOf("wordKept"), intention: textOf("intention") };
}
