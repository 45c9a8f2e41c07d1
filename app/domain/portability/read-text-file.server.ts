import { t } from "~/i18n/t";
import { JsonLimitError, parseBoundedJson } from "~/platform/bounded-json";
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
import { isAppleEntry } from "./file-kinds";
import { isPossibleDay, normaliseEntry, type Normalised } from "./foreign-entry";
import { fromMarkdown, intentionFromMarkdown } from "./markdown-file.server";
import { allOf } from "./parsed-upload";
import {
  collectEntry,
  collectForeignEntry,
  countExtras,
  dayIn,
  rejectItem,
  type Upload,
} from "./parsed-upload.server";
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
} from "./read-foreign-json";

/** As much of a list is looked at to see whose it is. */
const LOOKED_AT = 20;

/** JSON of other applications, known by what is in it. @returns false where it is none of theirs */
function readForeignJson(name: string, value: unknown, upload: Upload): boolean {
  const { found, reading } = upload;
  const journey = JourneySchema.safeParse(value);
  if (journey.success) {
    collectForeignEntry(found, name, fromJourney(journey.data, reading), "journey", reading);
    return true;
  }
  const dayOne = DayOneFileSchema.safeParse(value);
  if (dayOne.success) {
    for (const [at, raw] of dayOne.data.entries.entries()) {
      const where = `Entry ${at + 1}${dayIn(raw, "creationDate")}`;
      collectForeignEntry(found, where, fromDayOne(raw, reading), "dayone", reading);
    }
    return true;
  }
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (!all.slice(0, LOOKED_AT).some((one) => DiariumSchema.safeParse(one).success))
    return readDailyTxt(name, value, upload);
  for (const [at, raw] of all.entries()) {
    const { success, data } = DiariumSchema.safeParse(raw);
    const read = success ? fromDiarium(data, reading) : { ok: false as const, why: t("it cannot be read") };
    collectForeignEntry(found, `Entry ${at + 1}${dayIn(raw, "date")}`, read, "diarium", reading);
  }
  return true;
}

function readDailyTxt(name: string, value: unknown, upload: Upload): boolean {
  const { found, reading, tags } = upload;
  const [, file = "", year, month] =
    /(?:^|\/)(user\.json|tags\.json|templates\.json|(\d{4})\/(\d{2})\.json)$/.exec(name) ?? [];
  if (file === "user.json" && DailyUserSchema.safeParse(value).success) upload.isEncrypted = true;
  else if (file === "tags.json") {
    const named = DailyTagsSchema.safeParse(value);
    if (!named.success) return false;
    for (const tag of named.data.tags) tags.set(tag.id, tag.name);
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

/** Reads one text of an upload, whatever it is, into what was found. @throws UploadError */
export function readTextFile(name: string, bytes: Uint8Array, upload: Upload): void {
  const { found, reading } = upload;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UploadError(/\.(md|markdown|txt)$/i.test(name) ? "not_text" : "unreadable");
  }
  const begins = text.slice(0, 200).replace(/^\uFEFF/, "");
  if (/^\s*\{/.test(begins) || (/^\s*\[/.test(begins) && /\.json$/i.test(name)))
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

function readJson(name: string, text: string, upload: Upload): void {
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
    const normalised: Normalised = result.success
      ? normaliseEntry(result.data, reading)
      : { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
    collectEntry(found, `Entry ${at + 1}${dayIn(raw, "forDate")}`, normalised, "json");
  }
  for (const list of [drafts, intentions, ownPrompts, promptSwaps, conversation, coachThreads, insights])
    countExtras(upload, list.length);
  found.drafts.push(...allOf(DraftSchema, drafts).filter(({ forDate }) => isPossibleDay(forDate, reading)));
  found.intentions.push(...allOf(IntentionSchema, intentions));
  found.ownPrompts.push(...allOf(OwnPromptSchema, ownPrompts));
  found.promptSwaps.push(...allOf(PromptSwapSchema, promptSwaps));
  found.conversation.push(...allOf(TopicSchema, conversation));
  found.settings ??= settingsFrom(profile, settings);
  found.threads.push(...allOf(ThreadSchema, coachThreads));
  found.insights.push(...allOf(InsightSchema, insights));
}

/** How the pages look is part of the profile, and is imported with the settings. */
function settingsFrom(profile: { theme?: unknown; look?: unknown } | undefined, settings: unknown) {
  const { theme, look } = profile ?? {};
  const plain = typeof settings === "object" && settings !== null ? settings : {};
  return SettingsSchema.safeParse({ ...plain, theme, look }).data ?? SettingsSchema.safeParse(settings).data;
}
