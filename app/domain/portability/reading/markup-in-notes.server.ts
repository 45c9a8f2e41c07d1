import { decodeHTML } from "entities";
import { attributeOf } from "./html-tokens.server";
import { findMarkup } from "./markdown-references.server";

const EMPHASIS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*", code: "`" };
const BLOCKS =
  /^(?:p|div|section|article|aside|center|details|summary|figure|figcaption|table|ul|ol|dl|dt|dd|blockquote|header|footer|main|h[1-6])$/;

/** The Markdown that replaces a tag. `links` is the stack of the URLs of open links. */
function replacementOf(tag: string, links: string[]): { before: string; isBlock: boolean } {
  const [start = "", slash = "", written = ""] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? [];
  const name = written.toLowerCase();
  const isEnd = slash !== "";
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  const inline = (before: string) => ({ before, isBlock: false });
  if (level && !isEnd) return { before: `${"#".repeat(Number(level))} `, isBlock: true };
  if (name === "hr") return { before: "---\n\n", isBlock: true };
  if (BLOCKS.test(name)) return { before: "", isBlock: true };
  if (name === "br") return inline("\n");
  if (name === "li") return inline(isEnd ? "" : "\n- ");
  if (name === "tr") return inline(isEnd ? "\n" : "");
  if (name === "td" || name === "th") return inline(isEnd ? " | " : "");
  if (EMPHASIS[name]) return inline(EMPHASIS[name]);
  if (name === "iframe") {
    const address = isEnd ? "" : attributeOf({ inside: tag.slice(start.length, -1) }, "src");
    return inline(/^https?:\/\/\S+$/i.test(address) ? address : "");
  }
  if (name === "a") {
    const attribute = attributeOf({ inside: tag.slice(start.length, -1) }, "href");
    const href = isEnd
      ? (links.pop() ?? "")
      : /^(?:https?:\/\/|mailto:)[^\s()]+$/i.test(attribute)
        ? attribute
        : "";
    if (!isEnd) links.push(href);
    return inline(href ? (isEnd ? `](${href})` : "[") : "");
  }
  return inline("");
}

/** The delimiter row below the header of a table: "| --- | :-: |". */
const TABLE_RULE = /^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+[ \t]*$/;
const ROW_BETWEEN_BARS = /^[ \t>]*\|.*\|[ \t]*$/;
/** Maximum length of a delimiter row. */
const MAX_RULE_CHARACTERS = 1_000;

const isRule = (line: string) =>
  line.length <= MAX_RULE_CHARACTERS && line.includes("|") && TABLE_RULE.test(line);

/** `quotes`: the signs `>` of quotations at the start of the line. */
type NoteLine = { isRow: boolean; quotes: string };

/** Returns a function that describes the line at a position. Positions must ascend. */
function createLineReader(text: string): (at: number) => NoteLine {
  let end = -1;
  let current: NoteLine = { isRow: false, quotes: "" };
  const readLine = (from: number) => {
    const found = text.indexOf("\n", from);
    return text.slice(from, found < 0 ? text.length : found);
  };
  return (at) => {
    while (end < at) {
      const line = readLine(end + 1);
      end += 1 + line.length;
      const hasBar = line.includes("|");
      const isRow = hasBar && (current.isRow || ROW_BETWEEN_BARS.test(line) || isRule(readLine(end + 1)));
      current = { isRow, quotes: /^[ \t]*>[ \t>]*/.exec(line)?.[0] ?? "" };
    }
    return current;
  };
}

/** Converts the HTML tags and character references (`&amp;`) in a Markdown note, because the page would show them as typed. */
export function convertMarkup(text: string): string {
  const links: string[] = [];
  let converted = "";
  let from = 0;
  let isBelowBlock = false;
  let isInCell = false;
  const lineAt = createLineReader(text);
  /** The last character of `converted`; reading it there would make V8 flatten the whole string each time. */
  let last = "";
  const add = (part: string) => {
    const own = isBelowBlock ? part.trimStart() : part;
    converted += own;
    last = own.at(-1) ?? last;
    if (part.trim()) isBelowBlock = false;
  };
  for (const { start, end } of findMarkup(text)) {
    add(text.slice(from, start));
    from = end;
    const written = text.slice(start, end);
    const { isRow, quotes } = lineAt(start);
    if (written.startsWith("&")) add(decodeHTML(written));
    else {
      const [, slash = "", cell, row, lines] =
        /^<(\/?)(?:(t[dh])|(tr|table)|(p|div|br|ul|ol|li))(?=[\s/>])/i.exec(written) ?? [];
      // A cell without an end tag ends where the next cell begins.
      if (cell && !slash && isInCell) add(" | ");
      if (cell) isInCell = slash === "";
      if (row) isInCell = false;
      // Paragraphs and line breaks within a cell must not end its row.
      if (lines && (isInCell || isRow)) {
        if (!slash && last && !/[\s|]/.test(last)) add(" ");
        continue;
      }
      const { before, isBlock } = replacementOf(written, links);
      if (isBlock) {
        converted = converted.trimEnd() && `${converted.trimEnd()}\n\n`;
        last = "\n";
      }
      isBelowBlock ||= isBlock;
      // The line after a break belongs to the same quotation.
      add(before === "\n" ? `\n${quotes}` : before);
      isBelowBlock ||= isBlock && before === "";
    }
  }
  add(text.slice(from));
  return converted;
}
