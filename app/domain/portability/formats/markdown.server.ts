import { z } from "zod";
import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import {
  lenient,
  type ArchiveView,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { kindOfFile, mediaKind } from "~/domain/portability/reading/archive-files";
import { splitAtDays } from "~/domain/portability/reading/day-sections";
import {
  dayInName,
  momentOn,
  nameWithoutEnding,
  parseMoment,
  type EntryMoment,
} from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import {
  hasJsonFrontMatter,
  splitFrontMatter,
  type FrontMatter,
} from "~/domain/portability/reading/front-matter.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import { readNoteFields } from "~/domain/portability/reading/note-fields";
import {
  CALLOUT,
  cleanNote,
  mapProse,
  splitInlineTags,
  tagsInText,
  withoutTagMarks,
} from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseBoundedJson } from "~/platform/untrusted-text";

/** Settings, code, mails and subtitles are texts with other endings. */
const NOTE_ENDING = /\.(?:md|markdown|mdown|mkd|mdx|qmd|txt|text|org|rst|adoc|tex|log)$/i;
const hasOtherEnding = (name: string) => /\.[a-z][a-z0-9]{0,7}$/i.test(name) && !NOTE_ENDING.test(name);

/** One note per file, of any program. The last format of the table, because it recognises every other text. */
export const markdownNotes: ImportFormat = {
  source: "markdown",
  endings: ["md", "markdown", "mdown", "mkd", "txt", "text"],
  recognise: (file) =>
    file.text !== undefined &&
    !hasOtherEnding(file.name) &&
    (kindOfFile(file) === undefined || hasJsonFrontMatter(file.text)),
  read: (file, context) => [toNoteEntry(file, context)],
};

function toNoteEntry(file: SourceFile, context: ReadContext): ForeignResult {
  // An editor can write other line ends than the one before it.
  const source = (file.text ?? "").replaceAll("\r\n", "\n");
  // A longer text could not be kept, and each of its lines would be read.
  if (source.length > IMPORT_LIMITS.entryBytes) return { ok: false, why: t("its text is too long") };
  const parts = splitFrontMatter(source);
  if (!parts) return { ok: false, why: t("its front matter cannot be read") };
  // A drawing of Obsidian is a note whose text is compressed.
  if ("excalidraw-plugin" in parts.front) return { ok: false, why: t("we do not read this kind of file") };
  const note = cleanNote(convertMarkup(parts.rest));
  const front = Object.entries(parts.front);
  const fields = readNoteFields([...front, ...note.fields], context);
  const named = dayInName(file.name, context);
  // A field in the text can be the day of a task.
  const moment =
    readNoteFields(front, context).moment ?? momentOn(named?.forDate ?? "", context) ?? fields.moment;
  if (!moment) return { ok: false, why: t("no day is named in its front matter or in its file name") };
  const [heading, headline = ""] = /^\s*# +(.+)\n*/.exec(note.text) ?? [];
  const ownTitle = fields.title || titleIn(headline, context);
  const title = ownTitle || titleInName(file.name, named?.title);
  const isTitle = heading !== undefined && (!fields.title || titleIn(headline, context) === fields.title);
  const text = isTitle ? note.text.slice(heading.length) : note.text;
  const page = {
    ...moment,
    updatedAt: fields.updatedAt,
    title,
    text: [fields.words, withoutTagMarks(text).replace(/^\n+/, "").trimEnd()].filter(Boolean).join("\n\n"),
    tags: [...fields.tags, ...tagsInText(note.text)],
    mood: fields.mood,
    favourite: fields.favourite,
    left: fields.left,
    details: fields.details,
  };
  return toForeignEntry(page, file, context);
}

