import { z } from "zod";
import { entryName } from "~/domain/journal/entries/entry";
import { fromYaml, toYaml } from "~/platform/yaml.server";
import { EntrySchema } from "./export-schema";
import { foreignEntry, type Usual } from "./markdown-foreign";
import { guarded, imagesBelow, sectionsOf, withoutImages } from "./markdown-sections";
import type { PortableEntry } from "./portable-entry";

/** Says that we wrote a file, and names its format (docs/export-format.md). */
const FORMAT = "still-and-know/entry-1";

/** "2026/2026-11-21 morning reflection kq3f.md" */
export function markdownName({ id, forDate, kind, slot }: PortableEntry): string {
  return `${forDate.slice(0, 4)}/${forDate} ${entryName(kind, slot).toLowerCase()} ${id}.md`;
}

/** An entry as a program gets it that keeps files: named as in the archive. */
export function markdownEntry(entry: PortableEntry) {
  return { id: entry.id, name: markdownName(entry), text: toMarkdown(entry) };
}

/** An entry as a file: front matter, then the text with each answer below its question. */
export function toMarkdown(entry: PortableEntry): string {
  const { title, answers, body, tags, mood, prayer, way, pictures = [] } = entry.content;
  const front = toYaml({
    title: title || entryName(entry.kind, entry.slot),
    date: entry.forDate,
    tags,
    mood,
    kind: entry.kind,
    slot: entry.slot,
    favourite: entry.favourite,
    passage: entry.passageRef,
    ...(entry.dayName && { "day name": entry.dayName }),
    created: entry.createdAt.toISOString(),
    updated: entry.updatedAt.toISOString(),
    timezone: entry.timezone,
    "exclude from insights": entry.excludeFromInsights,
    "prompt set": entry.promptSet,
    prompts: entry.promptIds,
    answers: answers.map(({ key, question, tone }) => ({ key, question, ...(tone && { tone }) })),
    ...(prayer && { intention: prayer }),
    ...(pictures.length > 0 && { pictures: pictures.map(({ id, text }) => ({ id, text })) }),
    ...(way && { way: { id: way.id, name: way.name, day: way.day, title: way.title } }),
    id: entry.id,
    version: entry.version,
    // Separate from `title`, which is never empty.
    ...(title === "" && { untitled: true }),
    format: FORMAT,
  });
  const sections = answers
    .filter(({ text }) => text !== "")
    .map(
      ({ key, question, text }) =>
        `<!-- answer: ${key} -->\n## ${question.replace(/\s+/g, " ")}\n\n${guarded(text)}\n\n`,
    );
  return `---\n${front}---\n\n${guarded(body)}\n\n${sections.join("")}${imagesBelow(pictures)}`;
}

export type ReadMarkdown = { ok: true; entry: PortableEntry } | { ok: false; why: string };

/** A Markdown file, ours or another's, as an entry. */
export function fromMarkdown(name: string, source: string, usual: Usual): ReadMarkdown {
  const file = source.replace(/^\uFEFF/, "");
  // An editor that changed the first line ending has changed them all; inside the application lines end with "\n".
  const text = /^[^\n]*\r\n/.test(file) ? file.replaceAll("\r\n", "\n") : file;
  const [whole, yaml] = /^---[ \t]*\n((?:[\s\S]*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  const front = yaml === undefined ? {} : fromYaml(yaml);
  if (!front) return { ok: false, why: "its front matter cannot be read" };
  const rest = text.slice(whole?.length ?? 0);
  if (front.format === FORMAT) return ours(front, rest);
  const entry = foreignEntry(name, front, rest, usual);
  return entry
    ? { ok: true, entry }
    : { ok: false, why: "no day is named in its front matter or in its file name" };
}

const Answers = z
  .array(z.object({ key: z.string(), question: z.string().default(""), tone: z.string().optional() }))
  .default([]);

function ours(front: Record<string, unknown>, rest: string): ReadMarkdown {
  const listed = Answers.safeParse(front.answers ?? undefined);
  if (!listed.success) return { ok: false, why: "its list of answers cannot be read" };
  const hasPictures = Array.isArray(front.pictures);
  const { body, sections } = sectionsOf((hasPictures ? withoutImages(rest) : rest).replace(/^\n/, ""));
  const texts = new Map(sections.map(({ key, text }) => [key, text]));
  const known = new Set(listed.data.map(({ key }) => key));
  const added = sections.filter(({ key }) => !known.has(key));
  const result = EntrySchema.safeParse({
    id: front.id,
    kind: front.kind,
    slot: front.slot,
    forDate: front.date,
    timezone: front.timezone,
    createdAt: front.created,
    updatedAt: front.updated,
    version: front.version,
    promptSet: front["prompt set"],
    promptIds: front.prompts,
    passageRef: front.passage,
    ...(typeof front["day name"] === "string" && { dayName: front["day name"] }),
    favourite: front.favourite,
    excludeFromInsights: front["exclude from insights"],
    title: front.untitled === true ? "" : front.title,
    answers: [
      ...listed.data.map((answer) => ({ ...answer, text: texts.get(answer.key) ?? "" })),
      ...added.map(({ key, question, text }) => ({ key, question, text })),
    ],
    body,
    tags: front.tags,
    mood: front.mood,
    ...(typeof front.intention === "string" && { prayer: front.intention }),
    ...(hasPictures && { pictures: front.pictures }),
    way: front.way,
  });
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  return { ok: true, entry: result.data };
}
