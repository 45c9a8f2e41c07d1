import type { ImportFormat } from "~/domain/portability/import-format";
import { appleJournal } from "./apple-journal.server";
import { dailyTxt } from "./dailytxt.server";
import { dayHeadings } from "./day-headings.server";
import { dayOneClassic } from "./day-one-classic.server";
import { dayOneText } from "./day-one-text.server";
import { dayOne } from "./day-one.server";
import { daylio } from "./daylio.server";
import { diarium } from "./diarium.server";
import { diaro } from "./diaro.server";
import { evernote } from "./evernote.server";
import { fiveMinuteJournal } from "./five-minute-journal.server";
import { googleKeep } from "./google-keep.server";
import { gridDiary } from "./grid-diary.server";
import { joplin } from "./joplin.server";
import { journey } from "./journey.server";
import { jrnl } from "./jrnl.server";
import { markdownNotes } from "./markdown.server";
import { memos } from "./memos.server";
import { momento } from "./momento.server";
import { notion } from "./notion.server";
import { orgJournal } from "./org-journal.server";
import { ownJson } from "./own-json.server";
import { ownMarkdown } from "./own-markdown.server";
import { prayerTable } from "./prayer-table.server";
import { redNotebook } from "./rednotebook.server";
import { standardNotes } from "./standard-notes.server";
import { textBundle } from "./textbundle.server";
import { webPage } from "./web-page.server";
import { word } from "./word.server";
import { wordPress } from "./wordpress.server";

/** All formats. The first format that recognises a file reads it, so the most specific formats come first. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ownJson,
  ownMarkdown,
  dayOne,
  dayOneText,
  dayOneClassic,
  journey,
  diarium,
  dailyTxt,
  appleJournal,
  evernote,
  googleKeep,
  joplin,
  standardNotes,
  textBundle,
  memos,
  diaro,
  redNotebook,
  orgJournal,
  wordPress,
  word,
  notion,
  daylio,
  jrnl,
  gridDiary,
  fiveMinuteJournal,
  momento,
  prayerTable,
  webPage,
  dayHeadings,
  markdownNotes,
];

const ENDINGS = new Set(IMPORT_FORMATS.flatMap(({ endings }) => endings));

/** Matches files of an archive that a format may read, by their ending. */
export function isImportable(name: string): boolean {
  const [, ending = ""] = /\.([^./]*)$/.exec(name) ?? [];
  return ENDINGS.has(ending.toLowerCase());
}
