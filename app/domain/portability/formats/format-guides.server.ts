import { t } from "~/i18n/t";

/** Explains how members export from a program. Separate from the parsers, which only the import worker loads. */
type FormatGuide = {
  /** Name of the program: "Notion". */
  name: string;
  /** The steps of the export in that program; empty for a format that `/settings/data/help` does not list. */
  steps: readonly string[];
  /** A sentence about content that is not imported. */
  stays?: string;
};

/** Guides by the stored key of the format, in the order of the page "Import from another app". */
const FORMAT_GUIDES = {
  json: { name: t("Still and Know"), steps: [] },
  dayone: {
    name: t("Day One"),
    steps: [
      t(
        "On a phone: Settings, Import/Export, Export Day One JSON, and save the file to Files. On a Mac: File, Export, JSON.",
      ),
      t("Choose the zip unchanged. All journals in it are imported."),
    ],
    stays: t(
      "Videos and recordings are counted but not imported. Places and the weather are imported as text if you tick the box.",
    ),
  },
  "dayone-text": {
    name: t("Day One, text or Markdown"),
    steps: [
      t(
        "On a Mac: File, Export, Markdown or Plain Text. Choose JSON if you can, because it includes your stars.",
      ),
      t("Choose the file unchanged."),
    ],
    stays: t("Places and the weather are imported as text if you tick the box."),
  },
  "dayone-classic": {
    name: t("Day One Classic"),
    steps: [
      t(
        "The journal is a folder named Journal_dayone or Journal.dayone in Dropbox or iCloud, in Apps, Day One.",
      ),
      t("Put the folder into a zip, and choose the zip."),
    ],
    stays: t("Music is not imported. Places and the weather are imported as text if you tick the box."),
  },
  journey: {
    name: "Journey",
    steps: [
      t("On a phone: Settings, Data, Export, ZIP (JSON). On the web or a computer: Settings, Export, ZIP."),
      t("Choose the zip unchanged."),
    ],
    stays: t(
      "Videos and recordings are counted but not imported. Places and the weather are imported as text if you tick the box.",
    ),
  },
  diarium: {
    name: "Diarium",
    steps: [
      t(
        "On a phone: Settings, Export, choose JSON and all entries, and share the zip to Files. On a computer: Settings, Export, JSON.",
      ),
      t("Choose the zip unchanged."),
    ],
    stays: t(
      "Videos and recordings are counted but not imported. Places and the weather are imported as text if you tick the box.",
    ),
  },
  dailytxt: {
    name: "DailyTxT",
    steps: [
      t("Open the settings, and make a backup that is not encrypted, with its tags."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Files other than pictures are counted but not imported."),
  },
  apple: {
    name: t("Apple Journal"),
    steps: [
      t("On an iPhone: Settings, Apps, Journal, Export All Journal Entries."),
      t("It is a folder in Files: press on it and choose Compress."),
      t("Choose the zip unchanged."),
    ],
    stays: t(
      "Videos, recordings, maps and covers are counted but not imported. Places are imported as text if you tick the box.",
    ),
  },
  evernote: {
    name: "Evernote",
    steps: [
      t("On a computer: open a notebook, then More actions (⋯), Export notebook, as ENEX."),
      t("Choose the .enex file, or several of them in one zip."),
    ],
    stays: t(
      "Attached files other than pictures, recordings and encrypted passages are not imported. Places are imported as text if you tick the box.",
    ),
  },
  "google-keep": {
    name: t("Google Keep"),
    steps: [
      t("Open takeout.google.com, choose Deselect all, then tick Keep only."),
      t("Create the export and download the zip."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Notes in the trash, recordings, colours and reminders are not imported."),
  },
  joplin: {
    name: "Joplin",
    steps: [
      t("On a computer: File, Export all, JEX."),
      t("Choose the .jex file. A RAW folder works too, in one zip."),
    ],
    stays: t("Attached files other than pictures, and the names of notebooks, are not imported."),
  },
  "standard-notes": {
    name: t("Standard Notes"),
    steps: [
      t("Preferences, Backups, Data backups: choose Decrypted, then Download backup."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Notes in the trash, spreadsheets, two-factor secrets and attached files are not imported."),
  },
  textbundle: {
    name: t("Bear, TextBundle"),
    steps: [
      t(
        "In Bear on a Mac: File, Backup notes. In other programs: save a .textpack file, or put the .textbundle folders into one zip.",
      ),
      t("Choose the .bear2bk file, the .textpack file or the zip unchanged."),
    ],
    stays: t("Notes in the trash, encrypted notes and attached files other than pictures are not imported."),
  },
  memos: {
    name: "Memos",
    steps: [
      t("In the settings, create an access token."),
      t("Open /api/v1/memos?pageSize=1000 of your Memos with it, and save the answer as memos.json."),
    ],
    stays: t(
      "Attached pictures and files are counted but not imported. Places are imported as text if you tick the box.",
    ),
  },
  diaro: {
    name: "Diaro",
    steps: [
      t("Settings, Backup & Restore: make a backup that is not encrypted."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Folders are not imported. Places and the weather are imported as text if you tick the box."),
  },
  rednotebook: {
    name: "RedNotebook",
    steps: [t("Journal, Backup: it saves a zip."), t("Choose the zip unchanged.")],
    stays: t("Pictures are only linked there: those that are not in the zip are not imported."),
  },
  "org-journal": {
    name: t("org-journal (Emacs)"),
    steps: [
      t("Put the folder of your journal, often Documents/journal, into one zip."),
      t("Files without an ending, like 20260521, are fine. Encrypted ones (.gpg) are not."),
    ],
    stays: t("Drawers, clocks, plans and properties are not imported."),
  },
  wordpress: {
    name: "WordPress",
    steps: [
      t("Tools, Export: choose Posts, then Download Export File."),
      t("Choose the .xml file. A blog at wordpress.com gives it in a zip: choose the zip unchanged."),
    ],
    stays: t(
      "Comments are counted but not imported. Pictures are on your website and not in the file: their addresses are kept.",
    ),
  },
  word: {
    name: "Word",
    steps: [
      t("Save as Word document (.docx). Google Docs and LibreOffice write it too."),
      t(
        "Name it after its day, such as 2024-05-06.docx, or put a day in a line of its own above each entry.",
      ),
    ],
    stays: t("Comments, colours and drawings are not imported."),
  },
  notion: {
    name: "Notion",
    steps: [
      t("Open the page or database of your journal, press the three dots and choose Export."),
      t("Choose Markdown & CSV, include everything, and choose the zip here unchanged."),
    ],
    stays: t(
      "Each page needs a day: a property such as Date or Created, or a day as its title. Attached files other than pictures are not imported.",
    ),
  },
  daylio: {
    name: "Daylio",
    steps: [
      t(
        "With pictures: More, Backup & Restore, Advanced Options, Export. Without pictures: More, Export Entries, CSV (table).",
      ),
      t("Choose the file, which ends in .daylio or .csv."),
    ],
    stays: t(
      "A day with a mood and without words is imported if you tick the box. Recordings and goals are not imported.",
    ),
  },
  jrnl: {
    name: "jrnl",
    steps: [
      t("Run jrnl --format json --file journal.json."),
      t("Choose the file. The formats yaml, text and markdown work too; put a folder into a zip first."),
    ],
  },
  "grid-diary": {
    name: t("Grid Diary"),
    steps: [t("Settings, Backup & Restore, Export JSON.")],
    stays: t("Pictures are not imported."),
  },
  "five-minute-journal": {
    name: t("Five Minute Journal"),
    steps: [
      t("Export your journal as JSON in the settings of the app."),
      t("Put its pictures into the same zip."),
    ],
    stays: t("Videos are not imported."),
  },
  momento: {
    name: "Momento",
    steps: [
      t("Settings, Data, Export: choose Text and include the media."),
      t("Choose the zip here unchanged."),
    ],
    stays: t("Videos are not imported. Places are imported as text if you tick the box."),
  },
  prayers: {
    name: t("Prayers in a table"),
    steps: [
      t("Save the table as CSV. Its first line names the columns: name, line, answered on."),
      t("Only the name is needed. A day is written as 2024-05-06 or 6 May 2024."),
    ],
  },
  html: {
    name: t("Web page (HTML)"),
    steps: [
      t("Each page needs a day: in its file name, in its title, or in lines of their own."),
      t("Choose the .html file, or the folder with its pictures in one zip."),
    ],
  },
  days: {
    name: t("One file with days as headings"),
    steps: [
      t("Save the file as Markdown or plain text."),
      t("Each day needs a line of its own, such as “Monday, May 6, 2024” or “## 2024-05-06”."),
    ],
  },
  markdown: {
    name: t("Markdown"),
    steps: [
      t(
        "Each file needs its day: in its name, as in 2026-11-21.md, or as date in its front matter. The others are named and left out.",
      ),
      t(
        "Put the folder into a zip: of Obsidian, Logseq, Bear, iA Writer, Hugo or any other notes. On a phone: press on the folder in Files and choose Compress.",
      ),
      t("Choose the zip."),
    ],
    stays: t("Recordings, videos and other attachments are counted but not imported."),
  },
} satisfies Record<string, FormatGuide>;

/** Stored key: "notion". */
export type FormatSource = keyof typeof FORMAT_GUIDES;

const guides: ReadonlyMap<string, FormatGuide> = new Map(Object.entries(FORMAT_GUIDES));

export const exportGuides = () =>
  [...guides].flatMap(([source, { name, steps, stays = "" }]) =>
    steps.length > 0 ? [{ source, name, steps, stays }] : [],
  );

/** The name of a format for the preview; the key itself if the format no longer exists. */
export const formatName = (source: string) => guides.get(source)?.name ?? source;
