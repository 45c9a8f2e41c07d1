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
  unreadable: "This file is not one that we can read. Please choose a JSON file, a zip, or Markdown.",
  not_text: "This file is not text in UTF-8. Please save it as UTF-8 and try again.",
  not_json: "This file looks like JSON but ends too early or is damaged.",
  unknown_json: "This is JSON of another kind: neither from here nor from Day One.",
  newer: "This file was written by a newer version of Still and Know than this one.",
  nothing: "There is nothing to read in this zip: no JSON and no Markdown.",
  zip_unreadable: "This zip is damaged, or of a kind that we cannot open.",
  zip_bad_name: "This zip holds a file whose name leads outside of it. It was not opened.",
  zip_too_many_files: `This zip holds more than ${number(IMPORT_LIMITS.zip.files)} files. Please divide it.`,
  zip_too_large: "The texts in this zip are larger than 64 MB. Please divide it.",
  zip_encrypted: "This zip is locked with a password. Please make one without.",
  too_many_entries: `There are more than ${number(IMPORT_LIMITS.entries)} entries. Please divide the file, a few years at a time.`,
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;
