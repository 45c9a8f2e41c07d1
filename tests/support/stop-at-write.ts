import mongoose from "mongoose";

/** Every way in which the driver writes; `insertMany` is a `bulkWrite`. */
const WRITES = [
  "insertOne",
  "updateOne",
  "updateMany",
  "replaceOne",
  "deleteOne",
  "deleteMany",
  "findOneAndUpdate",
  "findOneAndReplace",
  "findOneAndDelete",
  "bulkWrite",
] as const;
type Write = (typeof WRITES)[number];
type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

class Stopped extends Error {}

/**
 * As if the process had been killed after `most` writes to the database: nothing after them arrives. Of several writes
 * that are sent together, the first few may. @returns whether the work came to its end within them
 */
export async function stopAfterWrites(most: number, work: () => Promise<unknown>): Promise<boolean> {
  const methods = mongoose.mongo.Collection.prototype as unknown as Record<Write, Method>;
  const originals = new Map(WRITES.map((name) => [name, methods[name]]));
  let left = most;
  let isStopped = false;
  for (const [name, original] of originals) {
    methods[name] = async function (this: unknown, ...args: unknown[]) {
      const together = name === "bulkWrite" ? (args[0] as unknown[]) : null;
      const count = together?.length ?? 1;
      if (count <= left) {
        left -= count;
        return original.apply(this, args);
      }
      isStopped = true;
      const few = together?.slice(0, left) ?? [];
      left = 0;
      if (few.length > 0) await original.apply(this, [few, ...args.slice(1)]);
      throw new Stopped(`stopped after ${most} writes`);
    };
  }
  try {
    await work();
  } catch (error) {
    if (!isStopped) throw error;
  } finally {
    for (const [name, original] of originals) methods[name] = original;
  }
  return !isStopped;
}

type Document = Record<string, unknown>;

/** All that is in the database, to be brought back as often as a test begins again. */
export async function keepDatabase(): Promise<() => Promise<void>> {
  const models = Object.values(mongoose.models);
  const kept = await Promise.all(
    models.map(async ({ collection }) => (await collection.find({}).toArray()) as Document[]),
  );
  return async () => {
    for (const [at, { collection }] of models.entries()) {
      const documents = kept[at] ?? [];
      if (documents.length > 0 || (await collection.findOne({}, { projection: { _id: 1 } })))
        await collection.deleteMany({});
      if (documents.length > 0) await collection.insertMany(documents as never[]);
    }
  };
}
