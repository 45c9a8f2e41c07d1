import { z } from "zod";
import { tagsFrom } from "~/domain/journal/entries/content";
import { entryName } from "~/domain/journal/entries/entry";
import { mapShortTexts, SHORT_TEXT_NAMES } from "~/domain/journal/entries/short-texts";
import { placeholderLine } from "~/domain/journal/pictures/picture";
import type { Intention } from "~/domain/journal/prayers/intention";
import { fromYaml, toYaml } from "~/platform/yaml.server";
import { ENTRY_FIELDS, EntrySchema, IntentionSchema, jsonEntry, type IntentionInFile } from "./export-schema";
import { encodeForFile } from "./file-codecs";
import type { PortableEntry } from "./foreign-entry";
import { parseValidItems } from "./parsed-upload";

/** Marker before an answer, invisible when rendered. A line of text that looks like it is escaped with a backslash. */
const ANSWER = /^<!-- answer: ([A-Za-z]+) -->$/;
const LOOKS_LIKE_ANSWER = /^\\*<!-- answer: [A-Za-z]+ -->\r?$/gm;
const ESCAPED_ANSWER = /^\\(\\*<!-- answer: [A-Za-z]+ -->\r?)$/gm;

/** Marker before the list of images, which is for other apps only: we read the pictures from the front matter. */
const PICTURES = "<!-- pictures -->";

type PictureInFile = { id: string; text: string };

/** A Markdown image with its path in the archive. */
const imageLine = ({ id, text }: PictureInFile) =>
  `![${text.replace(/[[\]\n]/g, "")}](../pictures/${id}.jpg)`;

/** Writes the first placeholder of each picture as an image, so that other programs show it in its place. */
function placeImages(body: string, pictures: readonly PictureInFile[]) {
  const others: PictureInFile[] = [];
  let text = `\n${body}\n`;
  for (const [at, picture] of pictures.entries()) {
    const line = `\n${placeholderLine(at)}\n`;
    if (text.includes(line)) text = text.replace(line, () => `\n${imageLine(picture)}\n`);
    else others.push(picture);
  }
  return { text: text.slice(1, -1), others };
}

/** Writes the images of an entry as placeholders again. */
function restorePlaceholders(body: string, pictures: readonly PictureInFile[]): string {
  let text = `\n${body}\n`;
  for (const [at, picture] of pictures.entries())
    text = text.replace(`\n${imageLine(picture)}\n`, () => `\n${placeholderLine(at)}\n`);
  return text.slice(1, -1);
}

/** Writes the list of images that have no placeholder in the text. */
function imageList(pictures: readonly PictureInFile[]): string {
  return pictures.length === 0 ? "" : `${PICTURES}\n${pictures.map(imageLine).join("\n")}\n`;
}

/** Cuts a text before its list of images, which is its last section. */
const removeImageList = (text: string) => {
  const at = text.lastIndexOf(`\n${PICTURES}\n`);
  return at < 0 ? text : text.slice(0, at + 1);
};

/** Escapes lines that look like an answer marker. */
const escapeMarkers = (text: string) => text.replace(LOOKS_LIKE_ANSWER, "\\$&");
const unescapeMarkers = (text: string) => text.replace(ESCAPED_ANSWER, "$1");

type Section = { key: string; question: string; text: string };

