import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { isImage } from "~/domain/portability/reading/archive-files";
import type { EntryMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

/** The file of a page: "Evening at the weir 0a1b2c3d4e5f60718293a4b5c6d7e8f9.md". */
const PAGE = / [0-9a-f]{32}\.md$/;
/** The CSV tables of a database: a table of the current view, and a table (`_all`) of all pages. */
const TABLE = / [0-9a-f]{32}(?:_all)?\.csv$/;

/**
 * "Markdown & CSV" of https://www.notion.com/help/export-your-content: one file per page. A file begins with the page's title,
 * followed in a database by the page's properties as "Name: value".
 */
export const notion: ImportFormat = {
  source: "notion",
  endings: ["md", "csv"],
  recognise: (file, { names }) =>
    // Without page files, a table could be any CSV file. With page files, it is recognised here and skipped.
    (TABLE.test(file.name) && names.some((name) => PAGE.test(name))) ||
    (PAGE.test(file.name) && file.head.startsWith("# ")),
  read: (file, context) => (TABLE.test(file.name) ? [] : [toEntry(file, context)]),
};

type Property = { name: string; value: string };

const DATE =
  /^(?:(?:entry|journal) )?(?:date|day|when|datum|fecha|día|data|dia|jour|dato|päivä|日付|日期|날짜)$/i;
const CREATED =
  /^(?:created(?: (?:time|at|on))?|date created|creation date|erstellt(?: am)?|erstellungszeit|date de création|fecha de creación|作成日時|创建时间|생성 일시)$/i;
/** Properties whose day is not the day of the entry. */
const OTHER_DATE = /due|deadline|remind|birth|next|until|review|fällig|geburt|erinner/i;
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
  // A date property that the member has named takes precedence over the time of creation.
  const isOwnDate = ({ name }: Property) => ![CREATED, EDITED, OTHER_DATE].some((names) => names.test(name));
  const momentsOf = (list: readonly Property[]) => list.flatMap(({ value }) => momentOf(value) ?? []);
  const found =
    momentOf(valueOf(DATE)) ??
    titleMoment ??
    momentsOf(properties.filter(isOwnDate))[0] ??
    created ??
    momentsOf(properties.filter(({ name }) => !EDITED.test(name)))[0];
  if (!found) return { ok: false, why: t("none of its properties is a day") };
  const others = properties.filter((property) => !isSpecial(property));
  const lines = others
    .filter(({ value }) => !isPictures(value))
    .map(({ name, value }) => `${name}: ${value}`);
  const page = {
    ...(created?.forDate === found.forDate ? created : found),
    updatedAt: momentOf(valueOf(EDITED))?.createdAt,
    title: titleMoment || /^untitled$/i.test(written.trim()) ? "" : written,
    text: cleanMarkup([text.trim(), lines.join("\n")].filter(Boolean).join("\n\n")),
    pictures: others.filter(({ value }) => isPictures(value)).flatMap(({ value }) => value.split(", ")),
    tags: momentOf(valueOf(TAGS)) ? [] : valueOf(TAGS).split(", "),
    mood: valueOf(MOOD),
    favourite: /^yes$/i.test(valueOf(FAVOURITE)),
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
 * Splits off the properties, which are the first paragraph below the title. A page outside a database has none, so the first
 * paragraph counts as properties only if one of them has a known name or a date.
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
const ICON = /<img\s[^<>]*>/g;

/** Removes Notion's HTML (callouts, toggles, icons) outside of code, and descriptions of pictures that are only file names. */
function cleanMarkup(text: string): string {
  const clean = (part: string) =>
    part
      .replace(ICON, (image) => (image.includes("notion") ? "" : image))
      .replace(/!\[([^\]\n]{0,300})\]\(/g, (image, words: string) => (isImage(words) ? "![](" : image))
      .replace(/\n{3,}/g, "\n\n");
  return convertMarkup(
    text
      .split(FENCED)
      .map((part, at) => (at % 2 === 1 ? part : clean(part)))
      .join(""),
  );
}
