import { t } from "~/i18n/t";
import { JsonLimitError, parseJsonWithin } from "~/platform/json-within";
import { readZip, ZipError } from "~/platform/zip/read-zip.server";
import {
  DraftSchema,
  EntrySchema,
  JournalFileSchema,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_VERSION,
} from "./export-schema";
import { fitEntry, type Fitted } from "./fit-entry";
import { allOf, nothingFound, type Found, type Reading } from "./found";
import { IMPORT_LIMITS } from "./import-limits";
import { IntentionSchema } from "./intention-file";
import { intentionFromMarkdown } from "./intention-markdown.server";
import { entryFromJson } from "./json-entry";
import { insightFromFile, ThreadSchema } from "./looking-back-schema";
import { fromMarkdown } from "./markdown-file.server";
import { DayOneFileSchema, fromDayOne } from "./read-day-one";
import { SettingsSchema } from "./settings-in-file";
import { STOPS, UploadError, WHY } from "./upload-error";

/** Everything in an uploaded file of any kind; what cannot be read is reported, not thrown. @throws UploadError */
export async function readUpload(name: string, bytes: Uint8Array, reading: Reading): Promise<Found> {
  const found = nothingFound();
  if (isZip(bytes)) await readArchive(bytes, found, reading);
  else readText(name, bytes, found, reading);
  return found;
}

const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
const isReadable = (name: string) =>
  /\.(json|md|markdown|txt)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);

async function readArchive(bytes: Uint8Array, found: Found, reading: Reading): Promise<void> {
  let files = 0;
  try {
    for await (const file of readZip(bytes, IMPORT_LIMITS.zip, isReadable)) {
      files++;
      try {
        readText(file.name, file.bytes, found, reading);
      } catch (error) {
        // One file of many that cannot be read is reported and left out.
        if (!(error instanceof UploadError) || STOPS.has(error.code)) throw error;
        found.refused.push({ where: file.name, why: WHY[error.code] ?? t("it cannot be read") });
      }
    }
  } catch (error) {
    throw error instanceof ZipError ? new UploadError(`zip_${error.code}`) : error;
  }
  if (files === 0) throw new UploadError("nothing");
}

function readText(name: string, bytes: Uint8Array, found: Found, reading: Reading): void {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UploadError(/\.(md|markdown|txt)$/i.test(name) ? "not_text" : "unreadable");
  }
  if (/^\s*\{/.test(text.slice(0, 200))) return readJson(text, found, reading);
  if (/\.json$/i.test(name)) throw new UploadError("not_json");
  const intention = intentionFromMarkdown(text.replaceAll("\0", ""));
  if (intention) found.intentions.push(intention);
  if (intention === null) found.refused.push({ where: name.slice(-120), why: t("it cannot be read") });
  if (intention !== undefined) {
    if (!found.sources.includes("markdown")) found.sources.push("markdown");
    return;
  }
  const result = fromMarkdown(name, text.replaceAll("\0", ""), reading);
  keep(found, name, result.ok ? fitEntry(result.entry, reading) : result, "markdown");
}

function readJson(text: string, found: Found, reading: Reading): void {
  let value: unknown;
  try {
    value = parseJsonWithin(text, IMPORT_LIMITS.json);
  } catch (error) {
    throw new UploadError(error instanceof JsonLimitError ? "too_costly" : "not_json");
  }
  const dayOne = DayOneFileSchema.safeParse(value);
  if (dayOne.success) return readDayOne(dayOne.data.entries, found, reading);
  const file = JournalFileSchema.safeParse(value);
  if (!file.success) throw new UploadError("unknown_json");
  if (file.data.version > SCHEMA_VERSION) throw new UploadError("newer");
  const { entries, drafts, ownPrompts, intentions, promptSwaps, profile, settings, insights, coachThreads } =
    file.data;
  for (const [at, raw] of entries.entries()) {
    const result = EntrySchema.safeParse(raw);
    const fitted: Fitted = result.success
      ? fitEntry(entryFromJson(result.data), reading)
      : { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
    keep(found, `Entry ${at + 1}${dayIn(raw, "forDate")}`, fitted, "json");
  }
  found.drafts.push(...allOf(DraftSchema, drafts));
  found.intentions.push(...allOf(IntentionSchema, intentions));
  found.ownPrompts.push(...allOf(OwnPromptSchema, ownPrompts));
  found.promptSwaps.push(...allOf(PromptSwapSchema, promptSwaps));
  found.settings ??= settingsFrom(profile, settings);
  found.threads.push(...allOf(ThreadSchema, coachThreads));
  found.insights.push(...insights.flatMap((raw) => insightFromFile(raw) ?? []));
}

/** How the pages look is part of the profile, and is imported with the settings. */
function settingsFrom(profile: { theme?: unknown; look?: unknown } | undefined, settings: unknown) {
  const { theme, look } = profile ?? {};
  const plain = typeof settings === "object" && settings !== null ? settings : {};
  return SettingsSchema.safeParse({ ...plain, theme, look }).data ?? SettingsSchema.safeParse(settings).data;
}

function readDayOne(entries: unknown[], found: Found, reading: Reading): void {
  for (const [at, raw] of entries.entries()) {
    const result = fromDayOne(raw, reading);
    if (result.ok) found.pictures += result.pictures;
    const fitted = result.ok ? fitEntry(result.entry, reading) : result;
    keep(found, `Entry ${at + 1}${dayIn(raw, "creationDate")}`, fitted, "dayone");
  }
}

/** ", 2026-11-21" if the entry has a day. */
function dayIn(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}

function keep(found: Found, where: string, fitted: Fitted, source: Found["sources"][number]): void {
  if (++found.count > IMPORT_LIMITS.entries) throw new UploadError("too_many_entries");
  if (!found.sources.includes(source)) found.sources.push(source);
  if (!fitted.ok) found.refused.push({ where: where.replace(/\p{Cc}/gu, "").slice(-120), why: fitted.why });
  else if (Buffer.byteLength(JSON.stringify(fitted.entry)) > IMPORT_LIMITS.entryBytes)
    found.refused.push({ where, why: t("together with its earlier versions it is too long for us to keep") });
  else found.entries.push({ entry: fitted.entry, isDayOne: source === "dayone" });
}