/** Splits a text into the body and the answers with their questions. */
function splitSections(rest: string): { body: string; sections: Section[] } {
  const parts: { key: string; lines: string[] }[] = [{ key: "", lines: [] }];
  for (const line of rest.split("\n")) {
    const key = ANSWER.exec(line)?.[1];
    if (key) parts.push({ key, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  // Each part was written with a line break and an empty line at its end. Splitting at the marker has removed one of them.
  const last = parts.at(-1);
  const textOf = (lines: string[], isLast: boolean) =>
    unescapeMarkers(lines.join("\n").replace(isLast ? /\n{1,2}$/ : /\n$/, ""));
  const [body, ...sections] = parts;
  return {
    body: textOf(body?.lines ?? [], body === last),
    sections: sections.map((part) => {
      const [heading = "", gap] = part.lines;
      const start = /^##(?: |$)/.test(heading) ? (gap === "" ? 2 : 1) : 0;
      const text = textOf(part.lines.slice(start), part === last);
      return { key: part.key, question: start > 0 ? heading.slice(3) : "", text };
    }),
  };
}

/** Format identifier in the front matter (docs/export-format.md). */
export const FORMAT = "still-and-know/entry-1";

/** The path of an entry: "2026/2026-11-21 morning reflection kq3f.md". */
export function markdownName({ id, forDate, kind, slot }: PortableEntry): string {
  return `${forDate.slice(0, 4)}/${forDate} ${entryName(kind, slot).toLowerCase()} ${id}.md`;
}

/** An entry for API clients that store files. `pictures`: the ids of the pictures that the text links to. */
export function markdownEntry(entry: PortableEntry) {
  const pictures = (entry.content.pictures ?? []).map(({ id }) => id);
  return { id: entry.id, name: markdownName(entry), text: toMarkdown(entry), pictures };
}

type Field = keyof typeof ENTRY_FIELDS;

/** Front matter keys in their order. If the key is "" or not listed, it is the field name with spaces. */
const NAMES: { [Name in Field]?: string } = {
  ...{ title: "", forDate: "date", tags: "", ...mapShortTexts(() => ""), kind: "", slot: "", favourite: "" },
  ...{ passageRef: "passage", dayName: "", createdAt: "created", updatedAt: "updated", timezone: "" },
  ...{ excludeFromInsights: "", promptSet: "", promptIds: "prompts", answers: "", prayer: "intention" },
  ...{ pictures: "", way: "", id: "", version: "" },
};
/** The body follows the front matter; versions and the time of deletion are exported as JSON only. */
const EXCLUDED: readonly string[] = ["body", "deletedAt", "versions"] satisfies Field[];
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const FRONT = Object.keys({ ...NAMES, ...ENTRY_FIELDS })
  .filter((name) => !EXCLUDED.includes(name))
  .map((name) => ({ field: name as Field, name: NAMES[name as Field] || spaced(name) }));

/** Formats an entry: front matter, body, then each answer below its question. */
export function toMarkdown(entry: PortableEntry): string {
  const { answers, body, pictures = [] } = entry.content;
  const file = jsonEntry({ ...entry, versions: [] });
  const isUntitled = file.title === "";
  if (isUntitled) file.title = entryName(entry.kind, entry.slot);
  const front: Record<string, unknown> = {};
  for (const { field, name } of FRONT) front[name] = file[field];
  front.answers = file.answers?.map(({ text: _, ...answer }) => answer);
  front.pictures = pictures.length > 0 ? pictures.map(({ id, text }) => ({ id, text })) : undefined;
  // `title` in the file is never empty, so that other apps have a title to show.
  if (isUntitled) front.untitled = true;
  front.format = FORMAT;
  const sections = answers
    .filter(({ text }) => text !== "")
    .map(
      ({ key, question, text }) =>
        `<!-- answer: ${key} -->\n## ${question.replace(/\s+/g, " ")}\n\n${escapeMarkers(text)}\n\n`,
    );
  const { text, others } = placeImages(escapeMarkers(body), pictures);
  return `---\n${toYaml(front)}---\n\n${text}\n\n${sections.join("")}${imageList(others)}`;
}

type MarkdownResult = { ok: true; entry: PortableEntry } | { ok: false; why: string };

const PictureInFront = z.looseObject({ id: z.string(), text: z.string().default("") });

const Answers = z
  .array(z.looseObject({ key: z.string(), question: z.string().default(""), tone: z.string().optional() }))
  .default([]);

/** Parses an entry in our own format, split into its front matter and the rest. */
export function parseOwnEntry(front: Record<string, unknown>, rest: string): MarkdownResult {
  const listed = Answers.safeParse(front.answers ?? undefined);
  if (!listed.success) return { ok: false, why: "its list of answers cannot be read" };
  const hasPictures = Array.isArray(front.pictures);
  const { body, sections } = splitSections((hasPictures ? removeImageList(rest) : rest).replace(/^\n/, ""));
  const texts = new Map(sections.map(({ key, text }) => [key, text]));
  const known = new Set(listed.data.map(({ key }) => key));
  const added = sections.filter(({ key }) => !known.has(key));
  const pictures = parseValidItems(PictureInFront, hasPictures ? (front.pictures as unknown[]) : []);
  const result = EntrySchema.safeParse({
    ...Object.fromEntries(FRONT.map(({ field, name }) => [field, dropWrongType(field, front[name])])),
    ...(front.untitled === true && { title: "" }),
    answers: [
      ...listed.data.map((answer) => ({ ...answer, text: texts.get(answer.key) ?? "" })),
      ...added.map(({ key, question, text }) => ({ key, question, text })),
    ],
    body: restorePlaceholders(body, pictures),
  });
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  return { ok: true, entry: result.data };
}

/** Restores the type of a value: editors write a list of one tag as a text, and a title in digits as a number. */
function restoreType(field: Field, value: unknown): unknown {
  if (field === "tags" && typeof value === "string") return tagsFrom(value.replaceAll(" ", ","));
  const isText = field === "title" || (SHORT_TEXT_NAMES as string[]).includes(field);
  return isText && typeof value === "number" ? String(value) : value;
}

/** Drops the value of an optional field if an editor changed its type. */
function dropWrongType(field: Field, written: unknown): unknown {
  const value = restoreType(field, written);
  const schema = ENTRY_FIELDS[field];
  if (value === undefined || !(schema instanceof z.ZodOptional)) return value;
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.some(({ code, path }) => code === "invalid_type" && path.length === 0) ? undefined : value;
}

export const INTENTION_FORMAT = "still-and-know/intention-1";

/** The path of an intention: "intentions/2026-11-22 kq3f.md". */
export const intentionName = ({ since, id }: Intention) => `intentions/${since} ${id}.md`;

/** Formats an intention: front matter, then `came` as the text. */
export function intentionMarkdown(intention: Intention): string {
  const { came, rhythm, ...rest } = encodeForFile(IntentionSchema, intention);
  const { kind, ...when } = rhythm;
  return `---\n${toYaml({ ...rest, rhythm: kind, ...when, format: INTENTION_FORMAT })}---\n\n${came}\n`;
}

/** Parses an intention; undefined for another kind of file, null if it is invalid. */
export function intentionFromMarkdown(source: string): IntentionInFile | null | undefined {
  const file = /^[^\n]*\r\n/.test(source) ? source.replaceAll("\r\n", "\n") : source;
  const [whole, yaml] = /^---\n([\s\S]*?\n)---\n/.exec(file) ?? [];
  if (!whole || !yaml?.includes(INTENTION_FORMAT)) return undefined;
  const front = fromYaml(yaml);
  if (front?.format !== INTENTION_FORMAT) return front ? undefined : null;
  const rhythm = { ...front, kind: front.rhythm };
  const came = file.slice(whole.length).replace(/^\n/, "").replace(/\n$/, "");
  return IntentionSchema.safeParse({ ...front, rhythm, came }).data ?? null;
}
