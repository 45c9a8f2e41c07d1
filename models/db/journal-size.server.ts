import { CoachMessageModel } from "#models/coaches.server";
import { InsightModel } from "#models/insight.server";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { PrayerModel } from "#models/prayers.server";
import { OwnPromptModel } from "#models/prompts.server";
import { storedBytes } from "./queries.server";

/** Bytes of a record apart from its text: id, dates and index entries. */
const RECORD_OVERHEAD = 512;
/** Bytes of a blind-index term and its index entry. */
const TERM_BYTES = 48;
const BATCH_SIZE = 100;

const COUNTED_MODELS = [
  JournalEntryModel,
  EntryVersionModel,
  // A picture's `bytes` include its chunks, so their collection is not read.
  PictureModel,
  PrayerModel,
  CoachMessageModel,
  OwnPromptModel,
  InsightModel,
];

export type SizedRecord = { sealed?: unknown; words?: readonly unknown[] | null; bytes?: number };

export function recordSize({ sealed, words, bytes = 0 }: SizedRecord): number {
  return (
    RECORD_OVERHEAD + bytes + (sealed ? storedBytes(sealed).length : 0) + TERM_BYTES * (words?.length ?? 0)
  );
}

/** The approximate size of a user's journal in bytes. Reads all of it in batches. */
export async function countJournalBytes(userId: number): Promise<number> {
  let bytes = 0;
  for (const { collection } of COUNTED_MODELS) {
    const records = collection.find({ userId }, { projection: { _id: 0, sealed: 1, words: 1, bytes: 1 } });
    for await (const record of records.batchSize(BATCH_SIZE)) bytes += recordSize(record as SizedRecord);
  }
  return bytes;
}
