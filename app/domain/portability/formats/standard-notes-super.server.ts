import { z } from "zod";
import { JsonLimitError, parseBoundedJson } from "~/platform/untrusted-text";

/** A node of the Lexical editor, which Standard Notes calls Super. */
type SuperNode = {
  type: string;
  text?: string;
  format?: number | string;
  tag?: string;
  url?: string;
  listType?: string;
  checked?: boolean;
  children?: unknown[];
};

const Node = z.looseObject({ type: z.string(), children: z.array(z.unknown()).optional() });
const Document = z.object({ root: Node });

const MAX_DEPTH = 60;
const MAX_NODES = 100_000;

/** Bits of `format`. Strikethrough and underline have no sign in light Markdown. */
const FORMAT = { bold: 1, italic: 2, code: 16 };
const BLOCKS = [
  "paragraph",
  "heading",
  "quote",
  "list",
  "code",
  "table",
  "collapsible-title",
  "collapsible-content",
];

/** Converts a Super note, which is JSON, to Markdown, and counts its files; undefined if it is another text. */
export function superToMarkdown(json: string): { text: string; files: number } | undefined {
  let value: unknown;
  try {
    value = parseBoundedJson(json, { depth: MAX_DEPTH * 2, values: MAX_NODES * 10 });
  } catch (error) {
    if (error instanceof JsonLimitError || error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { success, data } = Document.safeParse(value);
  if (!success) return undefined;
  const count = { files: 0 };
  const text = blockOf(data.root as SuperNode, count, 0);
  return { text: text.replace(/\n{3,}/g, "\n\n").trim(), ...count };
}

const childrenOf = ({ children = [] }: SuperNode): SuperNode[] =>
  children.flatMap((child) => (Node.safeParse(child).success ? [child as SuperNode] : []));

function blockOf(node: SuperNode, count: { files: number }, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  const inner = () =>
    childrenOf(node)
      .map((child) => blockOf(child, count, depth + 1))
      .join("");
  switch (node.type) {
    case "text":
    case "code-highlight":
      return emphasize(textOf(node.text), Number(node.format) || 0);
    case "linebreak":
      return "\n";
    case "tab":
      return "\t";
    case "link":
    case "autolink": {
      const label = inner();
      const url = textOf(node.url);
      return /^https?:\/\/[^\s)]+$/.test(url) && url !== label ? `[${label}](${url})` : label;
    }
    case "heading":
      return `\n\n${"#".repeat(Number(/^h([1-6])$/.exec(textOf(node.tag))?.[1] ?? 2))} ${inner().trim()}\n\n`;
    case "quote":
      return `\n\n${prefixLines(inner().trim(), "> ")}\n\n`;
    case "code":
      return `\n\n\`\`\`\n${inner().trim()}\n\`\`\`\n\n`;
    case "horizontalrule":
      return "\n\n---\n\n";
    case "list":
      return listOf(node, count, depth);
    case "tablerow":
      return `${childrenOf(node)
        .map((cell) =>
          blockOf(cell, count, depth + 1)
            .trim()
            .replace(/\s+/g, " "),
        )
        .join(" | ")}\n`;
    case "snfile":
      count.files++;
      return "";
    default:
      return BLOCKS.includes(node.type) ? `\n\n${inner().trim()}\n\n` : inner();
  }
}

function listOf(list: SuperNode, count: { files: number }, depth: number): string {
  let number = 0;
  const items = childrenOf(list).map((item) => {
    const inner = blockOf({ ...item, type: "item" }, count, depth + 1).trim();
    // A nested list is the only child of an item of its own.
    if (childrenOf(item)[0]?.type === "list") return prefixLines(inner, "  ");
    number++;
    const sign = list.listType === "number" ? `${number}.` : "-";
    const box = list.listType === "check" ? (item.checked ? " [x]" : " [ ]") : "";
    return `${sign}${box} ${inner}`;
  });
  return `\n\n${items.join("\n")}\n\n`;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const prefixLines = (text: string, prefix: string) => text.replace(/^/gm, prefix);

function emphasize(text: string, format: number): string {
  const sign = `${format & FORMAT.bold ? "**" : ""}${format & FORMAT.italic ? "*" : ""}${format & FORMAT.code ? "`" : ""}`;
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words ? `${before}${sign}${words}${[...sign].reverse().join("")}${after}` : text;
}
