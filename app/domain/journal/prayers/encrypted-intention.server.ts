import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { PrayerModel, PrayerRotationModel, type PrayerRecord } from "#models/prayers.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  readSealedText,
  reencryptIfOld,
  type DerivedKey,
} from "~/domain/member/member-keys.server";
import { t } from "~/i18n/t";
import { OUTDATED_WORDS_VERSIONS, tokenize, WORDS_VERSION } from "~/i18n/tokenizer";
import { createYielder } from "~/platform/concurrency.server";
import { blindIndex, isSealedValue, seal } from "~/platform/encryption.server";
import type { Intention, IntentionText } from "./intention";

/** The keys of a member's intentions, one per purpose: text, word terms and rotation. */
export type PrayerKeys = { text: DerivedKey; search: DerivedKey; turn: DerivedKey };

export const prayerKeys = (member: Member): PrayerKeys => new KeysOfRequest(member);

/**
 * A class, because the accessors of an object literal would keep all that they capture in memory until the next full
 * garbage collection.
 */
class KeysOfRequest implements PrayerKeys {
  readonly text: DerivedKey;
  readonly #member: Member;

  constructor(member: Member) {
    this.text = deriveMemberKey(member, "prayers");
    this.#member = member;
  }

  get search() {
    return deriveMemberKey(this.#member, "prayers-search");
  }

  get turn() {
    return deriveMemberKey(this.#member, "prayers-turn");
  }
}

/** The `_id` of an intention's record: the user id and the id that pages use. */
export const intentionRecordId = (userId: number, id: string) => `${userId}.${id}`;
export const intentionIdOf = (record: Pick<PrayerRecord, "_id">) =>
  record._id.slice(record._id.indexOf(".") + 1);
export const isPrayerId = (id: string) => /^[\w-]{1,64}$/.test(id);

/** Associated data of the text, layout 1. The id binds it to its record, so that two records cannot be exchanged. */
const associatedDataOf = (_id: string) => `prayers|${_id}|text|1`;

export function sealIntentionText(keys: PrayerKeys, _id: string, text: IntentionText): Buffer {
  return seal(keys.text.now, JSON.stringify(text), associatedDataOf(_id));
}

/** Blind-index terms of an intention's words under the member's search key, cut to 64 bits. */
export function textTerms(keys: PrayerKeys, { name, line, came }: IntentionText): string[] {
  return termsWithKey(keys.search.now, tokenize([name, line, came].join("\n")));
}

const termsWithKey = (key: Buffer, words: readonly string[]) =>
  [...new Set(words)].map((word) => blindIndex(key, word));

/** Matches records with all these words; during a re-encryption, with the terms of either key. */
export function wordFilter({ search }: PrayerKeys, words: readonly string[]) {
  const terms = termsWithKey(search.now, words);
  if (!search.earlier) return { words: { $all: terms } };
  const earlier = termsWithKey(search.earlier, words);
  return { $and: terms.map((term, at) => ({ words: { $in: [term, earlier[at] ?? term] } })) };
}

/** A record without its terms, which stay in the database. */
export type StoredIntention = Omit<PrayerRecord, "words" | "wordsVersion">;

/** Decrypts an intention; logs and returns null if it is unreadable. */
export function intentionFrom(keys: PrayerKeys, record: StoredIntention): Intention | null {
  const plain = readSealedText(keys.text, record.sealed, associatedDataOf(record._id), "prayers.unreadable");
  if (plain === null) return null;
  const { name, line, rhythm, came } = JSON.parse(plain) as IntentionText;
  const { state, since, laidOn, shared, createdAt, updatedAt, version } = record;
  const text = { name, line, rhythm, came };
  return { id: intentionIdOf(record), ...text, state, since, laidOn, shared, createdAt, updatedAt, version };
}

/** Re-encrypts intentions with the member's new key and computes their terms again. */
export const reencryptIntentions = reencryption(
  PrayerModel,
  (member: Member) => {
    const keys = prayerKeys(member);
    return (record) => {
      const sealed = reencryptIfOld(keys.text, record.sealed, associatedDataOf(record._id));
      const intention = sealed && intentionFrom(keys, { ...record, sealed });
      return intention && { set: { sealed, words: textTerms(keys, intention), wordsVersion: WORDS_VERSION } };
    };
  },
  { words: 0 },
);

const BATCH_SIZE = 100;

/**
 * Indexes a member's intentions with the current tokeniser, batch by batch, as long as `mayContinue` allows.
 * @returns whether all are indexed
 */
export async function reindexIntentions(
  member: Member,
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  const keys = prayerKeys(member);
  const pause = createYielder();
  while (await mayContinue()) {
    const records = await PrayerModel.find(
      { userId: member.id, wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } },
      { words: 0 },
    )
      .limit(BATCH_SIZE)
      .lean();
    if (records.length === 0) return true;
    const writes = [];
    for (const record of records) {
      await pause();
      const { _id, userId, version } = record;
      const intention = intentionFrom(keys, record);
      // An unreadable intention has no words, and is marked as indexed so that it is not tried again.
      const words = intention && { words: textTerms(keys, intention) };
      // Skips an intention saved since it was read: that save has stored its terms.
      const filter = { _id, userId, version };
      writes.push({
        updateOne: { filter, update: { $set: { ...words, wordsVersion: WORDS_VERSION } } },
      });
    }
    await PrayerModel.bulkWrite(writes, { ordered: false });
  }
  return false;
}

/** Checks that all intentions and rotations are encrypted, by the format of their values and without decrypting them. */
export async function checkIntentionsEncrypted(
  signal?: AbortSignal,
): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  for await (const { _id, sealed } of sealedRecords()) {
    if (signal?.aborted) break;
    count += 1;
    if (!isSealedValue(storedBytes(sealed)))
      problems.push(t("The record {_id} of what is held in prayer is not encrypted.", { _id }));
  }
  return { count, problems };
}

async function* sealedRecords() {
  const only = { sealed: 1 } as const;
  yield* PrayerModel.find({}).select(only).lean().cursor({ batchSize: 200 });
  yield* PrayerRotationModel.find({}).select(only).lean().cursor({ batchSize: 20 });
}