/** A heading without its day: "2024-05-06 Weir" is "Weir". */
const titleIn = (headline: string, context: ReadContext) =>
  (dayInName(headline, context)?.title ?? headline).replace(/\s*#+$/, "").trim();

/** Names that say nothing about a note. */
const GENERIC =
  /^(?:(?:note|index|text|journal|diary|daily|entry|page|untitled|today|log)s?(?:[ _-]?\d*)?)$/i;

/** The words of a file's name as a title, without its day. */
function titleInName(path: string, rest: string | undefined): string {
  const title = (rest ?? nameWithoutEnding(path)).replace(/[\s_]+/g, " ").trim();
  const isWords = /\p{L}{3}/u.test(title) && !/^[0-9a-f-]{16,}$/i.test(title) && !GENERIC.test(title);
  return isWords ? title : "";
}

/** Number of days at which a file with a day in its name counts as a journal instead of the page of that day. */
const MIN_DAYS_IN_DATED_FILE = 3;
/** Characters that are examined to recognise the format. */
const PROBED_CHARACTERS = 20_000;
const STYLE = { hasWords: true };
const UTC = { timezone: "UTC" };

/** One Markdown or text file for a whole journal, with its days as headings or as lines of their own. */
export const dayHeadings: ImportFormat = {
  source: "days",
  endings: ["md", "markdown", "txt"],
  recognise: (file) => {
    if (!/\.(?:md|markdown|txt)$/i.test(file.name)) return false;
    const { front, rest } = partsOf(file, PROBED_CHARACTERS) ?? { front: {}, rest: "" };
    const { before = "", sections = [] } = splitAtDays(rest, UTC, STYLE) ?? {};
    const days = new Set(sections.map(({ moment }) => moment.forDate)).size;
    const isDated = dayInName(file.name) ?? readNoteFields(Object.entries(front), UTC).moment;
    return isDated ? days >= MIN_DAYS_IN_DATED_FILE : days > 1 || (days === 1 && !hasWords(before));
  },
  read: function* (file, context) {
    const { front, rest } = partsOf(file) ?? { front: {}, rest: "" };
    const { before, sections } = splitAtDays(rest, context, STYLE) ?? { before: "", sections: [] };
    const { tags, words } = readNoteFields(Object.entries(front), context);
    if (hasWords(before) || words)
      yield { ok: false, why: t("the words above its first day belong to no day") };
    const heading = sections.length === 1 ? before.replace(/^#+ */, "") : "";
    for (const section of sections)
      yield toSectionEntry({ ...section, title: section.title || heading }, tags, file, context);
  },
};

/** The front matter and the text; null if it begins with JSON or with front matter that cannot be read. */
function partsOf({ text = "" }: SourceFile, maxCharacters?: number): FrontMatter | null {
  // An editor can write other line ends than the one before it.
  const source = text.slice(0, maxCharacters).replaceAll("\r\n", "\n");
  return /^\{\s*"/.test(source) ? null : splitFrontMatter(source);
}

type Section = NonNullable<ReturnType<typeof splitAtDays>>["sections"][number];

function toSectionEntry(
  { moment, title, text }: Section,
  tags: readonly string[],
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const note = cleanNote(convertMarkup(text));
  const fields = readNoteFields(note.fields, context);
  const page = {
    ...moment,
    title,
    text: [fields.words, withoutTagMarks(note.text).trim()].filter(Boolean).join("\n\n"),
    tags: [...tags, ...fields.tags, ...tagsInText(note.text)],
    mood: fields.mood,
    favourite: fields.favourite,
    left: fields.left,
    details: fields.details,
  };
  return { ...toForeignEntry(page, file, context), where: moment.forDate };
}

/** Whether a text has more than headings. */
const hasWords = (text: string) => /^(?!#{1,6} )[^\n]*\S/m.test(text);

const flag = lenient(z.union([z.boolean(), z.number()]));
/** The part of `info.json` that only Bear writes. */
const BearInfo = z.object({
  "net.shinyfrog.bear": z.object({
    creationDate: lenient(z.string()),
    modificationDate: lenient(z.string()),
    uniqueIdentifier: lenient(z.string()),
    pinned: flag,
    trashed: flag,
    encrypted: flag,
  }),
});
type Bear = z.output<typeof BearInfo>["net.shinyfrog.bear"];

const BUNDLE = /^(.*?([^/]*)\.textbundle)\/(text\.(?:md|markdown|txt)|info\.json)$/i;

/** TextBundle (http://textbundle.org): a folder with one text, its assets and `info.json`; a Bear backup is a zip of them. */
export const textBundle: ImportFormat = {
  source: "textbundle",
  endings: ["md", "markdown", "txt", "json"],
  recognise: ({ name }, { names }) =>
    BUNDLE.test(name) || (/(?:^|\/)tags\.json$/.test(name) && names.some((other) => BUNDLE.test(other))),
  async *read(file, context) {
    const [, folder = "", name = "", part = ""] = BUNDLE.exec(file.name) ?? [];
    if (!part.toLowerCase().startsWith("text.")) return;
    const bear = await readBearInfo(context.archive, `${folder}/info.json`);
    if (bear) yield toBearEntry(name, bear, file, context);
    else for await (const read of markdownNotes.read(file, context)) yield { where: name, ...read };
  },
};

const MAX_INFO_CHARACTERS = 64 * 1024;

/** Undefined for a bundle of another program. */
async function readBearInfo(archive: ArchiveView, path: string): Promise<Bear | undefined> {
  const text = (await archive.readText(path)) ?? "";
  if (text.length > MAX_INFO_CHARACTERS) return undefined;
  try {
    const { success, data } = BearInfo.safeParse(parseBoundedJson(text, { depth: 10, values: 1_000 }));
    return success ? data["net.shinyfrog.bear"] : undefined;
  } catch {
    return undefined;
  }
}

function toBearEntry(name: string, bear: Bear, file: SourceFile, context: ReadContext): ForeignResult {
  if (bear.encrypted) return { ok: false, where: name, why: t("it is encrypted") };
  if (bear.trashed) return { ok: false, where: name, why: t("it was in the trash of that program") };
  const moment: EntryMoment | undefined =
    parseMoment(bear.creationDate, context) ?? momentOn(dayInName(name)?.forDate ?? "", context);
  if (!moment) return { ok: false, where: name, why: t("no day is named in its file name") };
  // Bear begins a note without a title with an empty heading.
  const split = splitTitle((file.text ?? "").trimStart().replace(/^#[ \t]*\n\s*/, ""));
  const { text, tags } = readBearText(split.text);
  const id = bear.uniqueIdentifier;
  const page = {
    ...momentOfTitle(split.title, moment, context),
    ...(id && /^[\w-]{1,50}$/.test(id) && { id: `bear-${id}` }),
    text,
    updatedAt: parseMoment(bear.modificationDate, context)?.createdAt,
    tags,
    favourite: Boolean(bear.pinned),
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where: name };
}

/** A link to a file of the bundle: `[trip.pdf](assets/trip.pdf)`. */
const ASSET = /(?<!!)\[([^\]\n]{0,500})\]\((assets\/[^)\n]{1,500})\)/g;

/** Bear marks the colour of a highlight by a sign. */
const HIGHLIGHT = /(?<!=)==(?:🟢|🔴|🟡|🔵|🟣)?([^=\n]{1,500})==(?!=)|(?<!:)::([^:\n]{1,500})::(?!:)/gu;

/** Replaces Bear's markup that light Markdown does not have: image sizes, underlines, marks, links between notes. */
function readBearText(source: string) {
  const plain = mapProse(source, (prose) =>
    prose
      .replace(/<!--\s{0,8}\{[^}\n]{0,500}\}\s{0,8}-->/g, "")
      .replace(/(?<![~\\\w])~([^~\s\n](?:[^~\n]{0,500}[^~\s\n])?)~(?![~\w])/g, "$1")
      .replace(HIGHLIGHT, "$1$2")
      .replace(CALLOUT, "$1")
      .replace(ASSET, (whole, label: string, path: string) =>
        mediaKind(path) === "pictures" ? `!${whole}` : label,
      ),
  );
  const { text, tags } = splitInlineTags(convertMarkup(plain));
  return { text: text.replaceAll("\\#", "#"), tags };
}
