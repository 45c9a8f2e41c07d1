import mongoose from "mongoose";
import { embeddedEngine } from "#models/db/connection.server";

/**
 * The database operations during `run`, grouped by round trip: operations issued in one tick are one trip. `of` limits them to
 * one collection, because jobs may run during a long operation.
 */
export async function tripsOf(run: () => Promise<unknown>, of?: string): Promise<string[][]> {
  const trips: string[][] = [];
  let open = false;
  mongoose.set("debug", (collection: string, method: string) => {
    if (of !== undefined && collection !== of) return;
    if (!open) {
      trips.push([]);
      open = true;
      setImmediate(() => (open = false));
    }
    trips.at(-1)?.push(method);
  });
  await run().finally(() => mongoose.set("debug", false));
  return trips;
}

const changes = () =>
  Object.values(mongoose.models).map(
    ({ collection }) => embeddedEngine()?.changes(collection.collectionName) ?? 0,
  );

/** Commits of the embedded database during `run`; 0 with a MongoDB server. */
export async function commitsOf(run: () => Promise<unknown>): Promise<number> {
  const before = changes();
  await run();
  return changes().reduce((sum, count, at) => sum + count - (before[at] ?? 0), 0);
}

export const operationsOf = async (run: () => Promise<unknown>, of?: string) =>
  (await tripsOf(run, of)).flat();
