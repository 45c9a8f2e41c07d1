import { z } from "zod";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { readMarkup } from "~/domain/portability/reading/html.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { superToMarkdown, type SuperReferences } from "./standard-notes-super.server";

/** A backup with all items. The content of an encrypted item is a string instead of an object. */
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
  editorIdentifier: lenient(z.string()),
  trashed: lenient(z.boolean()),
  starred: lenient(z.boolean()),
  appData: lenient(z.object({ "org.standardnotes.sn": lenient(z.object({ pinned: lenient(z.boolean()) })) })),
});

const Reference = z.object({
  uuid: z.string(),
  content_type: lenient(z.string()),
  reference_type: lenient(z.string()),
});
const References = z.object({ references: z.array(lenient(Reference)) });
const Tag = References.extend({ title: z.string() });

/** Matches the file with all items. Each other file of the zip repeats one item, so it is skipped. */
const BACKUP_NAME = /(?:^|\/)Standard Notes Backup and Import File[^/]*\.txt$/;
const ITEM_NAME = /(?:^|\/)Items\/[^/]+\/[^/]+\.txt$/;

/** Number of items that are examined to recognise the format. */
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
    const beside = readReferences(items.filter(({ deleted }) => !deleted));
    for (const item of items)
      if (item.content_type === "Note" && !item.deleted) yield toEntry(item, beside, file, context);
  },
};

type BackupItem = z.output<typeof Item>;
/** Tags, number of files and title of each note, by the id of the note. */
type NoteReferences = {
  tags: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, number>;
  titles: ReadonlyMap<string, string>;
};

const MAX_TAG_DEPTH = 10;

function readReferences(items: readonly BackupItem[]): NoteReferences {
  const tags = new Map<string, string[]>();
  const files = new Map<string, number>();
  const titles = new Map<string, string>();
  const byId = new Map<string, z.output<typeof Tag>>();
  for (const { uuid = "", content_type, content } of items) {
    const tag = content_type === "Tag" ? Tag.safeParse(content).data : undefined;
    if (tag) byId.set(uuid, tag);
    if (content_type === "Note") titles.set(uuid, Note.safeParse(content).data?.title ?? "");
    const attached = content_type === "File" ? References.safeParse(content).data : undefined;
    for (const reference of attached?.references ?? [])
      if (reference) files.set(reference.uuid, (files.get(reference.uuid) ?? 0) + 1);
  }
  for (const tag of byId.values())
    for (const reference of tag.references)
      if (reference && !isParent(reference))
        tags.set(reference.uuid, [...(tags.get(reference.uuid) ?? []), pathOf(tag, byId)]);
  return { tags, files, titles };
}

const isParent = ({ reference_type }: z.output<typeof Reference>) => reference_type === "TagToParentTag";

/** The name of a tag with its parents: "Journal/river" for the tag "river" in the tag "Journal". */
function pathOf(tag: z.output<typeof Tag>, byId: ReadonlyMap<string, z.output<typeof Tag>>): string {
  const names: string[] = [];
  for (let at: typeof tag | undefined = tag; at && names.length < MAX_TAG_DEPTH;) {
    names.unshift(at.title);
    at = byId.get(at.references.find((reference) => reference && isParent(reference))?.uuid ?? "");
  }
  return names.join("/");
}

function toEntry(
  { uuid = "", created_at, updated_at, content }: BackupItem,
  beside: NoteReferences,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  if (typeof content === "string")
    return { ok: false, why: t("this backup is encrypted: please make one that is not") };
  const { success, data: note } = Note.safeParse(content);
  if (!success) return { ok: false, why: t("it cannot be read") };
  const where = note.title || undefined;
  if (note.trashed) return { ok: false, where, why: t("it was in the trash of that program") };
  // The time of an imported note can be missing; Standard Notes then writes the beginning of 1970.
  const created = [created_at, updated_at].find((time) => time && !time.startsWith("1970-01-01"));
  const moment = parseMoment(created, context);
  if (!moment) return { ok: false, where, why: t("its date cannot be read") };
  const body = bodyOf(note, {
    titleOf: (id) => beside.titles.get(id),
    addPicture: (bytes) => context.addPicture(bytes),
  });
  if (!body) return { ok: false, where, why: t("it is a table or a list of secrets, not a text") };
  const page = {
    ...momentOfTitle(note.title ?? "", moment, context),
    ...(/^[0-9a-f-]{36}$/.test(uuid) && { id: `standard-notes-${uuid}` }),
    text: body.text,
    updatedAt: parseMoment(updated_at, context)?.createdAt,
    tags: beside.tags.get(uuid),
    favourite: note.starred || note.appData?.["org.standardnotes.sn"]?.pinned,
    left: { files: body.files + (beside.files.get(uuid) ?? 0) },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}

/** Types of notes by their editor, for old notes that have no type. */
const TYPES: [type: string, editor: RegExp][] = [
  ["super", /super-editor/],
  ["authentication", /token-vault|authenticator/],
  ["spreadsheet", /sheets/],
  ["code", /code-editor/],
  ["markdown", /markdown/],
  ["task", /checklist|task-editor/],
];

/** The text of a note and the number of files in it; undefined if its type has no text, as a spreadsheet. */
function bodyOf(
  { noteType, editorIdentifier = "", text = "" }: z.output<typeof Note>,
  references: SuperReferences,
): { text: string; files: number } | undefined {
  const type = noteType ?? TYPES.find(([, editor]) => editor.test(editorIdentifier))?.[0];
  if (type === "authentication" || type === "spreadsheet") return undefined;
  if (type === "super" || type === "blocks" || (!type && text.startsWith('{"root":{')))
    return superToMarkdown(text, references) ?? { text, files: 0 };
  // The advanced checklist is JSON, which is not read; the simple checklist is a list in Markdown.
  if (type === "task" && /^\s*\{"schemaVersion"/.test(text)) return undefined;
  if (type === "code") return { text, files: 0 };
  if (type === "markdown") return { text: convertMarkup(text), files: 0 };
  return { text: readMarkup(text), files: 0 };
}
