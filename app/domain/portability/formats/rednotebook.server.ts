import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { momentOn } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { splitInlineTags } from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { fromYaml } from "~/platform/yaml.server";

/** A file has one month, "2024-05.txt", as YAML with its days by number (https://github.com/jendrikseipp/rednotebook). */
const MONTH = /(?:^|\/)(\d{4}-(?:0[1-9]|1[0-2]))\.txt$/;
const MAX_MONTH_CHARACTERS = 2 * 1024 * 1024;

export const redNotebook: ImportFormat = {
  source: "rednotebook",
  endings: ["txt"],
  recognise: ({ name, head }) => MONTH.test(name) && /^(?:['"]?\d{1,2}['"]?:\s|\{\}?)/.test(head),
  *read(file, context) {
    const [, month = ""] = MONTH.exec(file.name) ?? [];
    const days = fromYaml(file.text ?? "", MAX_MONTH_CHARACTERS);
    if (!days) yield { ok: false, why: t("it cannot be read") };
    for (const [day, content] of Object.entries(days ?? {}))
      yield {
        ...toEntry(`${month}-${day.padStart(2, "0")}`, content, file, context),
        where: `${file.name}, ${day}`,
      };
  },
};

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function toEntry(forDate: string, value: unknown, file: SourceFile, context: ReadContext): ForeignResult {
  const moment = momentOn(forDate, context);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  if (!isMapping(value)) return { ok: false, why: t("it cannot be read") };
  const { text: source, ...categories } = value;
  const { text, tags, left } = readTxt2tags(
    typeof source === "string" || typeof source === "number" ? String(source) : "",
  );
  const { Tags: ownTags, ...others } = categories;
  // A category with lines becomes a section of the page; every category is a tag, too.
  const parts = Object.entries(others).flatMap(([name, lines]) =>
    isMapping(lines)
      ? [
          `## ${name}\n\n${Object.keys(lines)
            .map((line) => `- ${line}`)
            .join("\n")}`,
        ]
      : [],
  );
  const page = {
    ...moment,
    ...splitTitle([text, ...parts].filter(Boolean).join("\n\n")),
    tags: [...tags, ...(isMapping(ownTags) ? Object.keys(ownTags) : []), ...Object.keys(others)],
    left,
  };
  return toForeignEntry(page, file, context);
}

const HEADING = /^[ \t]{0,8}(={1,5})([^=\s](?:.{0,1000}[^=\s])?|[^=\s])\1(?:\[[\w-]{0,100}\])?[ \t]*$/gm;
const SPACED_HEADING = /^[ \t]{0,8}(={1,5})[ \t]+(\S.{0,1000}?)[ \t]+\1(?:\[[\w-]{0,100}\])?[ \t]*$/gm;

/** Converts txt2tags, the markup of RedNotebook, to Markdown. */
function readTxt2tags(source: string) {
  const left = { videos: 0, recordings: 0, files: 0 };
  const text = source
    .replace(/\r\n?/g, "\n")
    .replace(/^[ \t]*([=\-_])\1{19,}[ \t]*$/gm, "---")
    .replace(SPACED_HEADING, (_whole, level: string, title: string) => `${"#".repeat(level.length)} ${title}`)
    .replace(HEADING, (_whole, level: string, title: string) => `${"#".repeat(level.length)} ${title}`)
    // Images: [""/home/anna/photo"".jpg?400]
    .replace(
      /\[""([^"\n]{1,1000})""(\.\w{1,8})(?:\?\d{1,5})?\]/g,
      (_whole, path: string, ending: string) => `![](<${pathOf(path + ending)}>)`,
    )
    // Links: [the mill ""https://example.com""]
    .replace(/\[([^[\]\n]{1,500}?)\s""([^"\n]{1,1000})""\]/g, (_whole, label: string, url: string) => {
      if (/^https?:\/\/[^\s)]+$/.test(url)) return `[${label}](${url})`;
      const kind = mediaKind(url);
      if (kind === "pictures") return `![${label}](<${pathOf(url)}>)`;
      left[kind ?? "files"]++;
      return label;
    })
    .replace(/\{([^{}\n]{1,2000})\|color:[^{}\n]{1,30}\}/g, "$1")
    .replace(/(?<!-)--([^\s-](?:[^\n]{0,1000}?[^\s-])?)--(?!-)/g, "$1")
    .replace(/(?<![\w_])__([^\s_](?:[^\n]{0,1000}?[^\s_])?)__(?![\w_])/g, "$1")
    .replace(/(?<![:/\w])\/\/([^\s/](?:[^\n]{0,1000}?[^\s/:])?)\/\/(?!\/)/g, "*$1*")
    .replace(/``([^`\n]{1,1000})``/g, "`$1`")
    .replace(/""([^"\n]{1,1000})""/g, "$1")
    .replace(/\[([^[\]\n]{1,300}?)\s(\d{4}-\d{2}-\d{2})\]/g, "$1 ($2)")
    .replace(/\[(\d{4}-\d{2}-\d{2})\]/g, "$1")
    .replace(/\\\\[ \t]*$/gm, "")
    .replace(/^([ \t]*)\+ /gm, "$11. ");
  return { ...splitInlineTags(text.replace(/\n{3,}/g, "\n\n").trim()), left };
}

/** The file name of a picture without its folder on the writer's computer, because the zip has other folders. */
const pathOf = (url: string) => url.slice(url.lastIndexOf("/") + 1).replace(/[<>]/g, "");
