import { CoachMessageModel } from "#models/coach-message.server";
import { EntryVersionModel } from "#models/entry-version.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OwnPromptModel } from "#models/own-prompt.server";
import { PictureModel } from "#models/picture.server";
import { PrayerModel } from "#models/prayer.server";
import { storedBytes } from "./queries.server";

/** What a record takes beside its text: its id, its dates and its lines in the indexes. */
const BESIDE = 512;
/** A word that can be searched for: its fingerprint, and its line in an index. */
const WORD = 48;
const TOGETHER = 100;

/** What a person writes, and what is made of it for them. */
const JOURNAL = [
  JournalEntryModel,
  EntryVersionModel,
  // What its pieces take, a picture says itself.
  PictureModel,
  PrayerModel,
  CoachMessageModel,
  OwnPromptModel,
  InsightModel,
];

export type SizedRecord = { sealed?: unknown; words?: readonly unknown[] | null; bytes?: number };

/** How many bytes a record takes, about. */
export function recordSize({ sealed, words, bytes = 0 }: SizedRecord): number {
  return BESIDE + bytes + (sealed ? storedBytes(sealed).length : 0) + WORD * (words?.length ?? 0);
}

/** How many bytes everything takes that a person has written: reads all of it, a few records at a time. */
export async function countJournalBytes(userId: number): Promise<number> {
  let bytes = 0;
  for (const { collection } of JOURNAL) {
    const records = collection.find({ userId }, { projection: { _id: 0, sealed: 1, words: 1, bytes: 1 } });
    for await (const record of records.batchSize(TOGETHER)) bytes += recordSize(record as SizedRecord);
  }
  return bytes;
}
