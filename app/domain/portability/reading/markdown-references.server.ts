import { createRequire } from "node:module";
import type Markdown from "markdown-it";
import type { MarkdownIt, StateInline } from "markdown-it";
import { attributeOf } from "./html-tokens.server";

/** A part of a Markdown text that refers to a file, another note or a URL, or that is never shown (`hidden`). */
export type MarkdownReference = {
  kind: "image" | "link" | "hidden";
  start: number;
  end: number;
  target: string;
  /** The words of a link, or the description of an image. */
  words: string;
};

/** A part of a Markdown text. */
type Range = { start: number; end: number };
/** Tags that can be converted to light Markdown, or removed because they change only the look. */
const CONVERTED =
  /^<\/?(?:a|abbr|article|aside|b|big|blockquote|br|center|cite|code|d[dlt]|del|details|div|em|fig(?:caption|ure)|font|footer|h[1-6r]|header|i|iframe|ins|kbd|label|li|main|mark|ol|p|q|s|section|small|span|strike|strong|su[bp]|summary|t(?:able|body|d|h|head|r|t)|u|ul)(?=[\s/>])/i;

type Rule = (state: StateInline, silent?: boolean) => boolean;
/** Collects the references of one text; `offset` is the position of the parsed part in it. */
type Collector = { found: MarkdownReference[]; markup: Range[]; offset: number; isNested: boolean };

const WIKI = /!?\[\[([^\]|\n]{1,500})((?:\|[^\]\n]{0,300})?)\]\]/y;
/** An image that is invalid Markdown but written by some programs: with spaces in its path, or a size after it. */
const LOOSE_IMAGE =
  /!\[([^\]\\\n]{0,500})\]\(\s*<?((?:[^()<>\n]|\([^()<>\n]{0,100}\)){1,1000}?)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?(?:\s+=\d*x\d*)?\s*\)/y;
