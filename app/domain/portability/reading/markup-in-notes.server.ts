import { decodeHTML } from "entities";
import { attributeOf } from "./html-tokens.server";
import { findMarkup } from "./markdown-references.server";

const EMPHASIS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*", code: "`" };
const BLOCKS =
  /^(?:p|div|section|article|aside|center|details|summary|figure|figcaption|table|ul|ol|dl|dt|dd|blockquote|header|footer|main|h[1-6])$/;

/** Markdown in place of a tag; `links` holds the addresses of open links. */
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

/** Converts the HTML in a Markdown note, which would be shown as typed: its tags, and characters written by their names. */
export function convertMarkup(text: string): string {
  const links: string[] = [];
  let converted = "";
  let from = 0;
  let isBelowBlock = false;
  let isInCell = false;
  const add = (part: string) => {
    converted += isBelowBlock ? part.replace(/^\s+/, "") : part;
    if (part.trim()) isBelowBlock = false;
  };
  for (const { start, end } of findMarkup(text)) {
    add(text.slice(from, start));
    from = end;
    const written = text.slice(start, end);
    if (written.startsWith("&")) add(decodeHTML(written));
    else {
      const [, slash = "", cell = "", paragraph] =
        /^<(\/?)(?:(t[dh])|(p|div))(?=[\s/>])/i.exec(written) ?? [];
      if (cell) isInCell = slash === "";
      // The paragraph of a cell stays in its row.
      if (paragraph && isInCell) {
        if (!slash && /[^\s|]$/.test(converted)) converted += " ";
        continue;
      }
      const { before, isBlock } = replacementOf(written, links);
      if (isBlock) converted = converted.trimEnd() && `${converted.trimEnd()}\n\n`;
      isBelowBlock ||= isBlock;
      add(before);
      isBelowBlock ||= isBlock && before === "";
    }
  }
  add(text.slice(from));
  return converted;
}
