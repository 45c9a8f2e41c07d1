import { addDays, isDay } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import {
  CONTENT_LIMITS,
  EMPTY_CONTENT,
  isBlank,
  tagsFrom,
  type EntryContent,
} from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { trashEnd } from "~/domain/journal/history/query";
import { stripPlaceholders } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { extractPictures } from "./archive-files";

/** An earlier text of an entry, as it travels. */
type PortableVersion = { version: number; savedAt: Date; content: EntryContent };

/** An entry as it travels: everything that its writer sees of it, and nothing of how it is stored. */
export type PortableEntry = Omit<Entry, "content"> & {
  promptSet: string;
  promptIds: string[];
  content: EntryContent;
  versions: PortableVersion[];
};

/** A page from elsewhere: unknown fields have their plainest value. */
export function foreignEntryDefaults(
  known: Pick<PortableEntry, "forDate" | "timezone" | "createdAt"> & Partial<PortableEntry>,
): PortableEntry {
  return {
    id: "",
    kind: "free",
    slot: "none",
    updatedAt: known.createdAt,
    version: 1,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    favourite: false,
    excludeFromInsights: false,
    deletedAt: null,
    content: EMPTY_CONTENT,
    versions: [],
    ...known,
  };
}

/** The whole text in order: each answer below its question, then the page. Unanswered questions are left out. */
export function plainTextOf({ answers, body }: Pick<EntryContent, "answers" | "body">): string {
  const parts = answers
    .filter(({ text }) => text.trim())
    .map(({ question, text }) => `## ${question.replace(/\s+/g, " ")}\n\n${text}`);
  return [...parts, ...(body.trim() ? [body] : [])].join("\n\n");
}

/** A key that is equal for two entries that say the same on the same day, in any shape. */
export function contentKey({ forDate, content }: Pick<PortableEntry, "forDate" | "content">): string {
  const words = stripPlaceholders(`${content.title}\n${plainTextOf(content)}`)
    .replace(/\s+/g, " ")
    .trim();
  return `${forDate}\n${words.normalize("NFC")}`;
}

/** What to assume of a file without metadata. */
export type ForeignDefaults = {
  timezone: string;
  now: Date;
  /** Finds a picture of the same archive. */
  fileOf?: (path: string) => string | undefined;
  /** Finds the pictures that lie in a folder of it. */
  filesIn?: (folder: string) => readonly string[];
};

const DAY = /\d{4}-\d{2}-\d{2}/;
/** In names also as "20240506", "2024_05_06" or "2024/05/06". */
const DAY_IN_NAME = /(?<!\d)(\d{4})([-_./]?)(\d{2})\2(\d{2})(?!\d)/;
const dayInName = (name: string) =>
  DAY_IN_NAME.exec(name)
    ?.filter((_, at) => [1, 3, 4].includes(at))
    .join("-");
const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/**
 * A Markdown file of another app: its day, title and tags by the names that most of them use. Undefined where it names no
 * day at all.
 */
export function parseForeignMarkdown(
  name: string,
  front: Record<string, unknown>,
  rest: string,
  usual: ForeignDefaults,
): PortableEntry | undefined {
  const said = textOf(front.date ?? front.created ?? front.created_at ?? front.createdAt);
  const forDate = DAY.exec(said)?.[0] ?? DAY.exec(name)?.[0] ?? dayInName(name) ?? "";
  if (!isDay(forDate)) return undefined;
  const at = new Date(said.includes(":") ? said : `${forDate}T12:00:00Z`);
  const createdAt = Number.isNaN(at.getTime()) || at > usual.now ? usual.now : at;
  const [heading, headline] = /^\s*# +(.+)\n*/.exec(rest) ?? [];
  const title = textOf(front.title).trim() || headline?.trim() || "";
  const isTitle = heading !== undefined && headline?.trim() === title;
  const page = (isTitle ? rest.slice(heading.length) : rest).replace(/^\n+/, "").trimEnd();
  const { text: body, pictures } = extractPictures(page, usual.fileOf ?? (() => undefined));
  const tags = [front.tags ?? front.tag ?? []].flat().map(textOf).join(",");
  return foreignEntryDefaults({
    forDate,
    timezone: usual.timezone,
    createdAt,
    favourite: front.favourite === true || front.favorite === true || front.starred === true,
    content: {
      title,
      answers: [],
      body: pictures.length > 0 ? body.trim() : body,
      ...(pictures.length > 0 && { pictures }),
      tags: tagsFrom(tags),
      mood: textOf(front.mood).trim(),
    },
  });
}

/** Nobody who imports has written before; a day before is a mistake of some program. */
export const FIRST_DAY = "1900-01-01";

/** Whether something may have been written for a day. A traveller's day may be a day ahead of the one at home. */
export const isPossibleDay = (day: string, { today }: { today: string }): boolean =>
  day >= FIRST_DAY && day <= addDays(today, 1);

export type NormalisedEntry = { ok: true; entry: PortableEntry } | { ok: false; why: string };

/**
 * An entry from elsewhere as this journal can keep it: moments in the future become now, and what is one line here
 * but longer there goes into the text, so that no word is lost. An entry without words or for a future day is refused.
 */
export function normaliseEntry(
  entry: PortableEntry,
  { now, today }: { now: Date; today: string },
): NormalisedEntry {
  const { content, deletedAt } = entry;
  if (isBlank(content)) return { ok: false, why: t("it contains no words") };
  // A traveller's day may be a day ahead of the one at home.
  if (entry.forDate > addDays(today, 1)) return { ok: false, why: t("its day has not come yet") };
  if (entry.forDate < FIRST_DAY) return { ok: false, why: t("its day is before the year 1900") };
  if (deletedAt && deletedAt <= trashEnd(now))
    return { ok: false, why: t("it was deleted more than thirty days ago") };
  const past = (moment: Date) => new Date(Math.min(Math.max(moment.getTime(), 0), now.getTime()));
  const long = content.title.length > CONTENT_LIMITS.title;
  return {
    ok: true,
    entry: {
      ...entry,
      timezone: findTimeZone(entry.timezone) ? entry.timezone : "UTC",
      createdAt: past(entry.createdAt),
      updatedAt: past(entry.updatedAt),
      deletedAt: deletedAt && past(deletedAt),
      content: {
        ...content,
        title: long ? `${content.title.slice(0, CONTENT_LIMITS.title - 1).toWellFormed()}…` : content.title,
        body: long ? `${content.title}\n\n${content.body}` : content.body,
        tags: content.tags
          .slice(0, CONTENT_LIMITS.tags)
          .map((tag) => tag.slice(0, CONTENT_LIMITS.tag).toWellFormed()),
        mood: content.mood.slice(0, CONTENT_LIMITS.mood).toWellFormed(),
      },
      versions: entry.versions.map((version) => ({ ...version, savedAt: past(version.savedAt) })),
    },
  };
}

/** Whether a text is longer than its form accepts. */
export function exceedsFormLimit({ content }: PortableEntry): boolean {
  return [content.body, ...content.answers.map(({ text }) => text)].some(
    (text) => text.length > CONTENT_LIMITS.answer,
  );
}
