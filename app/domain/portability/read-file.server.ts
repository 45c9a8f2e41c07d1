import { kindOfFile, type FileKind } from "~/domain/portability/reading/archive-files";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { IMPORT_LIMITS, UploadError, type UploadRefusal } from "./data-texts";
import { normaliseEntry, splitLongEntry, type NormalisedEntry } from "./foreign-entry";
import { IMPORT_FORMATS } from "./formats/formats.server";
import type { ExtraRecords, ForeignResult, ReadContext, ReadResult } from "./import-format";
import { SKIPPED_KINDS, type ParsedUpload, type SkippedItems } from "./parsed-upload";

/** The content found so far, and the remaining records beside the entries, over all files of an upload. */
export type Collected = { found: ParsedUpload; records: number };

/** Records a file that is left out, unless the list of the preview is full. */
export function listSkippedFile({ leftOut }: ParsedUpload, where: string, why: string): void {
  if (leftOut.length < IMPORT_LIMITS.refusalsShown)
    leftOut.push({ where: where.replace(/\p{Cc}/gu, "").slice(-120), why });
}

export function rejectItem(found: ParsedUpload, where: string, why: string): void {
  found.refused.push({ where: where.replace(/\p{Cc}/gu, "").slice(-120), why });
}

/** Reads a file with the first format that recognises it; yields after each item. @throws UploadError for the file */
export async function* readFile(
  file: SourceFile,
  context: ReadContext,
  collected: Collected,
): AsyncGenerator<void> {
  const format = IMPORT_FORMATS.find(({ recognise }) => recognise(file, context.archive));
  if (!format) throw new UploadError(refusalOf(file));
  for await (const result of format.read(file, context)) {
    if ("beside" in result) collectRecords(collected, result);
    else collectEntry(collected.found, file.name, result, format.source, context);
    addSource(collected.found, format.source);
    yield;
  }
}

/** The refusals of files that are no journal, by their kind. */
const REFUSAL_OF_KIND: Record<FileKind, UploadRefusal> = {
  ...{ json: "unknown_json", html: "is_html", xml: "is_xml", rtf: "is_rtf", calendar: "is_calendar" },
  ...{ table: "is_table", pdf: "is_pdf", word: "is_word", tar: "is_archive", compressed: "is_archive" },
  ...{ image: "is_image", video: "is_video", database: "is_database" },
  ...{ onenote: "is_onenote", web_archive: "is_web_archive" },
};

function refusalOf(file: SourceFile): UploadRefusal {
  const kind = kindOfFile(file);
  if (kind === "json") return file.json === undefined ? "not_json" : "unknown_json";
  if (kind) return REFUSAL_OF_KIND[kind];
  return /\.(md|markdown|txt)$/i.test(file.name) ? "not_text" : "unreadable";
}

function addSource({ sources }: ParsedUpload, source: string): void {
  if (!sources.includes(source)) sources.push(source);
}

/** Adds an entry and counts its skipped content, or adds the reason for its rejection. @throws UploadError */
function collectEntry(
  found: ParsedUpload,
  fileName: string,
  result: ForeignResult,
  source: string,
  context: ReadContext,
): void {
  const { where = fileName } = result;
  if (!result.ok) return collectNormalised(found, where, result, source);
  addCounts(found.left, result.left);
  addCounts(found.kept, result.kept);
  for (const missing of result.missing ?? [])
    listSkippedFile(found, missing, t("{where} refers to it, but it is not in this file", { where }));
  const parts = splitLongEntry(result.entry, result.details);
  for (const [at, entry] of parts.entries()) {
    const details = at === parts.length - 1 ? result.details : undefined;
    collectNormalised(found, where, normaliseEntry(entry, { ...context, details }), source, {
      ...(details && { details }),
      ...(at === 0 && { path: fileName }),
    });
  }
}

function addCounts(sum: SkippedItems, counts: SkippedItems = {}): void {
  for (const kind of SKIPPED_KINDS) if (counts[kind]) sum[kind] = (sum[kind] ?? 0) + counts[kind];
}

/** @throws UploadError */
function collectNormalised(
  found: ParsedUpload,
  where: string,
  normalised: NormalisedEntry,
  source: string,
  beside: Pick<ParsedUpload["entries"][number], "details" | "path"> = {},
): void {
  if (++found.count > IMPORT_LIMITS.entries) throw new UploadError("too_many_entries");
  if (!normalised.ok) rejectItem(found, where, normalised.why);
  else if (Buffer.byteLength(JSON.stringify(normalised.entry)) > IMPORT_LIMITS.entryBytes)
    rejectItem(found, where, t("together with its earlier versions it is too long for us to keep"));
  else
    found.entries.push({
      entry: normalised.entry,
      isDayOne: source === "dayone",
      ...beside,
    });
}

/** @throws UploadError */
function collectRecords(
  collected: Collected,
  { beside, records }: Extract<ReadResult, { beside: object }>,
): void {
  collected.records -= records;
  if (collected.records < 0) throw new UploadError("too_costly");
  const { found } = collected;
  const { settings, ...lists } = beside;
  found.settings ??= settings;
  for (const name of Object.keys(lists) as (keyof typeof lists)[]) append(found, name, lists[name]);
}

const append = <Name extends keyof Omit<ExtraRecords, "settings">>(
  found: ParsedUpload,
  name: Name,
  items: ParsedUpload[Name] | undefined,
) => (found[name] as unknown[]).push(...(items ?? []));
