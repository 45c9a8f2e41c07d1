import { decodeHTML } from "entities";
import { attributeOf, htmlTokens, type Tag } from "./html-tokens.server";
import { convertMarkup } from "./markup-in-notes.server";

type Media = { videos: number; recordings: number };
/** Returns the reference of the picture if the element is used instead of `<img>`; undefined for other elements. */
type ReferenceOf = (tag: Tag) => string | undefined;

const BLOCKS = new Set([
  ...["p", "div", "section", "article", "header", "footer", "main", "figure", "figcaption", "address"],
  ...["nav", "aside", "form", "fieldset", "legend", "option", "center"],
  ...["ul", "ol", "dl", "dt", "dd", "caption", "blockquote", "pre", "details", "summary", "hr"],
]);
const EMPHASIS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };
const MEDIA: Record<string, keyof Media> = { video: "videos", audio: "recordings" };
/** Deeper lists and quotations are flattened to bound memory. */
const MAX_DEPTH = 12;

/** An open quotation or list; `items` is the number of its last item. */
type Container = { name: "blockquote" | "ul" | "ol"; items: number };

/**
 * An open table with its current row: the index of the row's beginning in `parts`, and the number of its cells so far. `isLayout`:
 * the row has content that does not fit in one line.
 */
type Table = { at: number; cells: number; isLayout: boolean };

/** Writes light Markdown token by token, in linear time. */
class MarkdownWriter {
  private readonly parts: string[] = [];
  private readonly containers: Container[] = [];
  /** The open link; another `<a>` replaces it. */
  private openLink: { href: string; at: number } | undefined;
  /** The open emphasis marks. A mark is written, at index `at` of `parts`, just before its first words. */
  private emphasis: { name: string; isWritten: boolean; at?: number }[] = [];
  /** Line breaks before the next words. */
  private breaks = 0;
  /** The pending bullet or heading sign, to be written before the next words. */
  private bullet = "";
  private hasSpace = false;
  /** The indentation of the last written line. */
  private indentBefore = "";
  private readonly tables: Table[] = [];
  private isCellStart = false;
  private preformatted = 0;
  readonly media: Media = { videos: 0, recordings: 0 };

  constructor(private readonly referenceOf: ReferenceOf) {}

  text(source: string): void {
    const text = decodeHTML(source);
    if (this.preformatted > 0) return this.words(text, true);
    const words = text.replace(/[\s\u00a0]+/g, " ");
    if (words.startsWith(" ")) this.hasSpace = true;
    const trimmed = words.trim();
    if (!trimmed) return;
    this.words(trimmed);
    this.hasSpace = words.endsWith(" ");
  }

  tag(tag: Tag): void {
    const { name, isEnd } = tag;
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (MEDIA[name] && !isEnd) this.media[MEDIA[name]]++;
    if (name === "br") this.breakLine(this.breaks + 1);
    else if (level) this.heading(Number(level), isEnd);
    else if (name === "li") this.item(tag);
    else if (name === "ul" || name === "ol" || name === "blockquote")
      this.container(name, isEnd, Number.parseInt(attributeOf(tag, "start"), 10));
    else if (name === "pre") this.pre(isEnd);
    else if (name === "td" || name === "th") this.cell(isEnd);
    else if (name === "tr") this.row();
    else if (name === "table") this.table(isEnd);
    else if (name === "hr") this.rule();
    else if (BLOCKS.has(name)) this.block(name);
    else if (EMPHASIS[name]) this.mark(name, isEnd);
    else if (name === "a") this.link(tag);
    else if (!isEnd) this.inline(tag);
  }

  end(): string {
    this.closeMarks();
    while (this.tables.length > 0) this.endTable();
    return this.parts.join("").trim();
  }

  /** Writes words, and before them the pending line breaks, prefix and marks. */
  private words(words: string, isVerbatim = false): void {
    const isFirst = this.parts.length === 0;
    if (this.breaks > 0 || isFirst || this.bullet) {
      const lines = isFirst ? 0 : Math.min(2, Math.max(this.breaks, this.bullet ? 1 : 0));
      const prefix = this.prefix();
      if (lines > 0) this.parts.push("\n");
      if (lines > 1) this.parts.push(`${this.quotes()}\n`);
      this.indentBefore = this.indent();
      this.parts.push(prefix);
      this.breaks = 0;
    } else if (this.hasSpace) this.parts.push(" ");
    this.hasSpace = false;
    this.isCellStart = false;
    for (const one of this.emphasis) {
      if (one.isWritten) continue;
      one.at = this.parts.push(EMPHASIS[one.name] ?? "") - 1;
      one.isWritten = true;
    }
    this.parts.push(isVerbatim ? words.replaceAll("\n", `\n${this.indent()}`) : words);
  }

