import { mediaKind } from "~/domain/portability/reading/archive-files";

/** A heading of an org file with its text and the headings below; the root has the text before the first heading. */
export type OrgHeading = {
  level: number;
  title: string;
  /** Its own tags, and those of the headings above. */
  tags: readonly string[];
  /** The property CREATED; empty if it has none. */
  created: string;
  /** `#+TITLE:` and `#+DATE:` of the file, for its root. */
  fileTitle: string;
  fileDate: string;
  body: string;
  children: OrgHeading[];
};

const HEADING = /^(\*+) +(.*)$/;
const TAGS = /(?:^|\s):([\p{L}\p{N}_@#%:-]+):\s*$/u;
/** Deeper headings are children of the last level. */
const MAX_LEVEL = 20;

export function parseOrg(text: string): OrgHeading {
  const root = newHeading(0, "", []);
  const open = [root];
  let isProperties = false;
  let block = "";
  for (const line of text.split("\n")) {
    const current = open.at(-1) ?? root;
    const [, stars = "", rest = ""] = block ? [] : (HEADING.exec(line) ?? []);
    if (stars) {
      const level = Math.min(stars.length, MAX_LEVEL);
      while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      const parent = open.at(-1) ?? root;
      const [whole = "", tags = ""] = TAGS.exec(rest) ?? [];
      const heading = newHeading(level, rest.slice(0, rest.length - whole.length).trim(), [
        ...parent.tags,
        ...tags.split(":").filter(Boolean),
      ]);
      parent.children.push(heading);
      open.push(heading);
      isProperties = false;
      continue;
    }
    const [, begin] = /^\s*#\+begin_(\w+)/i.exec(line) ?? [];
    if (begin) block = begin.toLowerCase();
    else if (block && line.trim().toLowerCase() === `#+end_${block}`) block = "";
    const [, created = ""] = (isProperties && /^\s*:CREATED:\s*(.*)$/i.exec(line)) || [];
    if (created) current.created = created.trim();
    const [, keyword = "", value = ""] = (!block && /^#\+(title|date|filetags):\s*(.*)$/i.exec(line)) || [];
    if (keyword.toLowerCase() === "title") root.fileTitle = value.trim();
    else if (keyword.toLowerCase() === "date") root.fileDate = value.trim();
    else if (keyword) root.tags = [...root.tags, ...value.split(/[:\s]+/).filter(Boolean)];
    // The drawers end in the text itself, where they are removed.
    if (/^\s*:PROPERTIES:\s*$/i.test(line)) isProperties = true;
    else if (/^\s*:END:\s*$/i.test(line)) isProperties = false;
    current.body += `${line}\n`;
  }
  return root;
}

const newHeading = (level: number, title: string, tags: readonly string[]): OrgHeading => ({
  level,
  title,
  tags,
  created: "",
  fileTitle: "",
  fileDate: "",
  body: "",
  children: [],
});

/** Converts the text of a heading and of those below it to Markdown, and counts linked files. */
export function orgToMarkdown(heading: OrgHeading) {
  const left = { videos: 0, recordings: 0, files: 0 };
  const parts: string[] = [];
  const add = ({ level, title, body, children }: OrgHeading) => {
    const depth = Math.min(6, level - heading.level + 1);
    if (level > heading.level && title) parts.push(`${"#".repeat(depth)} ${readInline(title, left)}`);
    const text = readBody(body, left);
    if (text) parts.push(text);
    for (const child of children) add(child);
  };
  add(heading);
  return { text: parts.join("\n\n"), left };
}

type FileCounts = { videos: number; recordings: number; files: number };

/** Removes drawers: the lines from ":LOGBOOK:" to ":END:". A drawer without an end is text. */
function withoutDrawers(text: string): string {
  const lines = text.split("\n");
  const isEnd = (line: string) => /^\s*:END:\s*$/i.test(line);
  const lastEnd = lines.findLastIndex(isEnd);
  let isDrawer = false;
  return lines
    .filter((line, at) => {
      if (isDrawer) {
        isDrawer = !isEnd(line);
        return false;
      }
      isDrawer = at < lastEnd && /^\s*:[\w-]+:\s*$/.test(line);
      return !isDrawer;
    })
    .join("\n");
}

function readBody(source: string, left: FileCounts): string {
  const lines: string[] = [];
  let block = "";
  for (const line of dedent(withoutDrawers(source)).split("\n")) {
    const [, begin = ""] = /^\s*#\+begin_(\w+)/i.exec(line) ?? [];
    const kind = begin.toLowerCase();
    if (!block && kind) {
      block = kind;
      if (isCode(block)) lines.push("```");
    } else if (block && line.trim().toLowerCase() === `#+end_${block}`) {
      if (isCode(block)) lines.push("```");
      block = "";
    } else if (isCode(block)) lines.push(line.replace(/^(\s*),(?=[*,]|#\+)/, "$1"));
    else if (block === "quote") lines.push(`> ${readInline(line.trim(), left)}`);
    else if (!/^\s*(?:#\+\w+:|#(?:\s|$)|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):)/.test(line))
      lines.push(TABLE_RULE.test(line) ? line.replaceAll("+", "|") : readInline(line, left));
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const TABLE_RULE = /^\s*\|-[-+]*\|?\s*$/;

const isCode = (block: string) => ["src", "example", "export"].includes(block);

/** Removes the indentation that all lines have. */
function dedent(text: string): string {
  const widths = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, space = ""]) => space.length);
  const width = widths.reduce((least, each) => Math.min(least, each), 80);
  return width > 0 && widths.length > 0 ? text.replace(new RegExp(`^[ \\t]{1,${width}}`, "gm"), "") : text;
}

const emphasis = (sign: string) =>
  new RegExp(`(?<![^\\s({'"-])${sign}(\\S(?:[^\\n]{0,500}?\\S)?)${sign}(?![^\\s)}'".,;:!?\\-\\[])`, "g");
const BOLD = emphasis("\\*");
const ITALIC = emphasis("/");
const UNDERLINED = emphasis("_");
const STRUCK = emphasis("\\+");
const VERBATIM = emphasis("=");
const CODE = emphasis("~");

/** A heading without emphasis and links, for a title. */
export const plainHeading = (heading: string): string =>
  readInline(heading, { videos: 0, recordings: 0, files: 0 })
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/[*`]/g, "");

function readInline(line: string, left: FileCounts): string {
  return line
    .replace(VERBATIM, "`$1`")
    .replace(CODE, "`$1`")
    .replace(BOLD, "**$1**")
    .replace(ITALIC, "*$1*")
    .replace(UNDERLINED, "$1")
    .replace(STRUCK, "$1")
    .replace(
      /^(\s*[-+] )\[([ Xx-])\] /,
      (_whole, bullet: string, sign: string) => `${bullet}[${sign === "-" ? " " : sign.toLowerCase()}] `,
    )
    .replace(/(?<!\[)[<[](\d{4}-\d{2}-\d{2})(?: [^\]>\n]{0,40})?[\]>]/g, "$1")
    .replace(
      /\[\[([^\]\n]{1,1000})\](?:\[([^\]\n]{1,1000})\])?\]/g,
      (_whole, target: string, label?: string) => {
        if (/^https?:\/\/[^\s)]+$/.test(target)) return label ? `[${label}](${target})` : target;
        const path = target.replace(/^(?:file|attachment):/, "").replace(/::.*$/, "");
        const kind = mediaKind(path);
        if (kind === "pictures") return `![${label ?? ""}](<${path.replace(/[<>]/g, "")}>)`;
        if (path !== target || kind) left[kind ?? "files"]++;
        return label ?? path;
      },
    );
}
