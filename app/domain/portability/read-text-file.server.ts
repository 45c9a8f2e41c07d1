import { t } from "~/i18n/t";
import { JsonLimitError, parseJsonWithin } from "~/platform/json-within";
import {
  DraftSchema,
  EntrySchema,
  JournalFileSchema,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_VERSION,
  TopicSchema,
} from "./export-schema";
import { IMPORT_LIMITS } from "./import-limits";
import { IntentionSchema } from "./intention-file";
import { intentionFromMarkdown } from "./intention-markdown.server";
import { countBeside, dayIn, keepForeign, keepParsed, refuse, type Upload } from "./keep-parsed.server";
import { InsightSchema, ThreadSchema } from "./looking-back-schema";
import { fromMarkdown } from "./markdown-file.server";
import { isPossibleDay, normaliseEntry, type Normalised } from "./normalise-entry";
import { allOf } from "./parsed-upload";
import { fromAppleJournal, isAppleEntry } from "./read-apple-journal";
import { readForeignJson } from "./read-foreign-files.server";
import { SettingsSchema } from "./settings-in-file";
import { UploadError } from "./upload-error";

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
    return keepForeign(found, name, fromAppleJournal(name, text, reading), "apple", reading);
  const intention = intentionFromMarkdown(text.replaceAll("\0", ""));
  if (intention) {
    countBeside(upload, 1);
    found.intentions.push(intention);
  }
  if (intention === null) refuse(found, name, t("it cannot be read"));
  if (intention !== undefined) {
    if (!found.sources.includes("markdown")) found.sources.push("markdown");
    return;
  }
  const result = fromMarkdown(name, text.replaceAll("\0", ""), reading);
  keepParsed(found, name, result.ok ? normaliseEntry(result.entry, reading) : result, "markdown");
}

function readJson(name: string, text: string, upload: Upload): void {
  const { found, reading } = upload;
  let value: unknown;
  try {
    value = parseJsonWithin(text, { ...IMPORT_LIMITS.json, values: upload.values }, (values) => {
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
    keepParsed(found, `Entry ${at + 1}${dayIn(raw, "forDate")}`, normalised, "json");
  }
  for (const list of [drafts, intentions, ownPrompts, promptSwaps, conversation, coachThreads, insights])
    countBeside(upload, list.length);
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
