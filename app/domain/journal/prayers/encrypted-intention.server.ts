import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { PrayerRotationModel } from "#models/prayer-rotation.server";
import { PrayerModel, type PrayerRecord } from "#models/prayer.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  openWithDerivedKey,
  reencryptIfOld,
  type DerivedKey,
} from "~/domain/member/member-keys.server";
import { t } from "~/i18n/t";
import { OUTDATED_WORDS_VERSIONS, tokenize, WORDS_VERSION } from "~/i18n/tokenizer";
import { createYielder } from "~/platform/concurrency.server";
import { blindIndex, DecryptionError, isSealedValue, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import type { Intention, IntentionText } from "./intention";

/** The one place where intentions meet the person's key: each purpose has a key of its own. */
export type PrayerKeys = { text: DerivedKey; search: DerivedKey; turn: DerivedKey };

export const prayerKeys = (member: Member): PrayerKeys => new KeysOfRequest(member);

/** V8 keeps what an accessor of an object literal can reach until its next full collection; what a class holds goes at once. */
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

/** The key that a person's intention is stored under. The id that they see is a part of it. */
export const intentionRecordId = (userId: number, id: string) => `${userId}.${id}`;
export const intentionIdOf = (record: Pick<PrayerRecord, "_id">) =>
  record._id.slice(record._id.indexOf(".") + 1);
export const isPrayerId = (id: string) => /^[\w-]{1,64}$/.test(id);

/** Layout 1 of the sealed text; the id ties it to its record, so that two records cannot be exchanged. */
const associatedDataOf = (_id: string) => `prayers|${_id}|text|1`;

export function sealIntentionText(keys: PrayerKeys, _id: string, text: IntentionText): Buffer {
  return seal(keys.text.now, JSON.stringify(text), associatedDataOf(_id));
}

/** Fingerprints of the words of an intention under the person's own key, cut to 64 bits. */
export function textTerms(keys: PrayerKeys, { name, line, came }: IntentionText): string[] {
  return marksOfWords(keys, tokenize([name, line, came].join("\n")));
}

function marksOfWords(keys: PrayerKeys, words: readonly string[]): string[] {
  return [...new Set(words)].map((word) => blindIndex(keys.search.now, word));
}

/** Finds the records that have all these words, by both keys while a move from one to the other lasts. */
export function wordFilter(keys: PrayerKeys, words: readonly string[]) {
  const { earlier } = keys.search;
  const marks = marksOfWords(keys, words);
  if (!earlier) return { words: { $all: marks } };
  const before = [...new Set(words)].map((word) => blindIndex(earlier, word));
  return { $and: marks.map((mark, at) => ({ words: { $in: [mark, before[at] ?? mark] } })) };
}

/** A record as it is read: fingerprints stay in the database. */
export type StoredIntention = Omit<PrayerRecord, "words" | "wordsVersion">;

/** A record as its writer sees it; null, with a log line for the operator, if it does not open. */
export function intentionFrom(keys: PrayerKeys, record: StoredIntention): Intention | null {
  try {
    const plain = openWithDerivedKey(
      keys.text,
      storedBytes(record.sealed),
      associatedDataOf(record._id),
    ).toString("utf8");
    const { name, line, rhythm, came } = JSON.parse(plain) as IntentionText;
    const { state, since, laidOn, shared, createdAt, updatedAt, version } = record;
    const said = { name, line, rhythm, came };
    return {
      id: intentionIdOf(record),
      ...said,
      state,
      since,
      laidOn,
      shared,
      createdAt,
      updatedAt,
      version,
    };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("prayers.unreadable", error);
    return null;
  }
}

/** Re-encrypts intentions with their person's new key, with the fingerprints of their words. */
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

const BATCH = 100;

/**
 * Indexes a member's intentions with the current tokeniser, a batch at a time, while `goesOn` allows.
 * @returns whether all of them are
 */
export async function reindexIntentions(member: Member, goesOn: () => Promise<boolean>): Promise<boolean> {
  const keys = prayerKeys(member);
  const pause = createYielder();
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

/** Whether everything that people carry in prayer is sealed. Opens nothing: the format of a value shows it. */
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
