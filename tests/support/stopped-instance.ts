import mongoose from "mongoose";
import { connect, disconnect } from "#models/db/connection.server";
import { env } from "~/platform/env.server";
import { moveDatabase, restore } from "../../scripts/commands/backup";

/** Does what is refused beside a process that has the embedded database open, as this one has. */
export async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  if (env.MONGODB_URI) return work();
  await disconnect();
  try {
    return await work();
  } finally {
    await connect();
  }
}

/** A MongoDB server is restored into an empty database. */
export async function emptyElsewhere(): Promise<void> {
  if (!env.MONGODB_URI) return;
  for (const { collection } of Object.values(mongoose.models)) await collection.deleteMany({});
}

/** Restores a backup into the test's database: a stopped instance, or an empty MongoDB database. */
export async function restoreBackup(file: string): Promise<string> {
  await emptyElsewhere();
  return whileStopped(() => restore([file], () => undefined));
}

/** Copies what is at `uri` into the database of the test, which must be empty. */
export const moveToEmbedded = (uri: string): Promise<string> =>
  whileStopped(() => moveDatabase([uri, "--back"]));