  /** Returns the beginning of the next line: quotation signs, the indentation of lists, and the pending bullet. */
  private prefix(): string {
    const { bullet } = this;
    const indent = this.indent();
    this.bullet = "";
    return bullet ? indent.slice(0, Math.max(0, indent.length - 2)) + bullet : indent;
  }

  private indent(): string {
    return this.containers.map(({ name }) => (name === "blockquote" ? "> " : "  ")).join("");
  }

  /** Returns the quotation signs of the empty line between two paragraphs of one quotation. */
  private quotes(): string {
    const indent = this.indent();
    let length = 0;
    while (length < indent.length && indent[length] === this.indentBefore[length]) length++;
    const common = indent.slice(0, length);
    return common.includes(">") ? common.trimEnd() : "";
  }

  private breakLine(lines: number): void {
    if (this.parts.length > 0) this.breaks = Math.max(this.breaks, lines);
    this.hasSpace = false;
  }

  private breakBlock(lines: number): void {
    this.closeMarks();
    this.breakLine(this.containers.some(({ name }) => name !== "blockquote") ? 1 : lines);
  }

  private block(name: string): void {
    // A paragraph at the start of a cell must not begin a new line.
    if (this.isCellStart) return;
    this.breakBlock(name === "dt" || name === "dd" ? 1 : 2);
  }

  /** Closes marks at the end of a block; they open again with the next words. */
  private closeMarks(): void {
    for (const one of this.emphasis.toReversed()) {
      if (one.isWritten) this.parts.push(EMPHASIS[one.name] ?? "");
      one.isWritten = false;
    }
  }

  private mark(name: string, isEnd: boolean): void {
    if (this.preformatted > 0) return;
    if (!isEnd) {
      const isOpen = this.emphasis.some((one) => EMPHASIS[one.name] === EMPHASIS[name]);
      if (!isOpen) this.emphasis.push({ name, isWritten: false });
      return;
    }
    const at = this.emphasis.findLastIndex((one) => EMPHASIS[one.name] === EMPHASIS[name]);
    const closed = at < 0 ? [] : this.emphasis.slice(at);
    for (const one of closed.toReversed()) {
      if (one.isWritten) this.parts.push(EMPHASIS[one.name] ?? "");
      one.isWritten = false;
    }
    if (at >= 0) this.emphasis.splice(at, 1);
  }

  /** Marks the row as layout, because a heading or code does not fit in one line. */
  private markLayout(): void {
    const table = this.tables.at(-1);
    if (table) table.isLayout = true;
  }

  private heading(level: number, isEnd: boolean): void {
    this.markLayout();
    this.breakBlock(2);
    if (isEnd) return;
    this.bullet += `${"#".repeat(level)} `;
    if (this.containers.length > 0) this.bullet = this.bullet.padStart(2);
  }

  private container(name: Container["name"], isEnd: boolean, first: number): void {
    this.breakBlock(2);
    if (!isEnd) {
      if (this.containers.length < MAX_DEPTH)
        this.containers.push({ name, items: first > 1 ? first - 1 : 0 });
      return;
    }
    const at = this.containers.findLastIndex((one) => one.name === name);
    if (at >= 0) this.containers.length = at;
    this.bullet = "";
    this.breakBlock(2);
  }

  private item(tag: Tag): void {
    this.closeMarks();
    this.breakLine(1);
    if (tag.isEnd) return;
    const list = this.containers.findLast(({ name }) => name !== "blockquote");
    // The editor Quill writes every list as `<ol>`, with the kind of list in an attribute of each item.
    const kind = attributeOf(tag, "data-list") || attributeOf(tag, "data-checked");
    const isNumbered = list?.name === "ol" && (kind === "" || kind === "ordered");
    if (list) list.items++;
    else this.containers.push({ name: "ul", items: 1 });
    this.bullet = isNumbered ? `${list.items}. ` : "- ";
    if (kind === "checked" || kind === "true") this.bullet += "[x] ";
    if (kind === "unchecked" || kind === "false") this.bullet += "[ ] ";
  }

  private pre(isEnd: boolean): void {
    if (isEnd && this.preformatted === 0) return;
    this.markLayout();
    this.breakBlock(2);
    if (!isEnd && this.preformatted++ === 0) {
      this.words("```");
      this.breaks = 1;
    } else if (isEnd && --this.preformatted === 0) {
      this.breaks = 1;
      this.words("```");
      this.breaks = 2;
    }
  }

  private table(isEnd: boolean): void {
    this.isCellStart = false;
    const outer = this.tables.at(-1);
    if (isEnd) this.endTable();
    else {
      if (outer) outer.isLayout = true;
      if (this.tables.length < MAX_DEPTH)
        this.tables.push({ at: this.parts.length, cells: 0, isLayout: false });
    }
    this.breakBlock(2);
  }

  private endTable(): void {
    this.endRow();
    this.tables.pop();
  }

  private row(): void {
    this.isCellStart = false;
    this.endRow();
    this.breakBlock(1);
  }

