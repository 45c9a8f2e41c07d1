import type { ImportFormat } from "~/domain/portability/import-format";
import { appleJournal } from "./apple-journal.server";
import { dailyTxt } from "./dailytxt.server";
import { dayOneClassic, dayOneText } from "./day-one-older.server";
import { dayOne } from "./day-one.server";
import { daylio } from "./daylio.server";
import { diarium } from "./diarium.server";
import { diaro } from "./diaro.server";
import { webPage, word } from "./documents.server";
import { evernote } from "./evernote.server";
import { googleKeep } from "./google-keep.server";
import { joplin } from "./joplin.server";
import { journey } from "./journey.server";
import { jrnl } from "./jrnl.server";
import { dayHeadings, markdownNotes, textBundle } from "./markdown.server";
import { memos } from "./memos.server";
import { momento } from "./momento.server";
import { notion } from "./notion.server";
import { orgJournal } from "./org-journal.server";
import { ownJson, ownMarkdown } from "./own-files.server";
import { prayerTable } from "./prayer-table.server";
import { fiveMinuteJournal, gridDiary } from "./question-journals.server";
import { redNotebook } from "./rednotebook.server";
import { standardNotes } from "./standard-notes.server";
import { wordPress } from "./wordpress.server";

/** All formats; the first that recognises a file reads it, so the most particular come first. */
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
