import { createRequire } from "node:module";
import type Markdown from "markdown-it";
import type { MarkdownIt, Token } from "markdown-it";
import type sanitizeHtml from "sanitize-html";
import type { Rendered } from "./entry-view";

/** Each of them may become a token: some anywhere, some only at the beginning of a line. */
const SIGNS = new Set("*_[]<>`");
const SIGNS_OF_LINES = new Set("-+=#~.)");
const BEFORE_SIGNS = /[\s\d]/;

/**
 * Counted before the parser runs, because each of them costs it time, and so does each line. Where nothing is found the text
 * is plain and skips the parser.
 */
export function countMarkup(text: string): number {
  let signs = 0;
  let lines = 0;
  let isAtStart = true;
  for (const sign of text) {
    if (sign === "\n" || sign === "\r") {
      lines++;
      isAtStart = true;
    } else if (SIGNS.has(sign) || (isAtStart && SIGNS_OF_LINES.has(sign))) signs++;
    else isAtStart &&= BEFORE_SIGNS.test(sign);
  }
  return signs === 0 ? 0 : signs + lines;
}

const RULES = [
  ...["newline", "emphasis", "list", "blockquote", "heading", "hr"],
  ...["backticks", "fence", "escape", "link", "autolink"],
];
const PROTOCOLS = ["http", "https", "mailto"];

/**
 * Light Markdown for what people write: emphasis, headings, lists, quotations, code, links. Everything else
 * stays as typed: HTML is text, no picture is fetched, and a link leads to http, https or mail and nowhere else.
 */
function makeParser(): MarkdownIt {
  // Three megabytes with what makes it safe, read where a text needs it: many houses have plain texts alone.
  const Parser = createRequire(import.meta.url)("markdown-it") as typeof Markdown;
  const made = new Parser("zero", {
    html: false,
    linkify: false,
    typographer: false,
    // Line breaks stay line breaks.
    breaks: true,
    maxNesting: 20,
  }).enable(RULES);
  // What does not begin with one of these is not a link, and stays as typed.
  made.validateLink = (url) => /^(https?:\/\/|mailto:)[^\s]+$/i.test(url);
  return made;
}

let parser: MarkdownIt | undefined;
/** @internal Exported for tests. */
export const markdown = (): MarkdownIt => (parser ??= makeParser());

let sanitizer: typeof sanitizeHtml | undefined;
const sanitize = (html: string) => {
  sanitizer ??= createRequire(import.meta.url)("sanitize-html") as typeof sanitizeHtml;
  return sanitizer(html, ALLOWED);
};

/** A second safeguard: whatever the parser writes, only these get through. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "strong", "em", "ul", "ol", "li", "blockquote", "hr", "code", "pre", "a"],
    ...["h2", "h3", "h4", "h5", "h6"],
  ],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: PROTOCOLS,
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  disallowedTagsMode: "escape",
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: href ? { href, rel: "noopener noreferrer nofollow" } : ({} as Record<string, string>),
    }),
  },
};

/**
 * What is set as Markdown; beyond it a text is shown as it was typed. No honest text comes near, and setting one costs a
 * twentieth of a second at most. `room` is for a page that shows many texts.
 */
export const MARKDOWN_LIMITS = {
  characters: 20_000,
  tokens: 2_000,
  entryTokens: 3_000,
  pageTokens: 12_000,
} as const;
export type TokenBudget = { tokens: number };
/** What there is for one entry, however many answers it has. */
export const budgetForEntry = (): TokenBudget => ({ tokens: MARKDOWN_LIMITS.entryTokens });

/**
 * What someone wrote, for a page that is read. Plain text stays exactly as it was typed, its lines and spaces too; only text
 * with signs of Markdown becomes HTML. `level` is the rank of its highest heading, so that the page's outline holds.
 */
export function renderText(
  text: string,
  level: 2 | 3 | 4 | 5,
  budget: TokenBudget = { tokens: MARKDOWN_LIMITS.tokens },
): Rendered {
  const tokens = markdownTokens(text, budget);
  if (!tokens) return text;
  for (const token of tokens) if (/^heading/.test(token.type)) token.tag = headingTag(token.tag, level);
  const { renderer, options } = markdown();
  return { html: sanitize(renderer.render(tokens, options, {})) };
}

/** What the signs of Markdown in a text mean, for what is not set as HTML; null where it stays as it was typed. */
export function markdownTokens(text: string, budget: TokenBudget) {
  const most = Math.min(MARKDOWN_LIMITS.tokens, budget.tokens);
  const signs = text.length > MARKDOWN_LIMITS.characters ? Number.POSITIVE_INFINITY : countMarkup(text);
  if (signs === 0 || signs > most) return null;
  budget.tokens -= signs;
  const tokens = markdown().parse(text, {});
  if (isPlainText(tokens)) return null;
  const count = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  if (count > most) return null;
  budget.tokens -= Math.max(0, count - signs);
  giveWords(tokens);
  return tokens;
}

/** @internal Exported for tests. */
export const isPlainText = (tokens: readonly Token[]): boolean => tokens.every(isPlain);

const PLAIN_INLINE = new Set(["text", "softbreak", "hardbreak"]);
function isPlain({ type, children }: Token): boolean {
  if (type === "inline") return (children ?? []).every((child) => PLAIN_INLINE.has(child.type));
  return type === "paragraph_open" || type === "paragraph_close";
}

/** A heading without words is not one: its sign stays as typed. */
function giveWords(tokens: Token[]): void {
  tokens.forEach((token, at) => {
    const inline = tokens[at + 1];
    const end = tokens[at + 2];
    if (token.type !== "heading_open" || !inline || inline.content || !end) return;
    for (const edge of [token, end]) {
      edge.type = edge.type.replace("heading", "paragraph");
      edge.tag = "p";
    }
    inline.children = markdown().parseInline(token.markup, {})[0]?.children ?? [];
  });
}

const headingTag = (tag: string, level: number) => `h${Math.min(6, level - 1 + Number(tag.slice(1)))}`;
