import { formatPlace } from "~/domain/portability/foreign-entry";
import type {
  ArchiveView,
  ForeignResult,
  ImportFormat,
  ReadContext,
} from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

/** An item of Joplin's RAW folder or JEX archive: title, text, then its fields, one per line. */
type JoplinItem = { title: string; body: string; fields: ReadonlyMap<string, string> };

const TYPES = { note: "1", resource: "4", tag: "5", noteTag: "6" };
const FIELDS = /(?:^|\n\n)((?:[a-z_]+:[^\n]*\n)*type_: ?\d+)\s*$/;
/** The fields are searched only in this many characters at the end of a file. */
const MAX_FIELD_CHARACTERS = 6_000;

/** Matches the file of an item, whose name is its id. */
const ITEM_NAME = /(?:^|\/)[0-9a-f]{32}\.md$/;

const RESOURCE_NAME = /(?:^|\/)(resources\/([0-9a-f]{32})\.\w{1,8})$/;

export const joplin: ImportFormat = {
  source: "joplin",
  endings: ["md"],
  recognise: ({ name, text = "" }) => ITEM_NAME.test(name) && FIELDS.test(text.slice(-MAX_FIELD_CHARACTERS)),
  async *read(file, context) {
    const item = parseItem(file.text ?? "");
    if (item.fields.get("type_") !== TYPES.note) return;
    const index = await context.archive.once("joplin", () => indexItems(context.archive));
    yield toEntry(item, index, file, context);
  },
};

function parseItem(text: string): JoplinItem {
  const tail = text.slice(-MAX_FIELD_CHARACTERS);
  const match = FIELDS.exec(tail);
  const fields = new Map(
    (match?.[1] ?? "").split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    }),
  );
  const [title = "", ...body] = text
    .slice(0, text.length - tail.length + (match?.index ?? tail.length))
    .split("\n");
  return { title, body: body.join("\n").trim(), fields };
}

/** The tags of each note, and the path of each attached file below the folder of the notes. */
type JoplinIndex = { tags: ReadonlyMap<string, readonly string[]>; files: ReadonlyMap<string, string> };

async function indexItems(archive: ArchiveView): Promise<JoplinIndex> {
  const names = new Map<string, string>();
  const pairs: { note: string; tag: string }[] = [];
  const files = new Map<string, string>();
  // The item of an attached file can lack the file extension, so the path is looked up by the id first.
  const stored = new Map(
    archive.names.flatMap((name) => {
      const [, path, id] = RESOURCE_NAME.exec(name) ?? [];
      return path && id ? [[id, path] as const] : [];
    }),
  );
  for (const name of archive.names.filter((path) => ITEM_NAME.test(path))) {
    const { title, fields } = parseItem((await archive.readText(name)) ?? "");
    const type = fields.get("type_");
    const id = fields.get("id") ?? "";
    if (type === TYPES.tag) names.set(id, title);
    else if (type === TYPES.noteTag)
      pairs.push({ note: fields.get("note_id") ?? "", tag: fields.get("tag_id") ?? "" });
    else if (type === TYPES.resource) {
      const ending = fields.get("file_extension");
      files.set(id, stored.get(id) ?? `resources/${id}${ending ? `.${ending}` : ""}`);
    }
  }
  const tags = new Map<string, string[]>();
  for (const { note, tag } of pairs) {
    const title = names.get(tag);
    if (title) tags.set(note, [...(tags.get(note) ?? []), title]);
  }
  return { tags, files };
}

const isZero = (value = "") => Number(value) === 0;

function toEntry(
  { title, body, fields }: JoplinItem,
  { tags, files }: JoplinIndex,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const where = title || undefined;
  const refuse = (why: string): ForeignResult => ({ ok: false, where, why });
  if (fields.get("encryption_applied") === "1") return refuse(t("it is encrypted"));
  if (fields.get("is_conflict") === "1") return refuse(t("it is a copy of a note that was changed twice"));
  if (!isZero(fields.get("deleted_time"))) return refuse(t("it was in the trash of that program"));
  const moment = parseMoment(fields.get("user_created_time") || fields.get("created_time"), context);
  if (!moment) return refuse(t("its date cannot be read"));
  const isHtml = fields.get("markup_language") === "2";
  const linked = linkFiles(body, files);
  const page = {
    ...momentOfTitle(title, moment, context),
    text: isHtml ? htmlToMarkdown(linked).text : convertMarkup(linked),
    updatedAt: parseMoment(fields.get("user_updated_time") || fields.get("updated_time"), context)?.createdAt,
    tags: tags.get(fields.get("id") ?? ""),
    details: {
      place: formatPlace([], {
        latitude: Number(fields.get("latitude")),
        longitude: Number(fields.get("longitude")),
      }),
    },
    left: { places: isZero(fields.get("latitude")) && isZero(fields.get("longitude")) ? 0 : 1 },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where };
}

/** A reference to a picture, file or note by its id: `![alt](:/id)`, `[name](:/id)`, `<img src=":/id" />`. */
const LINK = /(!?)\[([^\]\n]{0,500})\]\(:\/([0-9a-f]{32})(?:#[^)\s]{0,200})?(?:\s"[^"\n]{0,300}")?\)/g;
const IMAGE = /<img\b([^>]{0,2000}?)\bsrc="?:\/([0-9a-f]{32})"?([^>]{0,2000})>/g;

/** Replaces the ids in links to pictures and other notes by paths. */
function linkFiles(body: string, files: ReadonlyMap<string, string>): string {
  return body
    .replace(IMAGE, (_whole, before: string, id: string, after: string) => {
      const [, alt = ""] = /\balt="([^"\]]{0,300})"/.exec(before + after) ?? [];
      return `![${alt}](:/${id})`;
    })
    .replace(LINK, (_whole, sign: string, label: string, id: string) => {
      const path = files.get(id);
      const isPicture = sign !== "" || (path !== undefined && mediaKind(path) === "pictures");
      return isPicture ? `![${label}](${path ?? id})` : `[${label}](${id}.md)`;
    });
}
