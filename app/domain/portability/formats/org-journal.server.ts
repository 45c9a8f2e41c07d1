import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { isDayWord, monthNumber } from "~/domain/portability/reading/day-words";
import { dayInName, momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const DAY_NAME = /(?:^|\/)(?:\D*)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?:[^/\d][^/]*)?$/;

/**
 * Emacs' org-journal: a file for each day, or for longer (https://github.com/bastibe/org-journal); also a tree of days
 * (lisp/org/org-datetree.el of Emacs), and headings with time stamps, as org-capture writes both.
 */
export const orgJournal: ImportFormat = {
  source: "org-journal",
  endings: ["org", ""],
  recognise: ({ name, text }) =>
    text !== undefined && (/\.org$/i.test(name) || (/(?:^|\/)\d{8}$/.test(name) && /^\*+ /m.test(text))),
  *read(file, context) {
    const root = parseOrg(file.text ?? "");
    const day =
      dayOfName(file.name) ?? stampIn(root.fileDate)?.day ?? dayInName(root.fileTitle, context)?.forDate;
    for (const entry of entriesOf(root, day)) yield toEntry(entry, file, context);
  },
};

function dayOfName(path: string): string | undefined {
  const [, year, month, day] = DAY_NAME.exec(path.replace(/\.org$/i, "")) ?? [];
  return year && `${year}-${month}-${day}`;
}

type OrgEntry = { heading: OrgHeading; day?: string | undefined; time?: string | undefined };

/** An active or inactive time stamp: <2024-05-06 Mon 21:30>. */
const STAMP =
  /[<[](\d{4}-\d{2}-\d{2})(?: \p{L}{1,12}\.?)?(?: (\d{1,2}:\d{2}))?(?:-\d{1,2}:\d{2})?(?: [.+\d][^\]>\n]{0,20})?[>\]]/u;
/** A time stamp in the first line of the text; org-datetree can repeat the day of the heading there. */
const STAMP_LINE = /^\s*[<[]\d{4}-\d{2}-\d{2}[^\]>\n]{0,40}[>\]][ \t]*(?:\n|$)/;
/** The heading of a day in a date tree: "2024-05-06 Monday". */
const TREE_DAY = /^(\d{4}-\d{2}-\d{2})(?: \p{L}{1,15})?$/u;

function stampIn(text: string): { whole: string; day: string; time?: string | undefined } | undefined {
  const [whole, day, time] = STAMP.exec(text) ?? /^(\d{4}-\d{2}-\d{2})$/.exec(text.trim()) ?? [];
  return whole && day ? { whole, day, time: time?.padStart(5, "0") } : undefined;
}

/**
 * The entries of a file. Each heading below a day is an entry, and so is text directly below the day. A heading is a day if it is
 * the only heading of a file with a day in its name, has the property CREATED, or is a node of a date tree.
 */
function entriesOf(root: OrgHeading, fileDay: string | undefined): OrgEntry[] {
  const isOnly = root.children.length === 1 && fileDay !== undefined;
  const entriesIn = (heading: OrgHeading, isDay: boolean): OrgEntry[] => {
    const day = createdOn(heading) ?? TREE_DAY.exec(heading.title)?.[1] ?? (isDay ? fileDay : undefined);
    if (day)
      return [
        ...ownText(
          { ...heading, title: titleOfDay(heading), body: heading.body.replace(STAMP_LINE, "") },
          day,
        ),
        ...heading.children.map((child) => ({ heading: child, day })),
      ];
    if (!hasTreeDay(heading)) return [fileDay ? { heading, day: fileDay } : stamped(heading)];
    return [...ownText(heading, undefined), ...heading.children.flatMap((child) => entriesIn(child, false))];
  };
  const title = dayInName(root.fileTitle)?.title ?? root.fileTitle;
  return [
    ...ownText({ ...root, title }, fileDay),
    ...root.children.flatMap((heading) => entriesIn(heading, isOnly && isDayTitle(heading.title))),
  ];
}

