import { z } from "zod";
import { parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { readMarkup } from "~/domain/portability/reading/html.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { lenient } from "./fields";
import type { ImportFormat } from "./format";
import { superToMarkdown } from "./standard-notes-super.server";

/** A backup with all items; of an encrypted item, the content is text. */
const Backup = z.object({ version: z.string(), items: z.array(z.unknown()) });

const Item = z.object({
  content_type: z.string(),
  uuid: lenient(z.string()),
  created_at: lenient(z.string()),
  updated_at: lenient(z.string()),
  deleted: lenient(z.boolean()),
  content: z.union([z.string(), z.looseObject({})]),
});

const Note = z.object({
  title: lenient(z.string()),
  text: lenient(z.string()),
  noteType: lenient(z.string()),
  trashed: lenient(z.boolean()),
  starred: lenient(z.boolean()),
  appData: lenient(z.object({ "org.standardnotes.sn": lenient(z.object({ pinned: lenient(z.boolean()) })) })),
});

const Tag = z.object({
  title: z.string(),
  references: z.array(z.object({ uuid: lenient(z.string()) })),
});

/** The other files of the zip repeat its items, one each. */
const BACKUP_NAME = /(?:^|\/)Standard Notes Backup and Import File[^/]*\.txt$/;
const ITEM_NAME = /(?:^|\/)Items\/[^/]+\/[^/]*-[0-9a-f]{8}\.txt$/;

/** A list of items is examined up to here. */
const PROBED_ITEMS = 20;

function backupIn(file: SourceFile): z.output<typeof Backup> | undefined {
  const { success, data } = Backup.safeParse(file.json);
  const isBackup = success && data.items.slice(0, PROBED_ITEMS).some((item) => Item.safeParse(item).success);
  return isBackup ? data : undefined;
}

export const standardNotes: ImportFormat = {
  source: "standard-notes",
  endings: ["txt", "json"],
  recognise: (file, { names }) =>
    (ITEM_NAME.test(file.name) && names.some((name) => BACKUP_NAME.test(name))) ||
    backupIn(file) !== undefined,
  *read(file, context) {
    const items = backupIn(file)?.items.flatMap((item) => Item.safeParse(item).data ?? []) ?? [];
    const tags = new Map<string, string[]>();
    for (const item of items) {
      const tag = item.content_type === "Tag" && !item.deleted ? Tag.safeParse(item.content).data : undefined;
      for (const { uuid } of tag?.references ?? [])
        if (tag && uuid) tags.set(uuid, [...(tags.get(uuid) ?? []), tag.title]);
    }
    for (const item of items)
      if (item.content_type === "Note" && !item.deleted) yield toEntry(item, tags, file, context);
  },
};

function toEntry(
  { uuid = "", created_at, updated_at, content }: z.output<typeof Item>,
  tags: ReadonlyMap<string, readonly string[]>,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  if (typeof content === "string")
    return { ok: false, why: t("this backup is encrypted: please make one that is not") };
  const { success, data: note } = Note.safeParse(content);
  if (!success) return { ok: false, why: t("it cannot be read") };
  const where = note.title || undefined;
  if (note.trashed) return { ok: false, where, why: t("it was in the trash of that program") };
  // Imported notes can lack a time, which is then the beginning of 1970.
  const created = [created_at, updated_at].find((time) => time && !time.startsWith("1970-01-01"));
  const moment = parseMoment(created, context);
  if (!moment) return { ok: false, where, why: t("its date cannot be read") };
  const body = bodyOf(note);
  if (!body) return { ok: false, where, why: t("it is a table or a list of secrets, not a text") };
  const page = {
    ...moment,
    ...(/^[0-9a-f-]{36}$/.test(uuid) && { id: `standard-notes-${uuid}` }),
    title: note.title,
    text: body.text,
    updatedAt: parseMoment(updated_at, context)?.createdAt,
    tags: tags.get(uuid),
    favourite: note.starred || note.appData?.["org.standardnotes.sn"]?.pinned,
    left: { files: body.files },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}

/** The text of a note by its editor, and the number of files in it; undefined for an editor without text. */
function bodyOf({ noteType, text = "" }: z.output<typeof Note>): { text: string; files: number } | undefined {
  if (noteType === "authentication" || noteType === "spreadsheet") return undefined;
  if (noteType === "super" || noteType === "blocks") return superToMarkdown(text) ?? { text, files: 0 };
  // The advanced checklist is JSON; the simple one is a list in Markdown.
  if (noteType === "task" && /^\s*\{"schemaVersion"/.test(text)) return undefined;
  if (noteType === "code" || noteType === "markdown") return { text, files: 0 };
  return { text: readMarkup(text), files: 0 };
}
