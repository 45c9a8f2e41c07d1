import { stripPlaceholders, type Picture } from "~/domain/journal/pictures/picture";
import type { WayDayRef } from "~/domain/ways/way";
import { mapShortTexts, SHORT_TEXT_NAMES, SHORT_TEXTS, type ShortTextName } from "./short-texts";

/** An answer stores its question, so that it reads the same after the prompts have changed. */
export type Answer = {
  key: string;
  question: string;
  text: string;
  /** The tone chosen for a prayer. */
  tone?: string;
};

/** The text of an entry; stored encrypted only. */
export type EntryContent = { [Name in ShortTextName]?: string } & {
  title: string;
  answers: Answer[];
  body: string;
  tags: string[];
  /** The id of the intention that the entry is about. */
  prayer?: string;
  /** Pictures in their order with their descriptions; the files are stored separately. */
  pictures?: Picture[];
  /** The day of a way that the entry belongs to. */
  way?: WayDayRef;
};

export const EMPTY_CONTENT: EntryContent = { title: "", answers: [], body: "", tags: [], mood: "" };

/** In characters; `tags` is a number of tags. */
export const CONTENT_LIMITS = {
  answer: 20_000,
  /** One stored text: imported texts may be longer than a form accepts, and are edited in parts. */
  stored: 100_000,
  title: 200,
  tags: 20,
  tag: 40,
} as const;

/** The fields of a free page's form. */
export type PageFields = Pick<EntryContent, "title" | "body" | "tags"> & Record<ShortTextName, string>;

export const pageFieldsOf = (content: Omit<EntryContent, "answers" | "pictures">): PageFields => ({
  title: content.title,
  body: content.body,
  tags: content.tags,
  ...mapShortTexts((name) => content[name] ?? ""),
});

/** The fields as a form shows them: like `pageFieldsOf`, with the tags as comma-separated text. */
export const pageFormValues = (content: EntryContent) => ({
  ...pageFieldsOf(content),
  tags: content.tags.join(", "),
});

/** The non-empty short texts of an entry with their labels, for pages and books. */
export const labelledShortTexts = (content: Partial<Record<ShortTextName, string>>) =>
  SHORT_TEXT_NAMES.map((name) => ({ label: SHORT_TEXTS[name].label, text: content[name] ?? "" })).filter(
    ({ text }) => text,
  );

/** Parses a comma-separated list of tags: trimmed, without empty ones and case-insensitive duplicates, in order. */
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

/** Whether the content has neither text nor pictures; blank content cannot be finished. */
export function isBlank({ title, body, answers, pictures = [] }: EntryContent): boolean {
  const texts = [title, body, ...answers.map(({ text }) => text)];
  return pictures.length === 0 && texts.every((text) => !text.trim());
}

/** Whether two contents are equal in everything that a form can change. */
export function isSameContent(a: EntryContent, b: EntryContent): boolean {
  const fingerprint = (content: EntryContent) =>
    JSON.stringify([
      pageFieldsOf(content),
      content.prayer,
      content.answers.map(({ key, text, tone }) => [key, text, tone]),
      content.pictures?.map(({ id, text }) => [id, text]) ?? [],
    ]);
  return fingerprint(a) === fingerprint(b);
}

