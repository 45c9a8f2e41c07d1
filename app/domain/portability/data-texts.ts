import { SEASON_NAMES } from "~/domain/calendar/church-year";
import { formatDate } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { kindName } from "~/domain/journal/entries/entry";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { t, tn } from "~/i18n/t";

/** `largest` is a formatted size: "64 MB". */
export const fileTooLarge = (largest: string) =>
  t(
    "This file is larger than {uploadSizeInWords}. Please put it into a zip, or export it in parts, a year or two at a time.",
    { uploadSizeInWords: largest },
  );

export const EXPORTS_RUNNING = {
  title: t("Two exports are already running"),
  text: t("Please wait until one of them has finished."),
} as const;
export const TOO_MANY_UPLOADS = {
  title: t("Too many files for now"),
  text: t("Please wait an hour before the next one."),
} as const;
export const UPLOAD_BUSY = {
  title: t("Another journal is being read"),
  text: t("Please send your file again in a few minutes."),
} as const;

export const IMPORT_CANCELLED = {
  title: t("Import discarded"),
  text: t("The file was discarded. Your journal is unchanged."),
  tone: "info",
} as const;
export const IMPORT_BUSY = {
  title: t("This import is already running"),
  text: t("Perhaps in another window. Please look again in a moment."),
  tone: "info",
} as const;

export const IMPORT_FILE_GONE = {
  title: t("The file is no longer here"),
  text: t("Please send it again to read its days in the other order."),
  tone: "info",
} as const;
export const IMPORT_READ_TOO_OFTEN = { ...TOO_MANY_UPLOADS, tone: "info" } as const;

export const IMPORT_CONFIRMED = {
  title: t("This import has begun"),
  text: t("It can no longer be discarded. When it is done you can undo it here."),
  tone: "info",
} as const;

export const describeUndo = (count: number) =>
  ({
    title: t("Import undone"),
    text: tn("{count} entry is in the trash.", "{count} entries are in the trash.", count, {
      count: formatNumber(count),
    }),
    tone: "info",
  }) as const;

const SLOT_WORDS = { morning: "mornings", evening: "evenings", none: t("any time of day") } as const;

/** Describes each active filter of a history search. */
export function describeFilters(filters: HistoryFilters): string[] {
  const { q, kind, slot, tag, mood, book, season, favourite, prayer, from, to } = filters;
  return [
    q && t("with the words “{q}”", { q }),
    kind && t("of kind {kind}", { kind: kindName(kind) }),
    slot && SLOT_WORDS[slot],
    tag && t("tagged #{tag}", { tag }),
    mood && t("with the mood {mood}", { mood }),
    book && t("with a passage from {book}", { book: book === "Psalm" ? t("the Psalms") : book }),
    season && t("in the season of {seasonNames}", { seasonNames: SEASON_NAMES[season] }),
    favourite && "favourites",
    prayer && t("about one of your intentions"),
    from && t("from {from}", { from: formatDate(from) }),
    to && t("until {to}", { to: formatDate(to) }),
  ].filter((words) => typeof words === "string");
}

