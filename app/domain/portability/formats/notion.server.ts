import { isImage, mediaKind } from "~/domain/portability/reading/archive-files";
import type { EntryMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import type { ImportFormat } from "./format";

/** "Evening at the weir 0a1b2c3d4e5f60718293a4b5c6d7e8f9.md" */
const PAGE = / [0-9a-f]{32}\.md$/;
/** A database has a table of its pages beside their folder, of the view and of all of them. */
const TABLE = / [0-9a-f]{32}(?:_all)?\.csv$/;

/**
 * "Markdown & CSV" of https://www.notion.com/help/export-your-content: a file for each page, which begins with its title,
 * and for a page of a database with its properties as "Name: value".
 */
export const notion: ImportFormat = {
  source: "notion",
  name: "Notion",
  exportSteps: [
    t("Open the page or database of your journal, press the three dots and choose Export."),
    t("Choose Markdown & CSV, include everything, and choose the zip here unchanged."),
  ],
  stays: t(
    "Each page needs a day: a property such as Date or Created, or a day as its title. Attached files other than pictures are not imported.",
  ),
  endings: ["md", "csv"],
  recognise: (file) => TABLE.test(file.name) || (PAGE.test(file.name) && file.head.startsWith("# ")),
  read: (file, context) => (TABLE.test(file.name) ? [] : [toEntry(file, context)]),
};

type Property = { name: string; value: string };

const DATE = /^(?:(?:entry|journal) )?(?:date|day|when|datum|fecha|data)$/i;
const CREATED = /^(?:created(?: (?:time|at|on))?|date created|creation date|erstellt(?: am)?)$/i;
const EDITED = /^(?:last edited(?: time)?|updated(?: at)?|last updated|zuletzt bearbeitet)$/i;
const PEOPLE = /^(?:created by|last edited by)$/i;
const TAGS = /^(?:tags?|labels?)$/i;
const MOOD = /^(?:mood|feeling)$/i;
const FAVOURITE = /^(?:favou?rite|star(?:red)?)$/i;
const SPECIAL = [DATE, CREATED, EDITED, PEOPLE, TAGS, MOOD, FAVOURITE];
const isSpecial = ({ name }: Property) => SPECIAL.some((names) => names.test(name));

function toEntry(file: SourceFile, context: ReadContext): ForeignResult {
  const [heading = "", written = ""] = /^# (.*)\n*/.exec(file.text ?? "") ?? [];
  const { properties, text } = splitProperties((file.text ?? "").slice(heading.length), context);
  const valueOf = (names: RegExp) => properties.find(({ name }) => names.test(name))?.value ?? "";
  const momentOf = (value: string) => parseDate(value, context);
  const titleMoment = momentOf(written);
  const created = momentOf(valueOf(CREATED));
  const found =
    momentOf(valueOf(DATE)) ??
    titleMoment ??
    created ??
    properties.filter(({ name }) => !EDITED.test(name)).flatMap(({ value }) => momentOf(value) ?? [])[0];
  if (!found) return { ok: false, why: t("none of its properties is a day") };
  const left = { videos: 0, recordings: 0, files: 0 };
  const others = properties.filter((property) => !isSpecial(property));
  const lines = others
    .filter(({ value }) => !isPictures(value))
    .map(({ name, value }) => `${name}: ${value}`);
  const page = {
    ...(created?.forDate === found.forDate ? created : found),
    updatedAt: momentOf(valueOf(EDITED))?.createdAt,
    title: titleMoment || /^untitled$/i.test(written.trim()) ? "" : written,
    text: cleanMarkup([text.trim(), lines.join("\n")].filter(Boolean).join("\n\n"), left),
    pictures: others.filter(({ value }) => isPictures(value)).flatMap(({ value }) => value.split(", ")),
    tags: valueOf(TAGS).split(", "),
    mood: valueOf(MOOD),
    favourite: /^yes$/i.test(valueOf(FAVOURITE)),
    left,
  };
  return toForeignEntry(page, file, context);
}

/** Parses "May 6, 2024 9:30 PM (GMT+2)", "@May 6, 2024", and the first day of "May 6, 2024 → May 8, 2024". */
function parseDate(value: string, context: ReadContext): EntryMoment | undefined {
  const [first = ""] = value.replace(/^@/, "").split(" → ");
  return parseWrittenMoment(first, context);
}

const isPictures = (value: string) =>
  value.split(", ").every((path) => isImage(path) && !/^\w+:\/\//.test(path));

const PROPERTY = /^([^:.!?\n]{1,60}): (.*)$/;

/**
 * Splits off the properties, which are the first paragraph below the title. A first paragraph of a page outside a
 * database is text; it is taken for properties only if it has one with a known name or a date.
 */
function splitProperties(rest: string, context: ReadContext): { properties: Property[]; text: string } {
  const end = rest.indexOf("\n\n");
  const paragraph = end < 0 ? rest : rest.slice(0, end);
  const properties: Property[] = [];
  for (const line of paragraph.trimEnd().split("\n")) {
    const [, name, value = ""] = PROPERTY.exec(line) ?? [];
    const last = properties.at(-1);
    if (name) properties.push({ name, value });
    else if (last) last.value += `\n${line}`;
    else return { properties: [], text: rest };
  }
  const isDatabase = properties.some((one) => isSpecial(one) || parseDate(one.value, context));
  return isDatabase ? { properties, text: end < 0 ? "" : rest.slice(end) } : { properties: [], text: rest };
}

const FENCED = /(^```[\s\S]*?^```)/m;
const TAGS_OF_HTML = /<\/?(?:aside|details|summary|u|mark|span|figure|figcaption)(?:\s[^<>]*)?>/g;
const IMAGE = /<img\s[^<>]*>/g;
const LINK = /(!?)\[([^\]\n]{0,500})\]\(([^()\n]{1,1000}(?:\([^()\n]{0,100}\)[^()\n]{0,1000})?)\)/g;

/** Removes Notion's own markup outside code: callouts, toggles, and links to pages and files of the export. */
function cleanMarkup(text: string, left: { videos: number; recordings: number; files: number }): string {
  const clean = (part: string) =>
    part
      // The icon of a callout.
      .replace(IMAGE, (image) => (image.includes("notion") ? "" : image))
      .replace(TAGS_OF_HTML, "")
      .replace(/<br\s*\/?>/g, "\n")
      .replace(LINK, (whole, bang: string, label: string, path: string) => {
        if (/^[a-z]+:/i.test(path) || path.startsWith("#")) return whole;
        // Notion describes a picture by the name of its file.
        if (bang) return isImage(path) ? `![${isImage(label) ? "" : label}](${path})` : whole;
        if (isImage(path)) return `![](${path})`;
        if (!/\.(?:md|csv|html)$/.test(path)) {
          const kind = mediaKind(path);
          if (kind === "videos" || kind === "recordings") left[kind]++;
          else left.files++;
        }
        return label;
      })
      .replace(/\n{3,}/g, "\n\n");
  return text
    .split(FENCED)
    .map((part, at) => (at % 2 === 1 ? part : clean(part)))
    .join("");
}
