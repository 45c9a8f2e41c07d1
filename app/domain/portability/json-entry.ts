import type { EntryContent } from "~/domain/journal/entries/content";
import type { EntryInFile } from "./export-schema";
import type { PortableEntry } from "./portable-entry";

/** What a person wrote, field by field, in the order of the file. */
export function contentFields({ title, answers, body, tags, mood, prayer, way, pictures }: EntryContent) {
  return {
    title,
    answers: answers.map(({ key, question, text, tone }) => ({
      key,
      question,
      text,
      ...(tone !== undefined && { tone }),
    })),
    body,
    tags,
    mood,
    ...(prayer && { prayer }),
    ...(pictures && {
      pictures: pictures.map(({ id, width, height, text }) => ({ id, width, height, text })),
    }),
    ...(way && { way: { id: way.id, name: way.name, day: way.day, title: way.title } }),
  };
}

/** An entry as it is in our JSON file (docs/export-format.md). */
export function jsonEntry(entry: PortableEntry) {
  return {
    id: entry.id,
    forDate: entry.forDate,
    kind: entry.kind,
    slot: entry.slot,
    ...contentFields(entry.content),
    favourite: entry.favourite,
    excludeFromInsights: entry.excludeFromInsights,
    passageRef: entry.passageRef,
    ...(entry.dayName && { dayName: entry.dayName }),
    promptSet: entry.promptSet,
    promptIds: entry.promptIds,
    timezone: entry.timezone,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
    deletedAt: entry.deletedAt?.toISOString() ?? null,
    version: entry.version,
    versions: entry.versions.map(({ version, savedAt, content }) => ({
      version,
      savedAt: savedAt.toISOString(),
      ...contentFields(content),
    })),
  };
}

/** The way back. */
export function entryFromJson(file: EntryInFile): PortableEntry {
  const { title, answers, body, tags, mood, prayer, way, pictures, versions, ...rest } = file;
  return {
    ...rest,
    content: contentFields({ title, answers, body, tags, mood, prayer, way, pictures }),
    versions: versions.map(({ version, savedAt, ...content }) => ({
      version,
      savedAt,
      content: contentFields(content),
    })),
  };
}
