import { t } from "~/i18n/t";

const MB = 1024 * 1024;

/** What one import may hold; larger journals come in several files (docs/export-format.md). */
export const IMPORT_LIMITS = {
  entries: 25_000,
  /** Conversations, intentions, drafts and all else beside the entries. */
  beside: 45_000,
  /** Of one entry with its earlier texts, as JSON. */
  entryBytes: 4 * MB,
  /** Limits of one JSON file: how deep lists and objects nest, and how much they hold. */
  json: { depth: 20, values: 3_000_000 },
  zip: { files: 60_000, fileBytes: 48 * MB, totalBytes: 64 * MB },
  /** What the preview lists by name. */
  refusalsShown: 50,
} as const;

const number = (value: number) => value.toLocaleString("en");

/** Why a whole file was not taken. */
export const UPLOAD_REFUSALS = {
  unreadable: t("We cannot read this kind of file. Please choose a JSON file, a zip, or Markdown."),
  not_text: t("This file is not text in UTF-8. Please save it as UTF-8 and try again."),
  not_json: t("This file looks like JSON but ends too early or is damaged."),
  unknown_json: t("This JSON is of no application that we know."),
  newer: t("This file was written by a newer version of Still and Know than this one."),
  nothing: t("There is nothing to read in this zip: no JSON and no Markdown."),
  zip_unreadable: t("This zip is damaged, or of a kind we cannot open."),
  zip_bad_name: t("This zip contains a file whose name points outside the zip. It was not opened."),
  zip_too_many_files: t("This zip contains more than {files} files. Please split it.", {
    files: number(IMPORT_LIMITS.zip.files),
  }),
  zip_too_large: t("The texts in this zip are larger than 64 MB. Please split it."),
  text_too_large: t(
    "This file is more text than one import takes: 48 MB. Please export it in parts, a year or two at a time.",
  ),
  zip_encrypted: t("This zip is locked with a password. Please make one without a password."),
  too_costly: t(
    "Reading this file takes more time or memory than one import may have. Please split it, a few years at a time.",
  ),
  too_many_entries: t(
    "There are more than {entries} entries. Please split the file, a few years at a time.",
    { entries: number(IMPORT_LIMITS.entries) },
  ),
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;