/** Invisible characters: text direction, soft hyphens and joiners, variation selectors of emoji. */
export const HIDDEN_CHARACTERS =
  /\p{Variation_Selector}|[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The searchable texts of an entry: everything the member wrote, picture texts included, without the questions. */
export function searchableTexts(content: EntryContent): string[] {
  const { title, answers, body, tags, pictures = [] } = content;
  const texts = [
    title,
    ...answers.map(({ text }) => text),
    body,
    ...pictures.map(({ text }) => text),
    ...tags,
  ];
  return [...texts, ...SHORT_TEXT_NAMES.map((name) => content[name] ?? "")]
    .filter(Boolean)
    .map((text) => text.replace(HIDDEN_CHARACTERS, ""));
}

/** Most texts have no markup: one test is cheaper than four replacements. */
const HAS_MARKUP = /[*[_>#]|^[ \t]*[-+\d]/m;

/** Removes light Markdown from the first 2,000 characters of a text, for one line in a list. */
function stripMarkup(whole: string): string {
  const text = whole.slice(0, 2_000);
  if (!HAS_MARKUP.test(text)) return text;
  return text
    .replace(/^[ \t]*(#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/gm, "")
    .replace(/\[([^\][\n]{1,200})\]\((?:https?:|mailto:|\/journal\/entries\/)[^\s)]{1,300}\)/gi, "$1")
    .replace(/(\*{1,3})(?=\S)([^*\n]{1,400}?)(?<=\S)\1/g, "$2");
}

/** The beginning of an entry as one line of `length` characters, for lists. */
export function excerptOf(content: EntryContent, length = 160): string {
  const parts = [
    content.pictures ? stripPlaceholders(content.body) : content.body,
    ...content.answers.map((answer) => answer.text),
    ...(content.pictures ?? []).map((picture) => picture.text),
  ];
  let text = "";
  for (const part of parts) {
    const words = stripMarkup(part).trim().replace(/\s+/g, " ");
    if (words) text = text ? `${text} · ${words}` : words;
    if (text.length > length) break;
  }
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length - 20)).toWellFormed()}…`;
}

/** Limit for the texts of one page, so that the whole page stays below a megabyte. */
export const MAX_PAGE_TEXT_BYTES = 800_000;
/** Additional bytes of an escaped character: `&amp;` in the markup and `\u0026` in the hydration data. */
const ESCAPE_OVERHEAD_BYTES = 9;

/** Bytes of a text in a page, which contains it as markup and as hydration data. */
export const renderedBytes = (text: string): number =>
  2 * Buffer.byteLength(text) + ESCAPE_OVERHEAD_BYTES * (text.match(/[<>&"']/g)?.length ?? 0);

/** Characters of an entry on one page. An imported entry may have two million, so it is split into several pages. */
export const PAGE_CHARACTERS = 40_000;
/** A text begins on the next page if fewer characters of it fit on this one. */
const MIN_PAGE_SEGMENT = 2_000;

/**
 * Splits an entry into pages; most entries have one. Texts are cut between paragraphs, else lines, else words; together the
 * pages have every character. Tags and short texts are on the last page.
 */
export function contentPages(content: EntryContent): [EntryContent, ...EntryContent[]] {
  const { answers, body } = content;
  const length = answers.reduce((sum, { text }) => sum + text.length, body.length);
  if (length <= PAGE_CHARACTERS) return [content];
  const pages: EntryContent[] = [];
  let page = { answers: [] as EntryContent["answers"], body: "", left: PAGE_CHARACTERS };
  const closePage = () => {
    const { answers, body } = page;
    pages.push({ ...content, answers, body, tags: [], ...mapShortTexts(() => "") });
    page = { answers: [], body: "", left: PAGE_CHARACTERS };
  };
  const addText = (text: string, put: (segment: string) => void) => {
    for (let from = 0; from < text.length;) {
      if (page.left < Math.min(MIN_PAGE_SEGMENT, text.length - from)) closePage();
      const to = segmentEnd(text, from, page.left);
      put(text.slice(from, to));
      page.left -= to - from;
      from = to;
      if (from < text.length) closePage();
    }
  };
  for (const answer of answers) addText(answer.text, (text) => page.answers.push({ ...answer, text }));
  addText(body, (text) => (page.body = text));
  closePage();
  const last = pages.pop() ?? content;
  const all = [...pages, { ...content, answers: last.answers, body: last.body }];
  return [all[0] ?? content, ...all.slice(1)];
}

/**
 * The end of a segment of at most `max` characters from `from`: after a paragraph, line or word that ends in its last
 * quarter, else at the maximum.
 */
export function segmentEnd(text: string, from: number, max: number): number {
  const end = from + max;
  if (end >= text.length) return text.length;
  const earliest = end - Math.floor(max / 4);
  for (const between of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(between, end - between.length);
    if (at >= earliest) return at + between.length;
  }
  // A cut between the two halves of a surrogate pair would destroy the character.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

/** Parses a page number from the URL, clamped to 1 to `pages`; 1 if it is missing or not a number. */
export function readPageNumber(requested: string | null, pages: number): number {
  const number = Number(requested ?? 1);
  return Number.isFinite(number) ? Math.min(pages, Math.max(1, Math.trunc(number))) : 1;
}

const MAX_SUGGESTED_TAGS = 20;

/** The first MAX_SUGGESTED_TAGS tags of entries, in order of occurrence, without case-insensitive duplicates. */
export function collectTags(contents: readonly (EntryContent | null)[]): string[] {
  const tags = new Map<string, string>();
  for (const content of contents)
    for (const tag of content?.tags ?? []) if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  return [...tags.values()].slice(0, MAX_SUGGESTED_TAGS);
}
