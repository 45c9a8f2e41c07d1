import { splitAtPlaceholders, type Picture } from "~/domain/journal/pictures/picture";
import { arePicturesEnabled } from "~/domain/journal/pictures/pictures.server";
import type { Block, WordSpan } from "~/domain/print/print-task";
import { createYielder } from "~/platform/concurrency.server";
import { contentPages, readPageNumber, type EntryContent } from "./content";
import type { Rendered, RenderedContent } from "./entry";
import {
  budgetForEntry,
  MARKDOWN_LIMITS,
  markdownTokens,
  renderText,
  type TokenBudget,
} from "./markdown.server";
import { mapShortTexts } from "./short-texts";

/**
 * Renders the content of an entry. `level` is the rank of a question's heading, `budget` is shared by the entries of a page.
 * @internal Exported for tests.
 */
export function renderContent(
  entry: EntryContent,
  level: 2 | 3 | 4,
  budget: TokenBudget = budgetForEntry(),
): RenderedContent {
  const { answers, body, tags, pictures = [] } = entry;
  const own = { tokens: Math.min(budget.tokens, MARKDOWN_LIMITS.entryTokens) };
  const before = own.tokens;
  const content = {
    answers: answers.map(({ key, question, text }) => ({
      key,
      question,
      text: renderText(text, (level + 1) as 3 | 4 | 5, own),
    })),
    ...renderBody(body, arePicturesEnabled() ? pictures : [], (text) => renderText(text, level, own)),
    tags,
    ...mapShortTexts((name) => entry[name]),
  };
  budget.tokens -= before - own.tokens;
  return content;
}

/** Renders the body with its pictures at their placeholders. */
function renderBody(body: string, pictures: Picture[], render: (text: string) => Rendered) {
  const rendered = { body: body.trim() ? render(body) : null };
  if (pictures.length === 0) return rendered;
  const parts = splitAtPlaceholders(body, pictures.length);
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = pictures.filter((_, at) => !placed.has(at));
  if (placed.size === 0) return { ...rendered, pictures: rest };
  const whole = parts.flatMap((part): (Rendered | Picture)[] => {
    if (typeof part === "number") return pictures[part] ? [pictures[part]] : [];
    return part.trim() ? [render(part)] : [];
  });
  return { body: null, placed: whole, pictures: rest };
}

/** Renders one page of an entry. Pictures without a placeholder follow on the last page. */
export function renderPage(content: EntryContent, level: 2 | 3 | 4, requested: string | null) {
  const pages = contentPages(content);
  const page = readPageNumber(requested, pages.length);
  const rendered = renderContent(pages[page - 1] ?? content, level);
  return {
    page,
    pages: pages.length,
    content: { ...rendered, ...unplacedPictures(content, page === pages.length) },
  };
}

/** The pictures without a placeholder on any page; none before the last page. */
function unplacedPictures({ body, pictures = [] }: EntryContent, isLast: boolean) {
  if (!arePicturesEnabled() || pictures.length === 0) return {};
  const placed = new Set(splitAtPlaceholders(body, pictures.length));
  return { pictures: isLast ? pictures.filter((_, at) => !placed.has(at)) : [] };
}

function renderFirstPage(content: EntryContent, level: 2 | 3 | 4, budget: TokenBudget): RenderedContent {
  const [first, ...more] = contentPages(content);
  const rendered = renderContent(first, level, budget);
  return more.length > 0 ? { ...rendered, ...unplacedPictures(content, false), isTruncated: true } : rendered;
}

/** Renders several entries for one page, long ones up to their first page. Yields to other requests between entries. */
export async function renderContents(
  contents: readonly (EntryContent | null)[],
  level: 2 | 3 | 4,
): Promise<(RenderedContent | null)[]> {
  const pause = createYielder();
  const budget = { tokens: MARKDOWN_LIMITS.pageTokens };
  const all: (RenderedContent | null)[] = [];
  for (const content of contents) {
    await pause();
    all.push(content && renderFirstPage(content, level, budget));
  }
  return all;
}

type Tokens = NonNullable<ReturnType<typeof markdownTokens>>;

/** Renders a text as blocks for print: line breaks are kept, and light Markdown is rendered as on the pages. */
export function markdownBlocks(text: string, budget: TokenBudget): Block[] {
  const tokens = markdownTokens(text, budget);
  return indentFollowing(tokens ? blocksFrom(tokens) : plainBlocks(text));
}

const plainBlocks = (text: string): Block[] =>
  text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .filter((part) => part.trim())
    .map((part) => ({ style: "text", text: part.trim() }));

/** Marks a paragraph after a paragraph as `more`: printed with an indent and without a gap. */
function indentFollowing(blocks: Block[]): Block[] {
  return blocks.map((block, at) =>
    block.style === "text" && at > 0 && blocks[at - 1]?.style === "text"
      ? { ...block, style: "more" }
      : block,
  );
}

/** `next` is the next number of an ordered list; nested lists have their own. */
type List = { next: number | null };

function blocksFrom(tokens: Tokens): Block[] {
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