  /** Joins the lines of a row to one if it has several cells and no layout. */
  private endRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    if (table.cells > 1 && !table.isLayout) {
      const [, start = "", row = ""] = /^([\n> ]*)([^]*)$/.exec(this.parts.slice(table.at).join("")) ?? [];
      this.parts.length = table.at;
      this.parts.push(start, row.replace(/\s*\n[>\s]*/g, " "));
      // A link that began in this row is dropped, because its position in `parts` is no longer valid.
      if ((this.openLink?.at ?? -1) >= table.at) this.openLink = undefined;
    }
    Object.assign(table, { at: this.parts.length, cells: 0, isLayout: false });
  }

  private cell(isEnd: boolean): void {
    this.isCellStart = !isEnd;
    this.closeMarks();
    // At most one line break before the next row, even if the cell ends with a block.
    if (isEnd) this.breaks = Math.min(this.breaks, 1);
    if (isEnd) return;
    if (this.tables.length === 0) this.tables.push({ at: this.parts.length, cells: 0, isLayout: false });
    const [table] = this.tables.slice(-1);
    if (!table || table.cells++ === 0) return;
    // Nothing is written yet if all earlier cells of the row are empty.
    const isFirst = this.parts.length === table.at;
    if (isFirst) this.words("");
    this.breaks = 0;
    this.hasSpace = false;
    this.parts.push(isFirst ? "| " : " | ");
  }

  private rule(): void {
    this.breakBlock(2);
    this.words("---");
    this.breaks = 2;
  }

  private link(tag: Tag): void {
    if (!tag.isEnd) {
      this.openLink = { href: attributeOf(tag, "href"), at: this.parts.length };
      return;
    }
    const link = this.openLink;
    this.openLink = undefined;
    if (!link || !/^(?:https?:\/\/|mailto:)[^\s)]+$/i.test(link.href)) return;
    // Close the emphasis that was opened inside the link, so that the marks stay balanced in its label.
    for (const one of this.emphasis.toReversed()) {
      if (!one.isWritten || (one.at ?? 0) < link.at) continue;
      this.parts.push(EMPHASIS[one.name] ?? "");
      one.isWritten = false;
    }
    const label = this.parts.slice(link.at).join("");
    const [, before = "", words = ""] = /^(\s*(?:[-*>#\d. ]+(?=\s))?\s*)([^]*)$/.exec(label) ?? [];
    if (!words.trim() || words.includes("\n") || words.trim() === link.href) return;
    this.parts.length = link.at;
    this.parts.push(before, `[${words.trim()}](${link.href})`);
  }

  private inline(tag: Tag): void {
    const { name } = tag;
    const isBox = name === "input" && /checkbox/i.test(attributeOf(tag, "type"));
    if (isBox || name === "en-todo") {
      const isChecked = /(?:^|\s)checked(?!\s*=\s*["']?false)/i.test(tag.inside);
      this.words(isChecked ? "[x]" : "[ ]");
      this.hasSpace = true;
      return;
    }
    const own = this.referenceOf(tag);
    const reference = own ?? (name === "img" ? attributeOf(tag, "src") : "");
    if (!reference) return;
    const words = attributeOf(tag, "alt")
      .replace(/[[\]\s]+/g, " ")
      .trim();
    this.words(`![${words}](<${reference.replace(/[<>\n]/g, "")}>)`);
  }
}

/**
 * Converts HTML to light Markdown: paragraphs, headings, nested lists, boxes, quotations, code, tables, web links and
 * references of pictures, each in its place. Counts other media.
 */
export function htmlToMarkdown(
  source: string | Iterable<Tag | string>,
  referenceOf: ReferenceOf = () => undefined,
): { text: string; media: Media } {
  const writer = new MarkdownWriter(referenceOf);
  const html = typeof source === "string" ? source.toWellFormed().replaceAll("\0", "") : source;
  for (const token of typeof html === "string" ? htmlTokens(html.replace(/\r\n?/g, "\n")) : html)
    if (typeof token === "string") writer.text(token);
    else writer.tag(token);
  return { text: writer.end(), media: writer.media };
}

/** A text is HTML if it begins with a block element, or has tags in a single line. Otherwise it is Markdown with tags. */
const HTML_START = /^\s*<(?:p|div|section|article|h[1-6]|ul|ol|blockquote|table|pre|figure)\b[^>]{0,2000}>/i;
const HTML = /<(?:p|div|br|span|h[1-6]|ul|ol|li|b|strong|em|i|u|a|blockquote|table|pre|img)\b[^>]{0,2000}>/i;

/** The Markdown of a text that may be HTML or Markdown. */
export function readMarkup(text: string): string {
  const isHtml = HTML_START.test(text) || (HTML.test(text) && !text.trim().includes("\n"));
  return isHtml ? htmlToMarkdown(text).text : convertMarkup(text).trim();
}
