import { storedBytes } from "#models/db/stored-bytes.server";
import type { PrayerRecord } from "#models/prayer.server";
import { wordsIn } from "~/i18n/words";
import type { Member } from "~/domain/member/member";
import { DecryptionError, blindIndex, deriveKey, open, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import type { Intention, IntentionText } from "./intention";

/** The one place where intentions meet the person's key: each purpose has a key of its own. */
export type PrayerKeys = { text: Buffer; search: Buffer; turn: Buffer };

export function prayerKeys(member: Member): PrayerKeys {
  const key = member.journalKey();
  return {
    text: deriveKey(key, "prayers"),
    search: deriveKey(key, "prayers-search"),
    turn: deriveKey(key, "prayers-turn"),
  };
}

/** Under which a person's intention is stored. The id that they see is a part of it. */
export const recordId = (userId: number, id: string) => `${userId}.${id}`;
export const idOf = (record: Pick<PrayerRecord, "_id">) => record._id.slice(record._id.indexOf(".") + 1);
export const isPrayerId = (id: string) => /^[\w-]{1,64}$/.test(id);

/** Layout 1 of the sealed text; the id ties it to its record, so that two records cannot be exchanged. */
const placeOf = (_id: string) => `prayers|${_id}|text|1`;

export function sealText(keys: PrayerKeys, _id: string, text: IntentionText): Buffer {
  return seal(keys.text, JSON.stringify(text), placeOf(_id));
}

/** Fingerprints of the words of an intention under the person's own key, cut to 64 bits. */
export function textMarks(keys: PrayerKeys, { name, line, came }: IntentionText): string[] {
  return marksOfWords(keys, wordsIn([name, line, came].join("\n")));
}

export function marksOfWords(keys: PrayerKeys, words: readonly string[]): string[] {
  return [...new Set(words)].map((word) => blindIndex(keys.search, word));
}

/** A record as it is read: fingerprints stay in the database. */
export type StoredIntention = Omit<PrayerRecord, "words">;

/** A record as its writer sees it; null where it does not open, and a word to the operator. */
export function intentionFrom(keys: PrayerKeys, record: StoredIntention): Intention | null {
  try {
    const plain = open(keys.text, storedBytes(record.sealed), placeOf(record._id)).toString("utf8");
    const { name, line, rhythm, came } = JSON.parse(plain) as IntentionText;
    const { state, since, laidOn, shared, createdAt, updatedAt, version } = record;
    const said = { name, line, rhythm, came };
    return { id: idOf(record), ...said, state, since, laidOn, shared, createdAt, updatedAt, version };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("prayers.unreadable", error);
    return null;
  }
}
