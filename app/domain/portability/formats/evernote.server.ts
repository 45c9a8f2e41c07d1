import { momentAt } from "~/domain/portability/reading/days";
import { formatPlace } from "~/domain/portability/reading/entry-details";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { childrenOf, childText, xmlRecords, type XmlElement } from "~/platform/markup.server";
import { evernoteHtml } from "./evernote-html.server";
import { readResources } from "./evernote-resources.server";
import type { ImportFormat } from "./format";

/** Evernote's ENEX: notes as XML, their text as XHTML with elements of its own (https://xml.evernote.com/pub/enml2.dtd). */
export const evernote: ImportFormat = {
  source: "evernote",
  endings: ["enex"],
  recognise: ({ head }) => /<en-export[\s>]/.test(head),
  *read(file, context) {
    for (const note of xmlRecords(file.text ?? "", "note")) yield toEntry(note, file, context);
  },
};

function toEntry(note: XmlElement, file: SourceFile, context: ReadContext): ForeignResult {
  const title = childText(note, "title");
  const created = timeOf(childText(note, "created")) ?? timeOf(childText(note, "updated"));
  const moment = created && momentAt(created, context);
  if (!moment) return { ok: false, where: title || undefined, why: t("its date cannot be read") };
  const resources = readResources(childrenOf(note, "resource"), context);
  const { html, used, locked } = evernoteHtml(
    childText(note, "content"),
    resources.byHash,
    childrenOf(note, "task"),
  );
  const { text } = htmlToMarkdown(html);
  const [attributes] = childrenOf(note, "note-attributes");
  const coordinate = (name: string) => (attributes ? Number(childText(attributes, name)) || 0 : 0);
  const page = {
    ...moment,
    title,
    text,
    updatedAt: timeOf(childText(note, "updated")),
    tags: childrenOf(note, "tag").map((tag) => tag.text),
    pictures: resources.pictures.filter((reference) => !used.has(reference)),
    details: {
      place: formatPlace([], { latitude: coordinate("latitude"), longitude: coordinate("longitude") }),
    },
    left: { ...resources.left, locked, places: attributes && childText(attributes, "latitude") ? 1 : 0 },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where: title || moment.forDate };
}

/** "20240507T023000Z", and "20240507T23000 AMZ" of some old versions. */
function timeOf(text: string): Date | undefined {
  const [whole, year, month, day, hour = "", minute, second, half] =
    /^(\d{4})(\d{2})(\d{2})T(\d{1,2})(\d{2})(\d{2})\s?([AP]M)?Z$/.exec(text) ?? [];
  if (!whole) return undefined;
  const hours = half ? (Number(hour) % 12) + (half === "PM" ? 12 : 0) : Number(hour);
  const at = new Date(`${year}-${month}-${day}T${String(hours).padStart(2, "0")}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
