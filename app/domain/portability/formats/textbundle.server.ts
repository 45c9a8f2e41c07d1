import { z } from "zod";
import {
  type ArchiveView,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
  lenient,
} from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { type EntryMoment, dayInName, momentOn, parseMoment } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import { CALLOUT, mapProse, splitInlineTags } from "~/domain/portability/reading/note-text";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseBoundedJson } from "~/platform/untrusted-text";
import { markdownNotes } from "./markdown.server";

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
    if (bear) yield toEntry(name, bear, file, context);
    else for await (const read of markdownNotes.read(file, context)) yield { where: name, ...read };
  },
};

const MAX_INFO_CHARACTERS = 64 * 1024;

/** Reads Bear's part of `info.json`; undefined if another program has written the bundle. */
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

function toEntry(name: string, bear: Bear, file: SourceFile, context: ReadContext): ForeignResult {
  if (bear.encrypted) return { ok: false, where: name, why: t("it is encrypted") };
  if (bear.trashed) return { ok: false, where: name, why: t("it was in the trash of that program") };
  const moment: EntryMoment | undefined =
    parseMoment(bear.creationDate, context) ?? momentOn(dayInName(name)?.forDate ?? "", context);
  if (!moment) return { ok: false, where: name, why: t("no day is named in its file name") };
  // In Bear, a note without a title begins with an empty heading, which is removed.
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

/** A highlight. In Bear, an emoji at its start sets its colour. */
const HIGHLIGHT = /(?<!=)==(?:🟢|🔴|🟡|🔵|🟣)?([^=\n]{1,500})==(?!=)|(?<!:)::([^:\n]{1,500})::(?!:)/gu;

/** Replaces Bear's markup that light Markdown does not have: image sizes, underlines, marks, links between notes. */
export function readBearText(source: string) {
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
