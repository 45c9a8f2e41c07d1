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
  src?: string;
  alt?: string;
  caption?: string;
  fileName?: string;
  videoID?: string;
  id?: string;
  itemUuid?: string;
  children?: unknown[];
};

/** References of a note to other notes and files. */
export type SuperReferences = {
  /** The title of the note with this id. */
  titleOf: (uuid: string) => string | undefined;
  /** Adds the picture of a data URL. @returns its reference */
  addPicture: (bytes: Uint8Array) => string | undefined;
};
type Conversion = SuperReferences & { files: number };

const Node = z.looseObject({ type: z.string(), children: z.array(z.unknown()).optional() });
const Document = z.object({ root: Node });

const MAX_DEPTH = 60;
const MAX_NODES = 100_000;

/** Bits of `format`. Strikethrough and underline are ignored, because light Markdown has no sign for them. */
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
export function superToMarkdown(
  json: string,
  references: SuperReferences,
): { text: string; files: number } | undefined {
  let value: unknown;
  try {
    value = parseBoundedJson(json, { depth: MAX_DEPTH * 2, values: MAX_NODES * 10 });
  } catch (error) {
    if (error instanceof JsonLimitError || error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { success, data } = Document.safeParse(value);
  if (!success) return undefined;
  const conversion = { ...references, files: 0 };
  const text = blockOf(data.root as SuperNode, conversion, 0);
  return { text: text.replace(/\n{3,}/g, "\n\n").trim(), files: conversion.files };
}

const childrenOf = ({ children = [] }: SuperNode): SuperNode[] =>
  children.flatMap((child) => (Node.safeParse(child).success ? [child as SuperNode] : []));

function blockOf(node: SuperNode, conversion: Conversion, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  const inner = () =>
    childrenOf(node)
      .map((child) => blockOf(child, conversion, depth + 1))
      .join("");
  switch (node.type) {
    case "text":
    case "hashtag":
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
      return listOf(node, conversion, depth);
    case "tablerow":
      return `${childrenOf(node)
        .map((cell) =>
          blockOf(cell, conversion, depth + 1)
            .trim()
            .replace(/\s+/g, " "),
        )
        .join(" | ")}\n`;
    case "snfile":
      conversion.files++;
      return "";
    case "snbubble":
      return formatNoteLink(textOf(node.itemUuid), conversion);
    case "inline-file":
      return inlineFile(node, conversion);
    case "unencrypted-image":
      return `\n\n${[textOf(node.caption) || textOf(node.alt), textOf(node.src)].filter(Boolean).join(" ")}\n\n`;
    case "youtube":
      return `\n\nhttps://www.youtube.com/watch?v=${textOf(node.videoID)}\n\n`;
    case "tweet":
      return `\n\nhttps://twitter.com/i/web/status/${textOf(node.id)}\n\n`;
    default:
      return BLOCKS.includes(node.type) ? `\n\n${inner().trim()}\n\n` : inner();
  }
}

function formatNoteLink(uuid: string, { titleOf }: Conversion): string {
  const title = titleOf(uuid)
    ?.replace(/[[\]\s]+/g, " ")
    .trim();
  return title ? `[${title}](id:standard-notes-${uuid})` : "";
}

/** Converts a file that is part of the note itself: a picture becomes an image, another file its name. */
function inlineFile({ src, caption, fileName }: SuperNode, conversion: Conversion): string {
  const words = textOf(caption)
    .replace(/[[\]\s]+/g, " ")
    .trim();
  const [, base64 = ""] = /^data:image\/[\w.+-]{1,40};base64,([\w+/=\s]+)$/i.exec(textOf(src)) ?? [];
  const reference = base64 && conversion.addPicture(Buffer.from(base64, "base64"));
  if (reference) return `\n\n![${words}](<${reference}>)\n\n`;
  conversion.files++;
  return `\n\n${words || textOf(fileName)}\n\n`;
}

function listOf(list: SuperNode, conversion: Conversion, depth: number): string {
  let number = 0;
  const items = childrenOf(list).map((item) => {
    const inner = blockOf({ ...item, type: "item" }, conversion, depth + 1).trim();
    // Lexical wraps a nested list in an item of its own, which gets no bullet.
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
  const words = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  return words ? `${before}${sign}${words}${[...sign].reverse().join("")}${after}` : text;
}
