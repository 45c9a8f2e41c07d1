import { importLimitsWords } from "~/words/settings/import-limits";

const MB = 1024 * 1024;

/** What one import may hold; larger journals come in several files (docs/export-format.md). */
export const IMPORT_LIMITS = {
  entries: 25_000,
  /** Of one entry with its earlier texts, as JSON. */
  entryBytes: 4 * MB,
  zip: { files: 60_000, fileBytes: 48 * MB, totalBytes: 64 * MB },
  /** What the preview lists by name. */
  refusalsShown: 50,
} as const;

const number = (value: number) => value.toLocaleString("en");

/** Why a whole file was not taken. */
export const UPLOAD_REFUSALS = {
  unreadable: importLimitsWords.thisFileIsNotOne,
  not_text: importLimitsWords.thisFileIsNotText,
  not_json: importLimitsWords.thisFileLooksLikeJson,
  unknown_json: importLimitsWords.thisIsJsonOfAnotherKind,
  newer: importLimitsWords.thisFileWasWritten,
  nothing: importLimitsWords.thereIsNothingToRead,
  zip_unreadable: importLimitsWords.thisZipIsDamaged,
  zip_bad_name: importLimitsWords.thisZipHoldsAFileWhose,
  zip_too_many_files: importLimitsWords.thisZipHoldsMoreThanFiles({ files: number(IMPORT_LIMITS.zip.files) }),
  zip_too_large: importLimitsWords.theTextsInThisZip,
  zip_encrypted: importLimitsWords.thisZipIsLocked,
  too_many_entries: importLimitsWords.thereAreMoreThanEntries({ entries: number(IMPORT_LIMITS.entries) }),
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;
