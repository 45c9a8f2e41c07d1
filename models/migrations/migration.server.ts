import mongoose from "mongoose";

type Db = mongoose.mongo.Db;

/**
 * What lifts one thing that earlier versions stored to the shape of today. Its `name` is recorded when it is through, so
 * neither is ever changed. `run` looks for what has not been lifted yet: cut off anywhere, it begins again and finds the rest.
 */
export type Migration = { name: string; run: (db: Db) => Promise<void> };

type Raw = Record<string, unknown>;
const BATCH = 500;

/** Updates the records that `filter` finds, in batches; an updated record must no longer match the filter. */
export async function inBatches(
  collection: mongoose.mongo.Collection,
  filter: Raw,
  update: (record: Raw) => Record<string, Raw> | Promise<Record<string, Raw>>,
): Promise<void> {
  for (;;) {
    const found = await collection.find(filter).limit(BATCH).toArray();
    if (found.length === 0) return;
    const writes = [];
    for (const record of found)
      writes.push({ updateOne: { filter: { _id: record._id, ...filter }, update: await update(record) } });
    await collection.bulkWrite(writes, { ordered: false });
  }
}

/** Gives records without a field the value that it begins with. */
export async function complete(collection: mongoose.mongo.Collection, values: Raw): Promise<void> {
  for (const [field, value] of Object.entries(values))
    await collection.updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}

/** Neither a collection nor an index that is not there is a failure: NamespaceNotFound and IndexNotFound. */
export function notThere(error: unknown): void {
  const code = error instanceof mongoose.mongo.MongoServerError ? error.code : undefined;
  if (code !== 26 && code !== 27) throw error;
}
