import { stripPlaceholders, type Picture } from "~/domain/journal/pictures/picture";
import type { PlaceOnWay } from "~/domain/ways/way";

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

export const EMPTY_CONTENT: EntryContent = { title: "", answers: [], body: "", tags: [], mood: "" };

/** The bounds of what is written. */
export const CONTENT_LIMITS = {
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
export function isSameContent(a: EntryContent, b: EntryContent): boolean {
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
export const HIDDEN_CHARACTERS =
  /\p{Variation_Selector}|[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The searchable text of an entry: the writer's own words, those of its pictures too, not the questions. */
export function searchableTexts({ title, answers, body, tags, mood, pictures = [] }: EntryContent): string[] {
  return [title, ...answers.map(({ text }) => text), body, ...pictures.map(({ text }) => text), ...tags, mood]
    .filter(Boolean)
    .map((text) => text.replace(HIDDEN_CHARACTERS, ""));
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
    content.pictures ? stripPlaceholders(content.body) : content.body,
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

/** The length of the part of an entry that one page shows. It is far more than people write, but a file may bring two million characters. */
export const PAGE_CHARACTERS = 40_000;
/** A text begins on a page where this much of it fits. */
const LEAST = 2_000;

/**
 * An entry as it is shown, page by page; one of usual length is one page. Texts are cut between paragraphs, else lines, else
 * words; together the pages hold every character. Tags and mood stand on the last.
 */
export function contentPages(content: EntryContent): [EntryContent, ...EntryContent[]] {
  const { answers, body } = content;
  const length = answers.reduce((sum, { text }) => sum + text.length, body.length);
  if (length <= PAGE_CHARACTERS) return [content];
  const pages: EntryContent[] = [];
  let page = { answers: [] as EntryContent["answers"], body: "", left: PAGE_CHARACTERS };
  const turn = () => {
    pages.push({ ...content, answers: page.answers, body: page.body, tags: [], mood: "" });
    page = { answers: [], body: "", left: PAGE_CHARACTERS };
  };
  const set = (text: string, put: (piece: string) => void) => {
    for (let from = 0; from < text.length;) {
      if (page.left < Math.min(LEAST, text.length - from)) turn();
      const to = segmentEnd(text, from, page.left);
      put(text.slice(from, to));
      page.left -= to - from;
      from = to;
      if (from < text.length) turn();
    }
  };
  for (const answer of answers) set(answer.text, (text) => page.answers.push({ ...answer, text }));
  set(body, (text) => (page.body = text));
  turn();
  const last = pages.pop() ?? content;
  const all = [...pages, { ...last, tags: content.tags, mood: content.mood }];
  return [all[0] ?? content, ...all.slice(1)];
}

/** Where a piece that begins at `from` ends, `most` characters later at most: in its last quarter, where something ends there. */
export function segmentEnd(text: string, from: number, most: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  const earliest = end - Math.floor(most / 4);
  for (const between of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(between, end - between.length);
    if (at >= earliest) return at + between.length;
  }
  // Not within a sign that takes two places.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

/** The page that an address asks for, of `pages` of them: the nearest that there is. */
export function readPageNumber(asked: string | null, pages: number): number {
  const number = Number(asked ?? 1);
  return Number.isFinite(number) ? Math.min(pages, Math.max(1, Math.trunc(number))) : 1;
}

const MOST_SUGGESTED = 20;

/** The tags of entries, each once, in their order: to be picked from where one types. */
export function collectTags(contents: readonly (EntryContent | null)[]): string[] {
  const tags = new Map<string, string>();
  for (const content of contents)
    for (const tag of content?.tags ?? []) if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  return [...tags.values()].slice(0, MOST_SUGGESTED);
}
