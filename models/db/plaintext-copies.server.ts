import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "~/platform/env.server";

/** Copies of the database that are not encrypted lie here alone, each in a folder of its own, as long as they are needed. */
const folder = () => path.join(env.DATA_DIR, "unencrypted");
/** What earlier versions left beside the backups when they were killed. */
const EARLIER = /\.backup\.tmp(-\w+)?$/;

/** Gives `work` a private folder that is gone afterwards, also when this process is killed: see `removePlaintextCopies`. */
export async function withPlaintextFolder<T>(work: (place: string) => Promise<T>): Promise<T> {
  const { withPrivateFolder } = await import("embedded-mongodb");
  return withPrivateFolder(folder(), work);
}

/** Removes the copies whose process was killed. What a living one still needs stays. */
export async function removePlaintextCopies(): Promise<void> {
  const { removeAbandoned } = await import("embedded-mongodb");
  await removeAbandoned(folder());
  const backups = path.join(env.DATA_DIR, "backups");
  for (const name of await readdir(backups).catch(() => []))
    if (EARLIER.test(name)) await rm(path.join(backups, name), { force: true });
}

/**
 * Removes the databases that a restore or an upgrade has replaced, which are kept until a server has started with the new
 * one: all but that which this start itself has put aside.
 */
export async function removeReplacedDatabases(putAside?: string): Promise<void> {
  const { removeReplaced } = await import("embedded-mongodb");
  removeReplaced(env.DATA_DIR, putAside);
}
