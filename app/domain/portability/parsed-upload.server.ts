import { t } from "~/i18n/t";
import type { ZipMember } from "~/platform/zip/read-zip.server";
import { IMPORT_LIMITS, UploadError } from "./data-texts";
import { normaliseEntry, type Normalised } from "./foreign-entry";
import type { Media } from "./html-text";
import { SKIPPED_KINDS, type ParseContext, type ParsedUpload, type Source } from "./parsed-upload";
import type { ReadForeign } from "./read-foreign-json";

/** A picture in an archive by its fingerprint, which its entries call it by. */
export type ArchivedPicture = { key: string; file: ZipMember };

/** What the files of one upload share: what was found, and what is left of the budget of them all. */
export type Upload = {
  found: ParsedUpload;
  reading: ParseContext;
  /** How much lists and objects of JSON may still hold. */
  values: number;
  /** How many records beside the entries may still come. */
  beside: number;
  /** The names of tags that a DailyTxT backup calls by number. */
  tags: Map<number, string>;
  isEncrypted: boolean;
  /** The pictures of the archive, by name. */
  pictures: Map<string, ArchivedPicture>;
  /** The names of those that entries show. */
  shown: Set<string>;
  /** How many pictures entries name that are not there. */
  missing: number;
  /** How many other pictures, videos and recordings there are. */
  others: Media;
};

/** Counts what comes beside the entries: there is one limit for all files of an upload. @throws UploadError */
export function countExtras(upload: Upload, records: number): void {
  upload.beside -= records;
  if (upload.beside < 0) throw new UploadError("too_costly");
}

/** Notes something that cannot be taken, and why. */
export function rejectItem(found: ParsedUpload, where: string, why: string): void {
  found.refused.push({ where: where.replace(/\p{Cc}/gu, "").slice(-120), why });
}

/** Takes an entry, or notes why it cannot be taken. @throws UploadError */
export function collectEntry(
  found: ParsedUpload,
  where: string,
  normalised: Normalised,
  source: Source,
): void {
  if (++found.count > IMPORT_LIMITS.entries) throw new UploadError("too_many_entries");
  if (!found.sources.includes(source)) found.sources.push(source);
  if (!normalised.ok) rejectItem(found, where, normalised.why);
  else if (Buffer.byteLength(JSON.stringify(normalised.entry)) > IMPORT_LIMITS.entryBytes)
    rejectItem(found, where, t("together with its earlier versions it is too long for us to keep"));
  else found.entries.push({ entry: normalised.entry, isDayOne: source === "dayone" });
}

/** The same for an entry of another application, with what stays behind of it. @throws UploadError */
export function collectForeignEntry(
  found: ParsedUpload,
  where: string,
  read: ReadForeign,
  source: Source,
  reading: ParseContext,
): void {
  if (read.ok)
    for (const kind of SKIPPED_KINDS)
      if (read.left[kind]) found.left[kind] = (found.left[kind] ?? 0) + read.left[kind];
  collectEntry(found, where, read.ok ? normaliseEntry(read.entry, reading) : read, source);
}

/** ", 2026-11-21" if the entry has a day. */
export function dayIn(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}
