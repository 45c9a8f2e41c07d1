import { t } from "~/i18n/t";
import { JsonLimitError, parseBoundedJson } from "~/platform/untrusted-text";
import type { ZipMember } from "~/platform/zip/read-zip.server";
import { isAppleEntry } from "./archive-files";
import { IMPORT_LIMITS, UploadError } from "./data-texts";
import { DayOneFileSchema, fromDayOne } from "./day-one";
import {
  DraftSchema,
  EntrySchema,
  InsightSchema,
  IntentionSchema,
  JournalFileSchema,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_VERSION,
  ThreadSchema,
  TopicSchema,
} from "./export-schema";
import { SettingsSchema } from "./file-codecs";
import { isPossibleDay, normaliseEntry, type NormalisedEntry } from "./foreign-entry";
import type { MediaCounts } from "./html-text";
import { fromMarkdown, intentionFromMarkdown } from "./markdown-file.server";
import {
  parseValidItems,
  SKIPPED_KINDS,
  type ParseContext,
  type ParsedUpload,
  type Source,
} from "./parsed-upload";
import { fromAppleJournal } from "./read-apple-journal";
import {
  DailyMonthSchema,
  DailyTagsSchema,
  DailyUserSchema,
  DiariumSchema,
  fromDailyTxt,
  fromDiarium,
  fromJourney,
  JourneySchema,
  type ForeignResult,
} from "./read-foreign-json";

/** A picture file of an archive. `key` is its fingerprint. */
export type ArchivedPicture = { key: string; file: ZipMember };

/** State shared by the files of one upload: the content found, and the remaining budgets. */
export type UploadContext = {
  found: ParsedUpload;
  reading: ParseContext;
  /** Remaining values of JSON, over all files. */
  values: number;
  /** Remaining records beside the entries, over all files. */
  beside: number;
  /** Tag names of a DailyTxT backup by id. */
  tags: Map<number, string>;
  isEncrypted: boolean;
  /** Pictures of the archive by name. */
  pictures: Map<string, ArchivedPicture>;
  /** Names of the pictures that entries show. */
  shown: Set<string>;
  /** References to missing pictures. */
  missing: number;
  /** Other media files. */
  others: MediaCounts;
};

/** Consumes the budget for records beside the entries. @throws UploadError */
function countExtras(upload: UploadContext, records: number): void {
  upload.beside -= records;
  if (upload.beside < 0) throw new UploadError("too_costly");
}

export function rejectItem(found: ParsedUpload, where: string, why: string): void {
  found.refused.push({ where: where.replace(/\p{Cc}/gu, "").slice(-120), why });
}

/** Adds an entry, or the reason for its rejection. @throws UploadError */
function collectEntry(found: ParsedUpload, where: string, normalised: NormalisedEntry, source: Source): void {
  if (++found.count > IMPORT_LIMITS.entries) throw new UploadError("too_many_entries");
  if (!found.sources.includes(source)) found.sources.push(source);
  if (!normalised.ok) rejectItem(found, where, normalised.why);
  else if (Buffer.byteLength(JSON.stringify(normalised.entry)) > IMPORT_LIMITS.entryBytes)
    rejectItem(found, where, t("together with its earlier versions it is too long for us to keep"));
  else found.entries.push({ entry: normalised.entry, isDayOne: source === "dayone" });
}

/** Adds an entry of another app and counts its skipped content. @throws UploadError */
function collectForeignEntry(
  found: ParsedUpload,
  where: string,
  read: ForeignResult,
  source: Source,
  reading: ParseContext,
): void {
  if (read.ok)
    for (const kind of SKIPPED_KINDS)
      if (read.left[kind]) found.left[kind] = (found.left[kind] ?? 0) + read.left[kind];
  collectEntry(found, where, read.ok ? normaliseEntry(read.entry, reading) : read, source);
}

/** ", 2026-11-21" if the entry has a day. */
function formatRawDay(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}

/** Items of a list that are examined to recognise its format. */
const PROBED_ITEMS = 20;

/** Reads JSON of another app, recognised by its shape. @returns false if no app matches */
function readForeignJson(name: string, value: unknown, upload: UploadContext): boolean {
  const { found, reading } = upload;
  const journey = JourneySchema.safeParse(value);
  if (journey.success) {
    collectForeignEntry(found, name, fromJourney(journey.data, reading), "journey", reading);
    return true;
  }
  const dayOne = DayOneFileSchema.safeParse(value);
  if (dayOne.success) {
    for (const [at, raw] of dayOne.data.entries.entries()) {
      const where = `Entry ${at + 1}${formatRawDay(raw, "creationDate")}`;
      collectForeignEntry(found, where, fromDayOne(raw, reading), "dayone", reading);
    }
    return true;
  }
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (!all.slice(0, PROBED_ITEMS).some((item) => DiariumSchema.safeParse(item).success))
    return readDailyTxt(name, value, upload);
  for (const [at, raw] of all.entries()) {
    const { success, data } = DiariumSchema.safeParse(raw);
    const read = success ? fromDiarium(data, reading) : { ok: false as const, why: t("it cannot be read") };
    collectForeignEntry(found, `Entry ${at + 1}${formatRawDay(raw, "date")}`, read, "diarium", reading);
  }
  return true;
}

