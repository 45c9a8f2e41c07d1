import { AsyncLocalStorage } from "node:async_hooks";
import mongoose from "mongoose";

/** Write methods of the driver; `insertMany` is a `bulkWrite`. */
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

type Around = (
  name: Write,
  args: unknown[],
  write: (args: unknown[]) => Promise<unknown>,
) => Promise<unknown>;

/** Wraps every write of the driver in `around`. @returns a function that restores the driver */
export function aroundWrites(around: Around): () => void {
  const methods = mongoose.mongo.Collection.prototype as unknown as Record<Write, Method>;
  const originals = new Map(WRITES.map((name) => [name, methods[name]]));
  for (const [name, original] of originals)
    methods[name] = function (this: unknown, ...args: unknown[]) {
      return around(name, args, (given) => original.apply(this, given));
    };
  return () => {
    for (const [name, original] of originals) methods[name] = original;
  };
}

class Stopped extends Error {}

/** A simulated process: `left` writes are permitted; after the stop its pending writes are dropped too. */
type Life = { left: number; isStopped: boolean };
const lives = new AsyncLocalStorage<Life>();
let isWatched = false;

function watchWrites(): void {
  if (isWatched) return;
  isWatched = true;
  aroundWrites(async (name, args, write) => {
    const life = lives.getStore();
    if (!life) return write(args);
    const together = name === "bulkWrite" ? (args[0] as unknown[]) : null;
    const count = together?.length ?? 1;
    if (!life.isStopped && count <= life.left) {
      life.left -= count;
      return write(args);
    }
    const few = life.isStopped ? [] : (together?.slice(0, life.left) ?? []);
    life.isStopped = true;
    if (few.length > 0) await write([few, ...args.slice(1)]);
    throw new Stopped("stopped at a write");
  });
}

/**
 * Simulates a process that is killed after `most` writes to the database; later writes are dropped. A bulk write may be
 * applied in part. @returns whether the work completed within these writes
 */
export async function stopAfterWrites(most: number, work: () => Promise<unknown>): Promise<boolean> {
  watchWrites();
  const life: Life = { left: most, isStopped: false };
  try {
    await lives.run(life, work);
  } catch (error) {
    if (!life.isStopped) throw error;
  }
  // Pending writes of a live process continue.
  if (!life.isStopped) life.left = Infinity;
  return !life.isStopped;
}

type Document = Record<string, unknown>;

/** Snapshots the database. @returns a function that restores it */
export async function snapshotDatabase(): Promise<() => Promise<void>> {
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
