import { dayInName, momentOn, parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { splitFrontMatter } from "~/domain/portability/reading/front-matter.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import type { ImportFormat } from "./format";

/** One note per file, of any program. The last format of the table, because it recognises every text. */
export const markdown: ImportFormat = {
  source: "markdown",
  name: t("Markdown"),
  exportSteps: [
    t("Put the folder into one zip and bring it. Subfolders are fine."),
    t("Each file needs a day: in its front matter, or in its name like 2026-11-21.md."),
  ],
  endings: ["md", "markdown", "txt"],
  recognise: (file) => file.text !== undefined && !isJson(file) && !/\.html?$/i.test(file.name),
  read: (file, context) => [toEntry(file, context)],
};

const isJson = (file: SourceFile) => /\.json$/i.test(file.name) || file.json !== undefined;

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function toEntry(file: SourceFile, context: ReadContext): ForeignResult {
  const parts = splitFrontMatter(file.text ?? "");
  if (!parts) return { ok: false, why: t("its front matter cannot be read") };
  const { front, rest } = parts;
  const written = front.date ?? front.created ?? front.created_at ?? front.createdAt;
  const moment = parseMoment(written, context) ?? momentOn(dayInName(file.name)?.forDate ?? "", context);
  if (!moment) return { ok: false, why: t("no day is named in its front matter or in its file name") };
  const [heading, headline = ""] = /^\s*# +(.+)\n*/.exec(rest) ?? [];
  const title = textOf(front.title).trim() || headline.trim();
  const isTitle = heading !== undefined && headline.trim() === title;
  const page = {
    ...moment,
    title,
    text: (isTitle ? rest.slice(heading.length) : rest).replace(/^\n+/, "").trimEnd(),
    tags: [front.tags ?? front.tag ?? []].flat().map(textOf),
    mood: textOf(front.mood),
    favourite: front.favourite === true || front.favorite === true || front.starred === true,
  };
  return toForeignEntry(page, file, context);
}