function readDailyTxt(name: string, value: unknown, upload: UploadContext): boolean {
  const { found, reading, tags } = upload;
  const [, file = "", year, month] =
    /(?:^|\/)(user\.json|tags\.json|templates\.json|(\d{4})\/(\d{2})\.json)$/.exec(name) ?? [];
  if (file === "user.json" && DailyUserSchema.safeParse(value).success) upload.isEncrypted = true;
  else if (file === "tags.json") {
    const result = DailyTagsSchema.safeParse(value);
    if (!result.success) return false;
    for (const tag of result.data.tags) tags.set(tag.id, tag.name);
  } else if (file === "templates.json")
    return typeof value === "object" && value !== null && "templates" in value;
  else if (year && month) {
    const days = DailyMonthSchema.safeParse(value);
    if (!days.success) return false;
    if (upload.isEncrypted)
      rejectItem(found, name, t("this backup is encrypted: please make one that is not"));
    else
      for (const day of days.data.days) {
        const read = fromDailyTxt(`${year}-${month}`, day, tags, reading);
        collectForeignEntry(found, name, read, "dailytxt", reading);
      }
  } else return false;
  return true;
}

/** Reads one text file of any supported format into `upload.found`. @throws UploadError */
export function readTextFile(name: string, bytes: Uint8Array, upload: UploadContext): void {
  const { found, reading } = upload;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UploadError(/\.(md|markdown|txt)$/i.test(name) ? "not_text" : "unreadable");
  }
  const start = text.slice(0, 200).replace(/^\uFEFF/, "");
  if (/^\s*\{/.test(start) || (/^\s*\[/.test(start) && /\.json$/i.test(name)))
    return readJson(name, text.replace(/^\uFEFF/, ""), upload);
  if (/\.json$/i.test(name)) throw new UploadError("not_json");
  if (isAppleEntry(name))
    return collectForeignEntry(found, name, fromAppleJournal(name, text, reading), "apple", reading);
  const intention = intentionFromMarkdown(text.replaceAll("\0", ""));
  if (intention) {
    countExtras(upload, 1);
    found.intentions.push(intention);
  }
  if (intention === null) rejectItem(found, name, t("it cannot be read"));
  if (intention !== undefined) {
    if (!found.sources.includes("markdown")) found.sources.push("markdown");
    return;
  }
  const result = fromMarkdown(name, text.replaceAll("\0", ""), reading);
  collectEntry(found, name, result.ok ? normaliseEntry(result.entry, reading) : result, "markdown");
}

function readJson(name: string, text: string, upload: UploadContext): void {
  const { found, reading } = upload;
  let value: unknown;
  try {
    value = parseBoundedJson(text, { ...IMPORT_LIMITS.json, values: upload.values }, (values) => {
      upload.values -= values;
    });
  } catch (error) {
    throw new UploadError(error instanceof JsonLimitError ? "too_costly" : "not_json");
  }
  if (readForeignJson(name, value, upload)) return;
  const file = JournalFileSchema.safeParse(value);
  if (!file.success) throw new UploadError("unknown_json");
  if (file.data.version > SCHEMA_VERSION) throw new UploadError("newer");
  const { entries, drafts, ownPrompts, intentions, promptSwaps, conversation, profile, settings } = file.data;
  const { insights, coachThreads } = file.data;
  for (const [at, raw] of entries.entries()) {
    const result = EntrySchema.safeParse(raw);
    const normalised: NormalisedEntry = result.success
      ? normaliseEntry(result.data, reading)
      : { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
    collectEntry(found, `Entry ${at + 1}${formatRawDay(raw, "forDate")}`, normalised, "json");
  }
  for (const list of [drafts, intentions, ownPrompts, promptSwaps, conversation, coachThreads, insights])
    countExtras(upload, list.length);
  found.drafts.push(
    ...parseValidItems(DraftSchema, drafts).filter(({ forDate }) => isPossibleDay(forDate, reading)),
  );
  found.intentions.push(...parseValidItems(IntentionSchema, intentions));
  found.ownPrompts.push(...parseValidItems(OwnPromptSchema, ownPrompts));
  found.promptSwaps.push(...parseValidItems(PromptSwapSchema, promptSwaps));
  found.conversation.push(...parseValidItems(TopicSchema, conversation));
  found.settings ??= settingsFrom(profile, settings);
  found.threads.push(...parseValidItems(ThreadSchema, coachThreads));
  found.insights.push(...parseValidItems(InsightSchema, insights));
}

/** Theme and look are exported in the profile and imported with the settings. */
function settingsFrom(profile: { theme?: unknown; look?: unknown } | undefined, settings: unknown) {
  const { theme, look } = profile ?? {};
  const plain = typeof settings === "object" && settings !== null ? settings : {};
  return SettingsSchema.safeParse({ ...plain, theme, look }).data ?? SettingsSchema.safeParse(settings).data;
}
