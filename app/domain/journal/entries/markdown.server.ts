import { createRequire } from "node:module";
import type Markdown from "markdown-it";
import type { MarkdownIt, Token } from "markdown-it";
import type sanitizeHtml from "sanitize-html";
import type { Rendered } from "./entry";
import { isEntryUrl } from "./entry-links";

/** Characters that may become a token: anywhere, or only at the beginning of a line after `LINE_PREFIX`. */
const MARKUP = new Set("*_[]<>`");
const LINE_MARKUP = new Set("-+=#~.)");
const LINE_PREFIX = /[\s\d]/;

/**
 * An upper bound for the number of the parser's tokens, counted before the parser runs, because each token and each line
 * costs time. 0 means plain text, which skips the parser.
 */
export function countMarkup(text: string): number {
  let markup = 0;
  let lines = 0;
  let isAtStart = true;
  for (const character of text) {
    if (character === "\n" || character === "\r") {
      lines++;
      isAtStart = true;
    } else if (MARKUP.has(character) || (isAtStart && LINE_MARKUP.has(character))) markup++;
    else isAtStart &&= LINE_PREFIX.test(character);
  }
  return markup === 0 ? 0 : markup + lines;
}

const RULES = [
  ...["newline", "emphasis", "list", "blockquote", "heading", "hr"],
  ...["backticks", "fence", "escape", "link", "autolink"],
];
const PROTOCOLS = ["http", "https", "mailto"];

/**
 * Light Markdown: emphasis, headings, lists, quotations, code, links. Everything else stays as typed: HTML is text, images
 * are never fetched, and links lead to http, https, mailto and other entries only.
 */
function createParser(): MarkdownIt {
  // Loaded on first use: with the sanitiser it takes three megabytes, which instances with plain texts never need.
  const Parser = createRequire(import.meta.url)("markdown-it") as typeof Markdown;
  const created = new Parser("zero", {
    html: false,
    linkify: false,
    typographer: false,
    // A line break in the text becomes a <br>.
    breaks: true,
    maxNesting: 20,
  }).enable(RULES);
  // A link with another protocol stays as typed.
  created.validateLink = (url) => /^(https?:\/\/|mailto:)[^\s]+$/i.test(url) || isEntryUrl(url);
  return created;
}

let parser: MarkdownIt | undefined;
/** @internal Exported for tests. */
export const markdown = (): MarkdownIt => (parser ??= createParser());

let sanitizer: typeof sanitizeHtml | undefined;
const sanitize = (html: string) => {
  sanitizer ??= createRequire(import.meta.url)("sanitize-html") as typeof sanitizeHtml;
  return sanitizer(html, ALLOWED);
};

/** The parser passes no HTML; the sanitiser is a second safeguard in case it does. */
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
 * A text beyond these limits is shown as plain text. Real texts stay far below them, and rendering one text takes at most
 * 50 ms. `tokens` is for one text, `entryTokens` for all texts of an entry, `pageTokens` for a page with several entries.
 */
export const MARKDOWN_LIMITS = {
  characters: 20_000,
  tokens: 2_000,
  entryTokens: 3_000,
  pageTokens: 12_000,
} as const;
export type TokenBudget = { tokens: number };
/** The budget shared by all texts of one entry. */
export const budgetForEntry = (): TokenBudget => ({ tokens: MARKDOWN_LIMITS.entryTokens });

/**
 * Renders a text for a page. Plain text stays exactly as typed, with its lines and spaces; only text with markup becomes
 * HTML. `level` is the rank of its highest heading in the outline of the page.
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

/** The Markdown tokens of a text, subtracted from the budget; null if the text is plain or exceeds the budget. */
export function markdownTokens(text: string, budget: TokenBudget) {
  const max = Math.min(MARKDOWN_LIMITS.tokens, budget.tokens);
  const markup = text.length > MARKDOWN_LIMITS.characters ? Number.POSITIVE_INFINITY : countMarkup(text);
  if (markup === 0 || markup > max) return null;
  budget.tokens -= markup;
  const tokens = markdown().parse(text, {});
  if (isPlainText(tokens)) return null;
  const count = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  if (count > max) return null;
  budget.tokens -= Math.max(0, count - markup);
  demoteEmptyHeadings(tokens);
  return tokens;
}

/** @internal Exported for tests. */
export const isPlainText = (tokens: readonly Token[]): boolean => tokens.every(isPlain);

const PLAIN_INLINE = new Set(["text", "softbreak", "hardbreak"]);
function isPlain({ type, children }: Token): boolean {
  if (type === "inline") return (children ?? []).every((child) => PLAIN_INLINE.has(child.type));
  return type === "paragraph_open" || type === "paragraph_close";
}

/** Turns headings without text into paragraphs, so that a "#" alone stays as typed. */
function demoteEmptyHeadings(tokens: Token[]): void {
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
