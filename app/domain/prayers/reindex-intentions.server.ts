import { PrayerModel } from "#models/prayer.server";
import type { Member } from "~/domain/member/member";
import { OUTDATED_WORDS_VERSIONS, WORDS_VERSION } from "~/i18n/words";
import { pauses } from "~/platform/yielding.server";
import { intentionFrom, prayerKeys, textTerms } from "./sealed-intention.server";

const BATCH = 100;

/**
 * Indexes a member's intentions with the current tokeniser, a batch at a time, while `goesOn` allows.
 * @returns whether all of them are
 */
export async function reindexIntentions(member: Member, goesOn: () => Promise<boolean>): Promise<boolean> {
  const keys = prayerKeys(member);
  const pause = pauses();
  while (await goesOn()) {
    const records = await PrayerModel.find(
      { userId: member.id, wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } },
      { words: 0 },
    )
      .limit(BATCH)
      .lean();
    if (records.length === 0) return true;
    const writes = [];
    for (const record of records) {
      await pause();
      const { _id, userId, version } = record;
      const intention = intentionFrom(keys, record);
      // An unreadable intention cannot be found, and is not tried again.
      const words = intention && { words: textTerms(keys, intention) };
      // A save since then has stored terms of its own.
      const filter = { _id, userId, version };
      writes.push({
        updateOne: { filter, update: { $set: { ...words, wordsVersion: WORDS_VERSION } } },
      });
    }
    await PrayerModel.bulkWrite(writes, { ordered: false });
  }
  return false;
}
