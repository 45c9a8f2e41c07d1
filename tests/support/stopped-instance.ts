import mongoose from "mongoose";
import { connect, disconnect } from "#models/db/connection.server";
import { env } from "~/platform/env.server";
import { moveDatabase, restore } from "../../scripts/commands/backup";

/** Runs work that requires the embedded database to be closed, and reopens it afterwards. */
export async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  if (env.MONGODB_URI) return work();
  await disconnect();
  try {
    return await work();
  } finally {
    await connect();
  }
}

/** Empties the database on a MongoDB server, because a restore there requires an empty one. */
async function emptyExternalDatabase(): Promise<void> {
  if (!env.MONGODB_URI) return;
  for (const { collection } of Object.values(mongoose.models)) await collection.deleteMany({});
}

/** Restores a backup into the test's database: a stopped instance, or an empty MongoDB database. */
export async function restoreBackup(
  file: string,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  await emptyExternalDatabase();
  return whileStopped(() => restore([file], say));
}

/** Copies the database at `uri` into the test's database, which must be empty. */
export const moveToEmbedded = (uri: string): Promise<string> =>
  whileStopped(() => moveDatabase([uri, "--back"]));
