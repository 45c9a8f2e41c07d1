import { z } from "zod";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { splitAtDays } from "~/domain/portability/reading/day-sections";
import { toForeignEntry, type ForeignPage } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

const Entry = z.object({
  title: z.string(),
  body: z.string(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  time: z.string().regex(/^\d{2}:\d{2}$/),
  tags: z.array(z.string().max(200)),
  starred: lenient(z.boolean()),
});
const Journal = z.object({ tags: z.record(z.string(), z.number()), entries: z.tuple([Entry], z.unknown()) });

const YAML =
  /^---\ntitle: (.*)\ndate: (.*)\nstarred: (True|False)\ntags: (.*)\n(?:.*\n){0,20}?body: \|([\s\S]*)$/;
const TEXT = /^\s*\[([^\]\n]{8,40})\] /;
/** Matches the start of one file with all years, or of a file with one entry. */
const MARKDOWN = /^(?:# \d{4}\n\n## \p{L}+\n\n###|#) \d{4}-\d{2}-\d{2} \d{2}:\d{2} /u;
const isText = (head: string) => Boolean(parseWrittenMoment(TEXT.exec(head)?.[1] ?? "", { timezone: "UTC" }));

/** The exports of https://github.com/jrnl-org/jrnl: JSON, YAML, text and Markdown, in one file or a file for each entry. */
export const jrnl: ImportFormat = {
  source: "jrnl",
  endings: ["json", "md", "txt"],
  recognise: (file) =>
    YAML.test(file.head) || MARKDOWN.test(file.head) || isText(file.head) || Boolean(parseEntries(file)),
  read: function* (file, context) {
    const { text = "", head } = file;
    const pages = YAML.test(head)
      ? [parseYamlEntry(text, context)]
      : MARKDOWN.test(head)
        ? parseMarkdown(text, context)
        : isText(head)
          ? parseText(text, context)
          : (parseEntries(file) ?? []).map((entry) => parseJsonEntry(entry, context));
    for (const [at, page] of pages.entries()) yield toResult(page, at, file, context);
  },
};

function toResult(
  page: ForeignPage | undefined,
  at: number,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  if (!page) return { ok: false, why: t("it cannot be read"), where: `${file.name}, ${at + 1}` };
  return { ...toForeignEntry(page, file, context), where: `${file.name}, ${page.forDate}` };
}

function parseEntries({ json }: SourceFile): readonly unknown[] | undefined {
  const journal = Journal.safeParse(json);
  if (journal.success) return journal.data.entries;
  return Entry.safeParse(json).success ? [json] : undefined;
}

/** Removes the tag symbol, which is configurable: "@work" becomes "work". */
const withoutSymbol = (tag: string) => tag.replace(/^[^\p{L}\p{N}]+/u, "");

function parseJsonEntry(value: unknown, context: ReadContext): ForeignPage | undefined {
  const { data } = Entry.safeParse(value);
  const moment = data && parseWrittenMoment(`${data.date} ${data.time}`, context);
  if (!moment) return undefined;
  const { title, body: text, tags, starred } = data;
  return { ...moment, title, text, tags: tags.map(withoutSymbol), favourite: starred };
}

/** Parses a file with front matter and a body that is indented by tabs, which YAML does not allow. */
function parseYamlEntry(file: string, context: ReadContext): ForeignPage | undefined {
  const [, title, date = "", starred, tags = "", indented = ""] = YAML.exec(file) ?? [];
  const moment = parseWrittenMoment(date, context);
  if (!moment) return undefined;
  const text = indented
    .trimEnd()
    .replace(/\.\.\.$/, "")
    .replace(/^\t/gm, "");
  return {
    ...moment,
    title,
    text: raiseHeadings(text.trim(), 1),
    tags: tags.split(", "),
    favourite: starred === "True",
  };
}

/** Raises the headings of an entry again, which jrnl has lowered below the heading of the entry. */
const raiseHeadings = (text: string, levels: number) =>
  text.replace(new RegExp(`^#{${levels}}(?=#+ )`, "gm"), "");

function parseMarkdown(text: string, context: ReadContext): ForeignPage[] {
  const levels = text.startsWith("# 2") && MARKDOWN.exec(text)?.[0].includes("###") ? 3 : 1;
  return (splitAtDays(text, context)?.sections ?? []).map(({ moment, title, text: body }) => ({
    ...moment,
    title,
    text: raiseHeadings(body, levels),
    tags: tagsIn(`${title}\n${body}`),
  }));
}

/** Parses entries that begin with "[2024-05-06 21:30] Title"; a star ends the title of a favourite. */
function parseText(text: string, context: ReadContext): ForeignPage[] {
  const starts = [...text.matchAll(/^[ \t]*\[([^\]\n]{8,40})\] /gm)].flatMap(
    ({ index, 0: start, 1: date = "" }) => {
      const moment = parseWrittenMoment(date, context);
      return moment ? [{ moment, index, end: index + start.length }] : [];
    },
  );
  return starts.map(({ moment, end }, at) => {
    const entry = text.slice(end, starts[at + 1]?.index);
    const [line = ""] = entry.split("\n", 1);
    const title = line.trimEnd();
    const isStarred = title.endsWith("*");
    return {
      ...moment,
      title: isStarred ? title.slice(0, -1) : title,
      text: entry.slice(line.length).trim(),
      tags: tagsIn(entry),
      favourite: isStarred,
    };
  });
}

const tagsIn = (text: string) =>
  [...text.matchAll(/(?<!\S)@([-+*#/\p{L}\p{N}_]+)/gu)].map(([, tag = ""]) => tag);
