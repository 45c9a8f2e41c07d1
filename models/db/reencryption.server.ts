import type { Model } from "mongoose";

type SealedRecord = { _id: string; userId: number; sealed: Buffer | null };

/** The update of a record. The write requires `expected`, field values besides `sealed`, to be unchanged. */
export type Reencrypted<R> = { set: Partial<R>; expected?: Partial<R> } | null;

/** The re-encryption of one collection with another key, in batches. */
export type Reencryption<Owner extends { id: number }> = {
  kind: string;
  /** The ids of a user's records, in processing order. */
  ids: (owner: Owner) => Promise<string[]>;
  /** @returns the number of records written */
  reencrypt: (owner: Owner, ids: readonly string[]) => Promise<number>;
};

/**
 * Declares the re-encryption of a collection. `change` returns the update of a record, or null to leave it. The write
 * compares the old ciphertext (compare-and-set), so a record saved concurrently stays as saved.
 */
export function reencryption<R extends SealedRecord, Owner extends { id: number }>(
  model: Model<R>,
  change: (owner: Owner) => (record: R) => Reencrypted<R>,
  projection: Record<string, 0> = {},
): Reencryption<Owner> {
  const { collection } = model;
  return {
    kind: collection.collectionName,
    ids: async ({ id: userId }) => {
      const records = await collection.find({ userId }, { projection: { _id: 1 } }).toArray();
      return records.map(({ _id }) => String(_id)).sort();
    },
    reencrypt: async (owner, ids) => {
      const changeRecord = change(owner);
      const batch = { _id: { $in: ids }, userId: owner.id };
      const records = await collection.find(batch as object, { projection }).toArray();
      const writes = (records as unknown as R[]).flatMap((record) => {
        const next = changeRecord(record);
        if (!next) return [];
        const { _id, userId, sealed } = record;
        const filter = { _id, userId, sealed, ...next.expected };
        return [{ updateOne: { filter, update: { $set: next.set } } }];
      });
      if (writes.length === 0) return 0;
      const result = await collection.bulkWrite(writes as never[], { ordered: false });
      return result.modifiedCount;
    },
  };
}
