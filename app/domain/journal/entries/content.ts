import type { Picture } from "~/domain/journal/pictures/picture";
import { withoutPlaces } from "~/domain/journal/pictures/placed-pictures";
import type { PlaceOnWay } from "~/domain/ways/walk";

/** An answer keeps the question it was given to, so that it reads the same when prompts have changed. */
export type Answer = {
  key: string;
  question: string;
  text: string;
  /** The tone that was ticked for a prayer. */
  tone?: string;
};

/** Everything a person writes; stored sealed, never in the clear. */
export type EntryContent = {
  title: string;
  answers: Answer[];
  body: string;
  tags: string[];
  mood: string;
  /** The id of the intention that it was written about. */
  prayer?: string;
  /** Its pictures in their order, with their words; the files are kept beside the journal. */
  pictures?: Picture[];
  /** The day of a way that it was written on. */
  way?: PlaceOnWay;
};

export const NO_CONTENT: EntryContent = { title: "", answers: [], body: "", tags: [], mood: "" };

/** The bounds of what is written. */
export const LIMITS = {
  answer: 20_000,
  /** The limit of one stored text: an import brings longer texts than a form takes, and they are edited in parts. */
  stored: 100_000,
  title: 200,
  tags: 20,
  tag: 40,
  mood: 40,
  /** A question of one's own. */
} as const;

/** A comma list as tags: trimmed, without empty ones and repetitions, in the order given. */
export function tagsFrom(list: string): string[] {
  const seen = new Map<string, string>();
  for (const part of list.split(/[,\n]/)) {
    const tag = part
      .replace(/^[\s#]+/, "")
      .trim()
      .replace(/\s+/g, " ")
      .normalize("NFC");
    if (tag && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}

/** Whether it has neither words nor pictures: only content can be finished. */
export function isBlank({ title, body, answers, pictures = [] }: EntryContent): boolean {
  const texts = [title, body, ...answers.map(({ text }) => text)];
  return pictures.length === 0 && texts.every((text) => !text.trim());
}

/** Whether two contents say the same. */
export function isSame(a: EntryContent, b: EntryContent): boolean {
  const words = ({ title, answers, body, tags, mood, prayer, pictures = [] }: EntryContent) =>
    JSON.stringify([
      title,
      body,
      mood,
      tags,
      prayer,
      answers.map(({ key, text, tone }) => [key, text, tone]),
      pictures.map(({ id, text }) => [id, text]),
    ]);
  return words(a) === words(b);
}

/** Signs that nobody sees: the direction of writing, where a word may be broken, how an emoji is drawn. */
export const HIDDEN_SIGNS =
  /\p{Variation_Selector}|[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The searchable text of an entry: the writer's own words, those of its pictures too, not the questions. */
export function textsOf({ title, answers, body, tags, mood, pictures = [] }: EntryContent): string[] {
  return [title, ...answers.map(({ text }) => text), body, ...pictures.map(({ text }) => text), ...tags, mood]
    .filter(Boolean)
    .map((text) => text.replace(HIDDEN_SIGNS, ""));
}

/** Most texts of a list have none of them: one look is less than four searches. */
const HAS_SIGNS = /[*[_>#]|^[ \t]*[-+\d]/m;

/** Text without the signs of light Markdown, for a line in a list, where they would only disturb. */
function withoutSigns(whole: string): string {
  const text = whole.slice(0, 2_000);
  if (!HAS_SIGNS.test(text)) return text;
  return text
    .replace(/^[ \t]*(#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/gm, "")
    .replace(/\[([^\][\n]{1,200})\]\((?:https?:|mailto:)[^\s)]{1,300}\)/gi, "$1")
    .replace(/(\*{1,3})(?=\S)([^*\n]{1,400}?)(?<=\S)\1/g, "$2");
}

/** The first words, for lists. */
export function excerptOf(content: EntryContent, length = 160): string {
  const parts = [
    content.pictures ? withoutPlaces(content.body) : content.body,
    ...content.answers.map((answer) => answer.text),
    ...(content.pictures ?? []).map((picture) => picture.text),
  ];
  let text = "";
  for (const part of parts) {
    const words = withoutSigns(part).trim().replace(/\s+/g, " ");
    if (words) text = text ? `${text} · ${words}` : words;
    if (text.length > length) break;
  }
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length - 20)).toWellFormed()}…`;
}
