import type { Model } from "mongoose";

/** A record with something sealed with a key of its person's. */
type SealedRecord = { _id: string; userId: number; sealed: Buffer | null };

/** What a record becomes, and what must not have changed in it meanwhile beside the sealed value. */
export type Reencrypted<R> = { set: Partial<R>; unless?: Partial<R> } | null;

/** How the records of one collection are sealed again with another key, a few at a time. */
export type Reencryption<Person extends { id: number }> = {
  kind: string;
  /** Every record of a person's, in the order of the work. */
  ids: (person: Person) => Promise<string[]>;
  /** @returns how many were written again */
  reseal: (person: Person, ids: readonly string[]) => Promise<number>;
};

/**
 * `change` says what a record becomes; null for one that stays. A record that is saved meanwhile is left as that save
 * made it.
 */
export function reencryption<R extends SealedRecord, Person extends { id: number }>(
  model: Model<R>,
  change: (person: Person) => (record: R) => Reencrypted<R>,
  projection: Record<string, 0> = {},
): Reencryption<Person> {
  const { collection } = model;
  return {
    kind: collection.collectionName,
    ids: async ({ id: userId }) => {
      const found = await collection.find({ userId }, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => String(_id)).sort();
    },
    reseal: async (person, ids) => {
      const changed = change(person);
      const mine = { _id: { $in: ids }, userId: person.id };
      const records = await collection.find(mine as object, { projection }).toArray();
      const writes = (records as unknown as R[]).flatMap((record) => {
        const next = changed(record);
        if (!next) return [];
        const { _id, userId, sealed } = record;
        const filter = { _id, userId, sealed, ...next.unless };
        return [{ updateOne: { filter, update: { $set: next.set } } }];
      });
      if (writes.length === 0) return 0;
      const result = await collection.bulkWrite(writes as never[], { ordered: false });
      return result.modifiedCount;
    },
  };
}
