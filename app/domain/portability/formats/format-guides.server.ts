import { t } from "~/i18n/t";

/** How members export from a program, apart from the code that reads it, which only the import worker loads. */
type FormatGuide = {
  /** "Notion" */
  name: string;
  /** How the file is made there, one step each; empty for a format that `/settings/data/help` does not list. */
  steps: readonly string[];
  /** A sentence about content that stays behind. */
  stays?: string;
};

/** By the stored key of the format, in the order of the page "How to move in". */
const FORMAT_GUIDES = {
  json: { name: t("Still and Know"), steps: [] },
  dayone: {
    name: t("Day One"),
    steps: [
      t("On a phone: Settings, Import/Export, Export Day One JSON, and save the file to Files."),
      t("On a Mac: File, Export, JSON."),
      t("Choose the zip unchanged. All journals in it are imported."),
    ],
    stays: t(
      "Videos and recordings are counted and left behind. Places and the weather are imported as text if you tick the box.",
    ),
  },
  "dayone-text": {
    name: t("Day One, text or Markdown"),
    steps: [
      t("On a Mac: File, Export, Markdown or Plain Text."),
      t("Choose JSON there if you can, because it includes your stars."),
    ],
    stays: t("Places and the weather are imported as text if you tick the box."),
  },
  "dayone-classic": {
    name: t("Day One Classic"),
    steps: [
      t(
        "The journal is a folder named Journal_dayone or Journal.dayone in Dropbox or iCloud, in Apps, Day One.",
      ),
      t("Put the folder into a zip."),
    ],
    stays: t("Music is not imported. Places and the weather are imported as text if you tick the box."),
  },
  journey: {
    name: "Journey",
    steps: [
      t("On a phone: Settings, Data, Export, ZIP (JSON)."),
      t("On the web or a computer: Settings, Export, ZIP."),
      t("Choose the zip unchanged."),
    ],
    stays: t(
      "Videos and recordings are counted and left behind. Places and the weather are imported as text if you tick the box.",
    ),
  },
  diarium: {
    name: "Diarium",
    steps: [
      t("On a phone: Settings, Export, choose JSON and all entries, and share the zip to Files."),
      t("On a computer: Settings, Export, JSON."),
      t("Choose the zip unchanged."),
    ],
    stays: t(
      "Videos and recordings are counted and left behind. Places and the weather are imported as text if you tick the box.",
    ),
  },
  dailytxt: {
    name: "DailyTxT",
    steps: [
      t("Open the settings, make a backup that is not encrypted, with its tags, and bring the zip as it is."),
    ],
    stays: t("Files other than pictures are counted and left behind."),
  },
  apple: {
    name: t("Apple Journal"),
    steps: [
      t("On an iPhone: Settings, Apps, Journal, Export All Journal Entries."),
      t("It is a folder in Files: press on it and choose Compress, then bring the zip."),
    ],
    stays: t(
      "Videos, recordings, maps and covers are counted and left behind. Places come as text if you tick the box.",
    ),
  },
  evernote: {
    name: "Evernote",
    steps: [
      t("On a computer: open a notebook, then More actions (⋯), Export notebook, as ENEX."),
      t("Bring the .enex file, or several of them in one zip."),
    ],
    stays: t(
      "Attached files other than pictures, recordings and encrypted passages stay behind. Places come as text if you tick the box.",
    ),
  },
  "google-keep": {
    name: t("Google Keep"),
    steps: [
      t("Open takeout.google.com, choose Deselect all, then tick Keep only."),
      t("Create the export, download the zip, and bring it as it is."),
    ],
    stays: t("Notes in the trash, recordings, colours and reminders stay behind."),
  },
  joplin: {
    name: "Joplin",
    steps: [
      t("On a computer: File, Export all, JEX. Bring the .jex file."),
      t("A RAW folder works too: put it into one zip."),
    ],
    stays: t("Attached files other than pictures, and the names of notebooks, stay behind."),
  },
  "standard-notes": {
    name: t("Standard Notes"),
    steps: [
      t("Preferences, Backups, Data backups: choose Decrypted, then Download backup."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Notes in the trash, spreadsheets, two-factor secrets and attached files stay behind."),
  },
  textbundle: {
    name: t("Bear, TextBundle"),
    steps: [
      t("In Bear on a Mac: File, Backup notes. Bring the .bear2bk file as it is."),
      t("Of other programs: bring the .textpack file, or put the .textbundle folders into one zip."),
    ],
    stays: t("Notes in the trash, encrypted notes and attached files other than pictures stay behind."),
  },
  memos: {
    name: "Memos",
    steps: [
      t("In the settings, create an access token."),
      t("Open /api/v1/memos?pageSize=1000 of your Memos with it, and save the answer as memos.json."),
    ],
    stays: t(
      "Attached pictures and files are counted and left behind. Places come as text if you tick the box.",
    ),
  },
  diaro: {
    name: "Diaro",
    steps: [
      t("Settings, Backup & Restore: make a backup that is not encrypted."),
      t("Choose the zip unchanged."),
    ],
    stays: t("Folders stay behind. Places and the weather are imported as text if you tick the box."),
  },
  rednotebook: {
    name: "RedNotebook",
    steps: [t("Journal, Backup: it saves a zip. Choose the zip unchanged.")],
    stays: t("Pictures are only linked there: those that are not in the zip stay behind."),
  },
  "org-journal": {
    name: t("org-journal (Emacs)"),
    steps: [
      t("Put the folder of your journal, often Documents/journal, into one zip."),
      t("Files without an ending, like 20260521, are fine. Encrypted ones (.gpg) are not."),
    ],
    stays: t("Drawers, clocks, plans and properties stay behind."),
  },
  wordpress: {
    name: "WordPress",
    steps: [
      t("Tools, Export: choose Posts, then Download Export File."),
      t("Bring the .xml file. A blog at wordpress.com gives it in a zip: bring the zip as it is."),
    ],
    stays: t(
      "Comments are counted and left behind. Pictures are on your website and not in the file: their addresses stay.",
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
    stays: t("Comments, colours and drawings stay behind."),
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
        "With pictures: More, Backup & Restore, Advanced Options, Export. The name of the file ends in .daylio.",
      ),
      t("Without pictures: More, Export Entries, CSV (table)."),
    ],
    stays: t(
      "A day with a mood and without words comes if you tick the box. Recordings and goals are not imported.",
    ),
  },
  jrnl: {
    name: "jrnl",
    steps: [
      t("Run jrnl --format json --file journal.json and choose the file."),
      t("The formats yaml, text and markdown work too. Put a folder into a zip first."),
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
    stays: t("Videos are not imported. Places come as text if you tick the box."),
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
      t("Bring the .html file, or the folder with its pictures as one zip."),
      t("Each page needs a day: in its file name, in its title, or in lines of their own."),
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
      t("Obsidian, Logseq, Bear, iA Writer, Hugo or any folder of notes: put the folder into a zip."),
      t("On a phone: press on the folder in Files and choose Compress."),
      t(
        "Each file needs its day: in its name, as in 2026-11-21.md, or as date in its front matter. The others are named and left out.",
      ),
    ],
    stays: t("Recordings, videos and other attachments are counted and left behind."),
  },
} satisfies Record<string, FormatGuide>;

/** Stored key: "notion". */
export type FormatSource = keyof typeof FORMAT_GUIDES;

const guides: ReadonlyMap<string, FormatGuide> = new Map(Object.entries(FORMAT_GUIDES));

export const exportGuides = () =>
  [...guides].flatMap(([source, { name, steps, stays = "" }]) =>
    steps.length > 0 ? [{ source, name, steps, stays }] : [],
  );

/** The name of a format for the preview; the key itself for one that no longer exists. */
export const formatName = (source: string) => guides.get(source)?.name ?? source;