const IMAGE_SIZE = /\{[:.#][^}\n]{0,200}\}|\{ ?(?:width|height|style) ?=[^}\n]{0,200}\}/y;

let parser: MarkdownIt | undefined;

function createParser(): MarkdownIt {
  const Parser = createRequire(import.meta.url)("markdown-it") as typeof Markdown;
  const created = new Parser({ html: true, maxNesting: 20 });
  // Indented code is disabled, because the indented lines of notes are nested lists.
  created.disable(["code"]);
  created.validateLink = () => true;
  created.normalizeLink = (url) => url;
  const rules = created.inline.ruler;
  const ruleOf = (name: string) => rules.__rules__.find((rule) => rule.name === name)?.fn as Rule;
  rules.at("image", recording(ruleOf("image"), imageAt));
  rules.at("link", recording(ruleOf("link"), linkAt));
  rules.at("html_inline", recording(ruleOf("html_inline"), markupAt));
  rules.at("entity", recording(ruleOf("entity"), recordMarkup));
  rules.before("image", "wiki", recording(sticky(WIKI), wikiAt));
  rules.after("image", "loose_image", recording(sticky(LOOSE_IMAGE), looseImageAt));
  return created;
}

const collectorOf = (state: StateInline) => (state.env as { collector: Collector }).collector;

/** Wraps a rule of the parser, so that the collector gets the part of the source that the rule matched. */
function recording(
  rule: Rule,
  describe: (
    state: StateInline,
    source: string,
    from: number,
  ) => Omit<MarkdownReference, "start" | "end"> | null,
): Rule {
  return (state, silent = false) => {
    const collector = collectorOf(state);
    const from = state.pos;
    const before = collector.found.length;
    const { isNested } = collector;
    // The parser parses the description of an image separately, so positions in it are not positions in the text.
    if (state.src[from] === "!") collector.isNested = true;
    const isMatch = rule(state, silent);
    collector.isNested = isNested;
    if (!isMatch || silent || isNested) return isMatch;
    const found = describe(state, state.src.slice(from, state.pos), before);
    if (found)
      collector.found.push({ ...found, start: collector.offset + from, end: collector.offset + state.pos });
    return true;
  };
}

/** A rule that matches an expression at the position of the parser. */
const sticky =
  (expression: RegExp): Rule =>
  (state, silent) => {
    expression.lastIndex = state.pos;
    const match = expression.exec(state.src);
    if (!match || state.pos + match[0].length > state.posMax) return false;
    if (!silent) state.pending += match[0];
    state.pos += match[0].length;
    return true;
  };

function imageAt(state: StateInline, source: string) {
  const token = state.tokens.at(-1);
  const target = String(token?.attrGet("src") ?? "");
  // The parser treats a backslash as an escape, but in a Windows path it separates folders, so the source is used.
  const [, written] = /\]\(\s*<?([^\s<>]*\\[^\s<>]*?)>?(?:\s[^]*)?\)$/.exec(source) ?? [];
  const isPath = written !== undefined && !/^\w+:\/\//.test(written);
  return { kind: "image" as const, target: isPath ? written : target, words: token?.content ?? "" };
}

function looseImageAt(_state: StateInline, source: string) {
  LOOSE_IMAGE.lastIndex = 0;
  const [, words = "", target = ""] = LOOSE_IMAGE.exec(source) ?? [];
  return { kind: "image" as const, target, words };
}

function wikiAt(_state: StateInline, source: string) {
  WIKI.lastIndex = 0;
  const [, path = "", label = ""] = WIKI.exec(source) ?? [];
  const words = label.slice(1);
  // In a table, the bar before the label is escaped by a backslash, which is not part of the path.
  const target = label ? path.replace(/\\$/, "") : path;
  if (!source.startsWith("!")) return { kind: "link" as const, target, words: words || noteWords(target) };
  return { kind: "image" as const, target, words };
}

/** Formats "Weir#Evening" as "Weir › Evening". Drops the id of a block: "Weir#^1a2b3c" becomes "Weir". */
export const noteWords = (target: string) => target.replace(/#\^[\w-]+$/, "").replace("#", " › ");

function linkAt(state: StateInline, source: string) {
  if (source.startsWith("[^")) return null;
  const opening = state.tokens.findLast(({ type }) => type === "link_open");
  const [, label = ""] =
    /^\[([\s\S]*)\]\[[^\]]*\]$/.exec(source) ?? /^\[([\s\S]*)\](?:\([\s\S]*\))?$/.exec(source) ?? [];
  return { kind: "link" as const, target: String(opening?.attrGet("href") ?? ""), words: label };
}

function recordMarkup(state: StateInline, source: string): null {
  const { markup, offset } = collectorOf(state);
  const end = offset + state.pos;
  markup.push({ start: end - source.length, end });
  return null;
}

/** The reference of an image, video, recording or comment in HTML; null for other tags. */
function markupAt(state: StateInline, source: string) {
  if (source.startsWith("<!--")) return { kind: "hidden" as const, target: "", words: "" };
  if (CONVERTED.test(source)) return recordMarkup(state, source);
  const [, name = ""] = /^<\/?(img|video|audio|source)(?=[\s/>])/i.exec(source) ?? [];
  if (!name) return null;
  const tag = { inside: source.slice(1 + name.length, -1).replace(/\/$/, "") };
  const target = source.startsWith("</") ? "" : attributeOf(tag, "src");
  const isEmpty = !target && !/^<img/i.test(source);
  return { kind: isEmpty ? ("hidden" as const) : ("image" as const), target, words: attributeOf(tag, "alt") };
}

/** Whether a text can have references at all; the parser is not needed for most texts. */
const HAS_REFERENCE = /\]\(|\[\[|\]\[|^ {0,3}\[[^\]\n]+\]:|<(?:img|video|audio|source)[\s>]|<!--/im;

/** Finds images, links and comments of a Markdown text outside of code, in order and without overlaps. */
export function findMarkdownReferences(text: string): MarkdownReference[] {
  if (!HAS_REFERENCE.test(text)) return [];
  const { found } = collect(text);
  return withoutOverlaps(found).map((reference) => withSize(text, reference));
}

const HAS_MARKUP = /<\/?[a-z]|&[#\w]/i;

/** Finds the convertible HTML tags and the character references (`&amp;`) of a Markdown text, outside of code. */
export function findMarkup(text: string): Range[] {
  return HAS_MARKUP.test(text) ? collect(text).markup.toSorted((a, b) => a.start - b.start) : [];
}

function collect(text: string): Collector {
  parser ??= createParser();
  const collector: Collector = { found: [], markup: [], offset: 0, isNested: false };
  const env = { collector };
  const { definitions, code } = findBlocks(parser, text, env);
  for (const part of partsOf(text, code)) {
    collector.offset = part.start;
    parser.inline.parse(text.slice(part.start, part.end), parser, env, []);
  }
  for (const { start, end } of definitions)
    collector.found.push({ kind: "hidden", start, end, target: "", words: "" });
  return collector;
}

/** Finds code fences and the definitions of links, which the parser removes from the text. */
function findBlocks(markdown: MarkdownIt, text: string, env: Record<string, unknown>) {
  const tokens: Parameters<MarkdownIt["block"]["parse"]>[3] = [];
  markdown.block.parse(text, markdown, env, tokens);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1), text.length + 1];
  const rangeOf = ([from, to]: [number, number]): Range => ({
    start: starts[from] ?? text.length,
    end: Math.min(text.length, (starts[to] ?? text.length + 1) - 1),
  });
  const code = tokens.flatMap(({ type, map }) => (type === "fence" && map ? [rangeOf(map)] : []));
  const isDefinition = Object.keys(env.references ?? {}).length > 0;
  const definitions = isDefinition
    ? [...text.matchAll(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S[^\n]*$/gm)]
        .map(({ index, 0: line }) => ({ start: index, end: index + line.length }))
        // Excludes footnotes, and text that only looks like a definition because it names no file or URL.
        .filter(({ start, end }) => /^[^^]+\]:[^\n]*[./]/.test(text.slice(start, end)))
        .filter(({ start }) => !code.some((range) => range.start <= start && start < range.end))
    : [];
  return { definitions, code };
}

/** Yields the paragraphs of a text outside of code. */
function* partsOf(text: string, code: readonly Range[]): Generator<Range> {
  let from = 0;
  for (const { start, end } of [...code, { start: text.length, end: text.length }]) {
    for (const { index, 0: part } of text.slice(from, start).matchAll(/[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*/g))
      yield { start: from + index, end: from + index + part.length };
    from = Math.max(from, end);
  }
}

/** Keeps the outer one of nested references, except an image that is the whole label of a link. */
function withoutOverlaps(found: MarkdownReference[]): MarkdownReference[] {
  const inOrder = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: MarkdownReference[] = [];
  for (const reference of inOrder) {
    const outer = kept.at(-1);
    if (!outer || reference.start >= outer.end) kept.push(reference);
    else if (outer.kind === "link" && reference.kind === "image")
      kept.splice(-1, 1, { ...reference, start: outer.start, end: outer.end });
  }
  return kept;
}

/** Extends the range of an image by the size that some programs write after it: "{width=300}". */
function withSize(text: string, reference: MarkdownReference): MarkdownReference {
  IMAGE_SIZE.lastIndex = reference.end;
  const size = reference.kind === "image" ? IMAGE_SIZE.exec(text) : null;
  return size ? { ...reference, end: reference.end + size[0].length } : reference;
}
