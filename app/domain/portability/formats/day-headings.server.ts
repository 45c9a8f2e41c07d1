import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { splitAtDays } from "~/domain/portability/reading/day-sections";
import { dayInName } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { type FrontMatter, splitFrontMatter } from "~/domain/portability/reading/front-matter.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import { readNoteFields } from "~/domain/portability/reading/note-fields";
import { cleanNote, tagsInText, withoutTagMarks } from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

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
      yield toEntry({ ...section, title: section.title || heading }, tags, file, context);
  },
};

/** Splits the file into front matter and text; null if it begins with JSON or with invalid front matter. */
function partsOf({ text = "" }: SourceFile, maxCharacters?: number): FrontMatter | null {
  // One file can have both line ends if several editors have written it.
  const source = text.slice(0, maxCharacters).replaceAll("\r\n", "\n");
  return /^\{\s*"/.test(source) ? null : splitFrontMatter(source);
}

type Section = NonNullable<ReturnType<typeof splitAtDays>>["sections"][number];

function toEntry(
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

/** Whether a text has a line that is neither empty nor a heading. */
const hasWords = (text: string) => /^(?!#{1,6} )[^\n]*\S/m.test(text);