export const EXPORT_FORMATS = ["json", "markdown", "html", "dayone", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type FormatDetails = {
  name: string;
  text: string;
  type: string;
  /** Suffix of the file name, after the day. */
  ending: string;
};

export const FORMAT_DETAILS: Record<ExportFormat, FormatDetails> = {
  json: {
    name: t("Everything (JSON)"),
    text: t(
      "One file; a zip if you have pictures. Earlier versions and settings included. This is the one to keep, and to import here again.",
    ),
    type: "application/json; charset=utf-8",
    ending: ".json",
  },
  markdown: {
    name: t("Markdown"),
    text: t(
      "A zip with one text file for each entry, in a folder for each year. Obsidian and many others open it.",
    ),
    type: "application/zip",
    ending: "-markdown.zip",
  },
  html: {
    name: t("Web page"),
    text: t("One page to read and to print. It needs nothing else."),
    type: "text/html; charset=utf-8",
    ending: ".html",
  },
  dayone: {
    name: t("Day One"),
    text: t("A zip that the Day One app can import."),
    type: "application/zip",
    ending: "-day-one.zip",
  },
  csv: {
    name: t("Table of dates"),
    text: t("A table without your words: day, time of day, kind and passage, for a spreadsheet."),
    type: "text/csv; charset=utf-8",
    ending: ".csv",
  },
};

/** Formats a file name: "still-and-know-2026-11-21.json". */
export function exportFileName(format: ExportFormat, day: string): string {
  return `still-and-know-${day}${FORMAT_DETAILS[format].ending}`;
}

const MB = 1024 * 1024;

/** Limits of one import; a larger journal is split into several files (docs/export-format.md). */
export const IMPORT_LIMITS = {
  entries: 25_000,
  /** Drafts, intentions, conversations and all other records together. */
  beside: 45_000,
  /** One entry with its earlier versions, as JSON. */
  entryBytes: 4 * MB,
  /** Nesting depth of a JSON file, and the values in it. */
  json: { depth: 20, values: 3_000_000 },
  zip: { files: 60_000, fileBytes: 48 * MB, totalBytes: 64 * MB },
  /** Maximum refusals that the preview lists by name. */
  refusalsShown: 50,
} as const;

const formatLimit = (value: number) => value.toLocaleString("en");

/** The last sentence of a refusal: which files can be imported instead. */
const INSTEAD = t(
  "“How to import from another app” says for each program which file to bring; a zip, JSON, Markdown or plain text can be read.",
);
const instead = (sentence: string) => `${sentence} ${INSTEAD}`;

/** Messages for a file that is rejected as a whole. */
export const UPLOAD_REFUSALS = {
  unreadable: instead(t("We do not know this kind of file.")),
  not_text: t("This file is not text. Please save it as plain text in UTF-8 and try again."),
  not_json: t("This file looks like JSON but ends too early or is damaged. Please export it again."),
  unknown_json: instead(t("This JSON is of no program that we know.")),
  newer: t("This file was written by a newer version of Still and Know than this one."),
  nothing: instead(t("There is nothing to read in this zip.")),
  nothing_sent: instead(t("There is nothing to read in these files.")),
  is_html: instead(t("This is a web page, without a day that we can find.")),
  is_xml: instead(t("This is XML of no program that we know.")),
  is_rtf: t(
    "This is a text with formatting (RTF). Please open it in your word processor, save it as plain text or as Word (.docx), with a day in its name, and bring that.",
  ),
  is_calendar: instead(t("This is a calendar, not a journal.")),
  is_table: instead(t("This is a table of no program that we know.")),
  is_pdf: t(
    "This is a PDF, which holds pages to print but no entries. Please export your journal as JSON, Markdown or plain text there, and bring that.",
  ),
  is_word: t(
    "This is a Word document of an old kind. Please open it, save it as .docx or as plain text, with a day in its name, and bring that.",
  ),
  is_archive: t(
    "This is an archive that we cannot open. Please unpack it, pack its files into a zip, and bring that.",
  ),
  is_image: t("This is a picture. Pictures come with the journal that shows them: please bring its zip."),
  is_video: t(
    "This is a video or a recording, which we cannot keep. Please bring the texts of your journal.",
  ),
  is_database: instead(t("This is the database of a program. Please export your journal there.")),
  is_onenote: t(
    "This is a notebook of OneNote. Please export its pages there as Word (.docx), each with a day in its name, and bring them in one zip.",
  ),
  is_web_archive: t(
    "This is a web archive of Safari. Please save the page as HTML or its words as plain text, with a day in its name, and bring that.",
  ),
  is_epub: t(
    "This is a book (EPUB), which holds chapters but no entries. Please export your journal as JSON, Markdown or plain text there, and bring that.",
  ),
  is_open_document: t(
    "This is an OpenDocument file. Please open it in LibreOffice, save it as Word (.docx) or as plain text, with a day in its name, and bring that.",
  ),
  is_iwork: t(
    "This is a document of Pages, Numbers or Keynote. Please export it there as Word (.docx) or as plain text, with a day in its name, and bring that.",
  ),
  is_office: t(
    "This is a workbook or a presentation. Please save a table of prayers as CSV, and a journal as Word (.docx) or plain text, and bring that.",
  ),
  zip_unreadable: t("This zip is damaged, or of a kind we cannot open."),
  zip_bad_name: t("This zip contains a file whose name points outside the zip. It was not opened."),
  zip_too_many_files: t("This zip contains more than {files} files. Please split it.", {
    files: formatLimit(IMPORT_LIMITS.zip.files),
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
    { entries: formatLimit(IMPORT_LIMITS.entries) },
  ),
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;

/** Rejects a whole file; inside an archive, codes that are not ARCHIVE_STOPPERS reject one member only. */
export class UploadError extends Error {
  override name = "UploadError";
  constructor(readonly code: UploadRefusal) {
    super(code);
  }
}

/** Codes that end the reading of a whole archive. */
export const ARCHIVE_STOPPERS = new Set<UploadRefusal>(["too_many_entries", "too_costly"]);

/** Reasons for skipping one file of an archive. */
export const FILE_REFUSALS: Partial<Record<UploadRefusal, string>> = {
  not_text: t("it is not text"),
  not_json: t("it is damaged"),
  unknown_json: t("it is JSON of another kind"),
  newer: t("it was written by a newer version"),
  is_html: t("it is a web page without a day"),
  is_xml: t("it is XML of another kind"),
  is_rtf: t("it is a text with formatting (RTF): please save it as plain text"),
  is_calendar: t("it is a calendar"),
  is_table: t("it is a table of another kind"),
  is_pdf: t("it is a PDF"),
  is_word: t("it is a Word document of an old kind"),
  is_archive: t("it is an archive"),
  is_image: t("it is a picture"),
  is_video: t("it is a video or a recording"),
  is_database: t("it is a database"),
  is_onenote: t("it is a notebook of OneNote"),
  is_web_archive: t("it is a web archive"),
  is_epub: t("it is a book (EPUB)"),
  is_open_document: t("it is an OpenDocument file: please save it as Word (.docx)"),
  is_iwork: t("it is a document of Pages, Numbers or Keynote: please export it as Word (.docx)"),
  is_office: t("it is a workbook or a presentation"),
};
