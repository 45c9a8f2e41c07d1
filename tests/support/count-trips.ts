import mongoose from "mongoose";

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
export const operationsOf = async (run: () => Promise<unknown>) => (await tripsOf(run)).flat();
