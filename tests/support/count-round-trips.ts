import mongoose from "mongoose";
import { embeddedEngine } from "#models/db/connection.server";

/**
 * The operations that are sent to the database while `run` runs; what is sent in one turn is one round trip. With `of` those of
 * one collection alone: what takes a while may have a job of the house beside it.
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

/** What the embedded database has committed while `run` ran, counted by itself; of a server elsewhere it is 0. */
export async function commitsOf(run: () => Promise<unknown>): Promise<number> {
  const before = changes();
  await run();
  return changes().reduce((sum, count, at) => sum + count - (before[at] ?? 0), 0);
}

export const operationsOf = async (run: () => Promise<unknown>, of?: string) =>
  (await tripsOf(run, of)).flat();
