import { z } from "zod";
import { lenient } from "~/domain/portability/import-format";
import { parseBoundedJson } from "~/platform/untrusted-text";

const Line = z.object({
  header: lenient(z.number().int().min(1).max(6)),
  indentLevel: lenient(z.number().int().min(0).max(12)),
  listStyle: lenient(z.enum(["bulleted", "numbered", "checkbox"])),
  listIndex: lenient(z.number().int().min(0).max(1_000_000)),
  checked: lenient(z.boolean()),
  quote: lenient(z.boolean()),
  codeBlock: lenient(z.boolean()),
});
type Line = z.output<typeof Line>;

const Attributes = z.object({
  bold: lenient(z.boolean()),
  italic: lenient(z.boolean()),
  inlineCode: lenient(z.boolean()),
  linkURL: lenient(z.string()),
  line: lenient(Line),
});

const Text = z.object({ text: lenient(z.string()), attributes: lenient(Attributes) });
const Cell = z.object({ content: lenient(z.array(Text)) });
const Embedded = z.object({
  type: lenient(z.string()),
  identifier: lenient(z.string().regex(/^[\w-]{1,100}$/)),
  url: lenient(z.string()),
  contents: lenient(z.string()),
  rows: lenient(z.array(z.array(Cell))),
});
const Node = Text.extend({ embeddedObjects: lenient(z.array(Embedded)) });
/** The field of the nodes is named `contents` in exports, but `nodes` in the specification. */
const Document = z.object({ contents: lenient(z.array(Node)), nodes: lenient(z.array(Node)) });

const LIMITS = { depth: 20, values: 200_000 };

/**
 * Converts Day One's rich text (JSON) to its Markdown, with escaped punctuation and photo references; "" if it cannot be
 * read. Specification: rtjson-format.md in https://github.com/Automattic/DayOne-Cli.
 */
export function richTextToMarkdown(source: string): string {
  try {
    const { data } = Document.safeParse(parseBoundedJson(source, LIMITS));
    const writer = new RichTextWriter();
    for (const { text = "", attributes, embeddedObjects = [] } of data?.contents ?? data?.nodes ?? []) {
      writer.text(text, attributes);
      for (const object of embeddedObjects) writer.block(markdownOf(object));
    }
    return writer.end();
  } catch {
    return "";
  }
}

const escapeSigns = (text: string) => text.replace(/[*_#`[\]\\]/g, "\\$&");

function inlineOf(
  text: string,
  { bold, italic, inlineCode, linkURL = "" }: z.output<typeof Attributes> = {},
) {
  const words = text.trim();
  if (!words) return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const sign = `${bold ? "**" : ""}${italic ? "*" : ""}${inlineCode ? "`" : ""}`;
  const marked = sign + escapeSigns(words) + [...sign].toReversed().join("");
  const isLink = /^https?:\/\/[^\s()]+$/i.test(linkURL) && linkURL !== words;
  return before + (isLink ? `[${marked}](${linkURL})` : marked) + after;
}

/**
 * Converts an embedded object to Markdown. A place, a song and the like yield at most their URL; other media are counted by
 * the lists of the entry.
 */
function markdownOf({ type, identifier, url, contents, rows = [] }: z.output<typeof Embedded>): string {
  switch (type) {
    case "photo":
      return identifier ? `![](dayone-moment://${identifier})` : "";
    case "horizontalLineRule":
      return "---";
    case "table":
      return rows.map((cells) => cells.map(({ content = [] }) => wordsOf(content)).join(" | ")).join("\n");
    case "renderableCodeBlock":
      return escapeSigns(contents ?? "");
    default:
      return url && /^https?:\/\//i.test(url) ? escapeSigns(url) : "";
  }
}

const wordsOf = (content: readonly z.output<typeof Text>[]) =>
  content
    .map(({ text = "", attributes }) => inlineOf(text, attributes))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/** Writes lines: the attributes at the beginning of a line apply to the whole line. */
class RichTextWriter {
  private readonly lines: string[] = [];
  private words = "";
  private line: Line | undefined;
  private isCode = false;
  /** Numbers of the open lists by their level. */
  private readonly numbers = new Map<number, number>();

  text(text: string, attributes: z.output<typeof Attributes> | undefined): void {
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) this.endLine();
      if (part) this.line ??= attributes?.line ?? {};
      this.words += this.line?.codeBlock ? part : inlineOf(part, attributes);
    }
  }

  /** Writes content as a paragraph of its own. */
  block(markdown: string): void {
    if (this.words) this.endLine();
    this.setCode(false);
    if (markdown) this.lines.push("", markdown, "");
  }

  end(): string {
    if (this.words) this.endLine();
    this.setCode(false);
    return this.lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }

  private setCode(isCode: boolean): void {
    if (this.isCode !== isCode) this.lines.push("```");
    this.isCode = isCode;
  }

  private endLine(): void {
    const { header, quote, codeBlock = false } = this.line ?? {};
    this.setCode(codeBlock);
    const sign = header ? `${"#".repeat(header)} ` : quote ? "> " : this.bullet();
    this.lines.push(codeBlock ? escapeSigns(this.words) : this.words && sign + this.words);
    if (header) this.lines.push("");
    this.words = "";
    this.line = undefined;
  }

  private bullet(): string {
    const { listStyle, listIndex, indentLevel = 0, checked = false } = this.line ?? {};
    const indent = "  ".repeat(indentLevel);
    for (const level of this.numbers.keys())
      if (level > indentLevel || (level === indentLevel && listStyle !== "numbered"))
        this.numbers.delete(level);
    if (listStyle === "bulleted") return `${indent}- `;
    if (listStyle === "checkbox") return `${indent}- [${checked ? "x" : " "}] `;
    if (listStyle !== "numbered") return "";
    const number = listIndex ?? (this.numbers.get(indentLevel) ?? 0) + 1;
    this.numbers.set(indentLevel, number);
    return `${indent}${number}. `;
  }
}