/** Whether a title is only a day: "Monday", "Monday, 05/06/24", "6. Mai 2024". */
const isDayTitle = (title: string): boolean =>
  !splitTime(title).time &&
  (title.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => isDayWord(word) || monthNumber(word));

/** The title of a day's heading; empty if the heading is only the day. */
const titleOfDay = ({ title }: OrgHeading): string =>
  TREE_DAY.test(title) || isDayTitle(title) ? "" : title;

const hasTreeDay = (heading: OrgHeading): boolean =>
  heading.children.some((child) => TREE_DAY.test(child.title) || hasTreeDay(child));

/** The entry of a heading with a time stamp in its title, in its property CREATED, or in the line below. */
function stamped(heading: OrgHeading): OrgEntry {
  const inTitle = stampIn(heading.title);
  if (inTitle)
    return { heading: { ...heading, title: heading.title.replace(inTitle.whole, "").trim() }, ...inTitle };
  const created = stampIn(heading.created);
  if (created) return { heading, ...created };
  const [line = "", stamp = ""] =
    /^(?:\s*:PROPERTIES:\n(?:[ \t]*:[^\n]*\n){1,50})?\s*(?:Entered on )?([<[][^\]>\n]{10,60}[>\]])[ \t]*\n/.exec(
      heading.body,
    ) ?? [];
  const below = stampIn(stamp);
  return below ? { heading: { ...heading, body: heading.body.slice(line.length) }, ...below } : { heading };
}

/** The entry of a heading's own text, without the headings below it. No entry if that text is empty. */
function ownText(heading: OrgHeading, day: string | undefined): OrgEntry[] {
  const own = { ...heading, children: [] };
  return orgToMarkdown(own).text ? [{ heading: own, day }] : [];
}

/** The day in the property CREATED of org-journal: 20240506. */
function createdOn({ created }: OrgHeading): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(created) ?? [];
  return year && `${year}-${month}-${day}`;
}

function splitTime(heading: string): { time: string; title: string } {
  const [whole = "", hour = "", minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s+|$)/.exec(heading) ?? [];
  return { time: whole && `${hour.padStart(2, "0")}:${minute}`, title: heading.slice(whole.length) };
}

function toEntry(
  { heading, day, ...stamp }: OrgEntry,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const { time, title } = splitTime(heading.title);
  const where = title ? `${file.name}, ${title}` : undefined;
  if (/^\s*-----BEGIN PGP MESSAGE-----/m.test(heading.body))
    return { ok: false, where, why: t("it is encrypted") };
  const moment = momentOn(day ?? "", context, time || stamp.time);
  if (!moment) return { ok: false, where, why: t("no day is named in its file name") };
  const { text, left } = orgToMarkdown(heading);
  const page = { ...moment, title: plainHeading(title), text, tags: heading.tags, left };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}

/** A heading of an org file with its text and the headings below; the root has the text before the first heading. */
type OrgHeading = {
  level: number;
  title: string;
  /** The tags of the heading and of the headings above it. */
  tags: readonly string[];
  /** The property CREATED; empty if the heading has none. */
  created: string;
  /** `#+TITLE:` and `#+DATE:` of the file; empty except in the root. */
  fileTitle: string;
  fileDate: string;
  body: string;
  children: OrgHeading[];
};

const HEADING = /^(\*+) +(.*)$/;
const TAGS = /(?:^|\s):([\p{L}\p{N}_@#%:-]+):\s*$/u;
/** Deeper headings are children of the last level. */
const MAX_LEVEL = 20;

function parseOrg(text: string): OrgHeading {
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
    // The lines of the drawer stay in the body; `withoutDrawers` removes them later.
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

/** Converts the text of a heading and of the headings below it to Markdown, and counts linked files. */
function orgToMarkdown(heading: OrgHeading) {
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

/** Removes drawers, such as the lines from ":LOGBOOK:" to ":END:". A drawer without an end stays as text. */
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

/** Removes the common indentation of all lines. */
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
const plainHeading = (heading: string): string =>
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
