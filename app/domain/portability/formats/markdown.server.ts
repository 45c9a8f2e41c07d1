import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { kindOfFile } from "~/domain/portability/reading/archive-files";
import { dayInName, momentOn, nameWithoutEnding } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { hasJsonFrontMatter, splitFrontMatter } from "~/domain/portability/reading/front-matter.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import { readNoteFields } from "~/domain/portability/reading/note-fields";
import { cleanNote, tagsInText, withoutTagMarks } from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

/** File extensions of notes. Settings, code, emails and subtitles are text too, but have other extensions. */
const NOTE_ENDING = /\.(?:md|markdown|mdown|mkd|mdx|qmd|txt|text|org|rst|adoc|tex|log)$/i;
const hasOtherEnding = (name: string) => /\.[a-z][a-z0-9]{0,7}$/i.test(name) && !NOTE_ENDING.test(name);

/** One note per file, from any program. It is the last of IMPORT_FORMATS, because it recognises every other text. */
export const markdownNotes: ImportFormat = {
  source: "markdown",
  endings: ["md", "markdown", "mdown", "mkd", "txt", "text"],
  recognise: (file) =>
    file.text !== undefined &&
    !hasOtherEnding(file.name) &&
    (kindOfFile(file) === undefined || hasJsonFrontMatter(file.text)),
  read: (file, context) => [toEntry(file, context)],
};

function toEntry(file: SourceFile, context: ReadContext): ForeignResult {
  // One file can have both line ends if several editors have written it.
  const source = (file.text ?? "").replaceAll("\r\n", "\n");
  // A longer text could not be stored. Rejecting it here saves parsing each of its lines.
  if (source.length > IMPORT_LIMITS.entryBytes) return { ok: false, why: t("its text is too long") };
  const parts = splitFrontMatter(source);
  if (!parts) return { ok: false, why: t("its front matter cannot be read") };
  // Obsidian stores an Excalidraw drawing as a note with compressed data instead of text.
  if ("excalidraw-plugin" in parts.front) return { ok: false, why: t("we do not read this kind of file") };
  const note = cleanNote(convertMarkup(parts.rest));
  const front = Object.entries(parts.front);
  const fields = readNoteFields([...front, ...note.fields], context);
  const named = dayInName(file.name, context);
  // A day in the text has the lowest priority, because it can be the day of a task.
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

/** A heading without its day: "2024-05-06 Weir" becomes "Weir". */
const titleIn = (headline: string, context: ReadContext) =>
  (dayInName(headline, context)?.title ?? headline).replace(/\s*#+$/, "").trim();

/** File names that are too generic to be the title of a note. */
const GENERIC =
  /^(?:(?:note|index|text|journal|diary|daily|entry|page|untitled|today|log)s?(?:[ _-]?\d*)?)$/i;

/** The title in a file name without its day; empty if the rest is generic, an id or no word. */
function titleInName(path: string, rest: string | undefined): string {
  const title = (rest ?? nameWithoutEnding(path)).replace(/[\s_]+/g, " ").trim();
  const isWords = /\p{L}{3}/u.test(title) && !/^[0-9a-f-]{16,}$/i.test(title) && !GENERIC.test(title);
  return isWords ? title : "";
}
