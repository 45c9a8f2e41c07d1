import type { Block, WordSpan } from "~/domain/print/block";
import { markdownTokens, type TokenBudget } from "./markdown.server";

type Tokens = NonNullable<ReturnType<typeof markdownTokens>>;

/** What someone wrote as the paragraphs of a book: lines stay lines, and light Markdown is set as on our pages. */
export function writtenBlocks(text: string, budget: TokenBudget): Block[] {
  const tokens = markdownTokens(text, budget);
  return inRow(tokens ? setBlocks(tokens) : plainBlocks(text));
}

const plainBlocks = (text: string): Block[] =>
  text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .filter((part) => part.trim())
    .map((part) => ({ style: "text", text: part.trim() }));

/** A paragraph after a paragraph is set in, without a gap. */
function inRow(blocks: Block[]): Block[] {
  return blocks.map((block, at) =>
    block.style === "text" && at > 0 && blocks[at - 1]?.style === "text"
      ? { ...block, style: "more" }
      : block,
  );
}

/** Lists within lists count on their own. */
type List = { next: number | null };

function setBlocks(tokens: Tokens): Block[] {
  const blocks: Block[] = [];
  const lists: List[] = [];
  let mark: string | undefined;
  let quotes = 0;
  let isHeading = false;
  for (const token of tokens) {
    switch (token.type) {
      case "bullet_list_open":
        lists.push({ next: null });
        break;
      case "ordered_list_open":
        lists.push({ next: Number(token.attrGet("start") ?? 1) });
        break;
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop();
        break;
      case "list_item_open": {
        const list = lists.at(-1);
        mark = list?.next == null ? "•" : `${list.next++}.`;
        break;
      }
      case "blockquote_open":
        quotes++;
        break;
      case "blockquote_close":
        quotes--;
        break;
      case "heading_open":
        isHeading = true;
        break;
      case "heading_close":
        isHeading = false;
        break;
      case "hr":
        blocks.push({ style: "rule", text: "·   ·   ·" });
        break;
      case "code_block":
      case "fence":
        blocks.push({ style: "text", text: token.content.trimEnd() });
        break;
      case "inline": {
        const style = isHeading ? "heading" : lists.length > 0 ? "item" : quotes > 0 ? "quote" : "text";
        blocks.push({ style, text: spansOf(token.children ?? []), ...(mark && { mark }) });
        mark = undefined;
        break;
      }
    }
  }
  return blocks;
}

function spansOf(children: Tokens): WordSpan[] {
  const spans: WordSpan[] = [];
  const open: NonNullable<WordSpan["as"]>[] = [];
  for (const { type, content } of children) {
    if (type === "em_open") open.push("em");
    else if (type === "strong_open") open.push("strong");
    else if (type === "em_close" || type === "strong_close") open.pop();
    else {
      const text = type === "softbreak" || type === "hardbreak" ? "\n" : content;
      const as = open.at(-1);
      if (text) spans.push(as ? { text, as } : { text });
    }
  }
  return spans;
}
