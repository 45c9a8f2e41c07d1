import mongoose from "mongoose";
import { embeddedEngine } from "#models/db/connection.server";

/** The operations that are sent to the database while `run` runs; what is sent in one turn is one round trip. */
export async function tripsOf(run: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = [];
  let open = false;
  mongoose.set("debug", (_collection: string, method: string) => {
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

export const operationsOf = async (run: () => Promise<unknown>) => (await tripsOf(run)).flat();
