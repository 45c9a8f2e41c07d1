import { z } from "zod";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { momentAt } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

/** A note of Google Takeout, in a file of its own. Times are microseconds since 1970. */
const Note = z.object({
  isTrashed: z.boolean(),
  userEditedTimestampUsec: z.number(),
  /** Missing from exports before 2022. */
  createdTimestampUsec: lenient(z.number()),
  isPinned: lenient(z.boolean()),
  title: lenient(z.string()),
  textContent: lenient(z.string()),
  textContentHtml: lenient(z.string()),
  listContent: lenient(z.array(z.object({ text: z.string(), isChecked: lenient(z.boolean()) }))),
  labels: lenient(z.array(z.object({ name: z.string() }))),
  attachments: lenient(z.array(z.object({ filePath: z.string() }))),
  annotations: lenient(z.array(z.object({ url: lenient(z.string()), title: lenient(z.string()) }))),
});

/**
 * Matches the web page that Takeout writes beside the JSON of a note. It is also recognised by its style, because the folder
 * "Keep" has a translated name in other languages.
 */
const isPageOfNote = ({ name, head }: SourceFile, names: readonly string[]) =>
  /\.html$/i.test(name) &&
  (/(?:^|\/)Keep\/[^/]+$/.test(name) || head.includes(".note .heading")) &&
  names.includes(name.replace(/\.html$/i, ".json"));
const isBesideNotes = (name: string) =>
  /(?:^|\/)Keep\/Labels\.txt$|(?:^|\/)Takeout\/(?:[^/]+\.html|[^/]+\/Labels\.txt)$/.test(name);

export const googleKeep: ImportFormat = {
  source: "google-keep",
  endings: ["json", "html", "txt"],
  recognise: (file, { names }) =>
    isPageOfNote(file, names) || isBesideNotes(file.name) || Note.safeParse(file.json).success,
  read: (file, context) => {
    const { success, data } = Note.safeParse(file.json);
    return success ? [toEntry(data, file, context)] : [];
  },
};

function toEntry(note: z.output<typeof Note>, file: SourceFile, context: ReadContext): ForeignResult {
  const { title, labels = [], attachments = [], isPinned, userEditedTimestampUsec: edited } = note;
  if (note.isTrashed) return { ok: false, why: t("it was in the trash of that program") };
  const moment = momentAt(new Date((note.createdTimestampUsec || edited) / 1_000), context);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const recordings = attachments.filter(({ filePath }) => isRecording(filePath)).length;
  const pictures = attachments
    .filter(({ filePath }) => !isRecording(filePath))
    .map(({ filePath }) => findAttachment(filePath, file, context));
  const page = {
    ...momentOfTitle(title ?? "", moment, context),
    text: textOf(note),
    updatedAt: new Date(edited / 1_000),
    tags: labels.map(({ name }) => name),
    favourite: isPinned,
    pictures,
    left: { recordings },
  };
  return toForeignEntry(page, file, context);
}

const isRecording = (name: string) => /\.(3gp|amr)$/i.test(name) || mediaKind(name) === "recordings";

/** Finds the file of an attachment. Takeout writes "1.jpeg" for a picture that it stores as "1.jpg". */
function findAttachment(name: string, file: SourceFile, { findPicture }: ReadContext): string {
  const base = name.replace(/\.\w{1,5}$/, "");
  return [name, `${base}.jpg`, `${base}.png`].find((path) => findPicture(path, file.name)) ?? name;
}

function textOf({
  textContent,
  textContentHtml,
  listContent = [],
  annotations = [],
}: z.output<typeof Note>): string {
  const text = textContent ?? htmlToMarkdown(textContentHtml ?? "").text;
  const items = listContent.map(
    (item) => `- ${item.isChecked ? "[x]" : "[ ]"} ${item.text.replace(/\s+/g, " ")}`,
  );
  const links = annotations.flatMap(({ url, title }) => {
    if (!url || !/^https?:\/\/[^\s)]+$/.test(url) || text.includes(url)) return [];
    return title ? `[${title.replace(/[[\]]/g, "")}](${url})` : url;
  });
  return [text, items.join("\n"), links.join("\n")].filter((part) => part.trim()).join("\n\n");
}
