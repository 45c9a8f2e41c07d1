import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import mongoose from "mongoose";
import { env } from "~/platform/env.server";
import { DECLARATIONS } from "./define-model.server";

/**
 * Copies one database into another through the driver, between any engines. Copying resumes where an interrupted
 * copy stopped; at the end the counts and a checksum over every document are compared.
 */
type Db = mongoose.mongo.Db;
type RawDocument = mongoose.mongo.Document & { _id: unknown };

const BATCH = 500;
/** In the target while a copy is under way: an unfinished copy may resume, anything else there is not ours to touch. */
const MARKER = "copyInProgress";

export class CopyRefusedError extends Error {
  override name = "CopyRefusedError";
}

export type CopyReport = { collections: { name: string; documents: number }[] };

/** Neither data: what a copy marks, and what a database knows of its own indexes. */
const OF_ONE_DATABASE = [MARKER, DECLARATIONS];

const named = async (db: Db) =>
  (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !OF_ONE_DATABASE.includes(name) && !name.startsWith("system."))
    .sort();

/** Compares the copy with what the source holds at the end, so that nobody who moves house leaves anything behind. */
export const VERIFY_LIVE = "as it is now";
/** Compares it with what was read, for a source that people go on writing to. */
export const VERIFY_SNAPSHOT = "as it was read";

/** @throws CopyRefusedError when the target holds anything that is not our own unfinished copy, or when the results differ */
export async function copyDatabase(
  source: Db,
  target: Db,
  compared: typeof VERIFY_LIVE | typeof VERIFY_SNAPSHOT = VERIFY_LIVE,
): Promise<CopyReport> {
  const resumed = (await target.collection(MARKER).countDocuments({})) > 0;
  if (!resumed) await refuseUnlessEmpty(target);
  await target
    .collection(MARKER)
    .updateOne({ name: "copy" }, { $set: { startedAt: new Date() } }, { upsert: true });
  const report: CopyReport = { collections: [] };
  for (const name of await named(source)) {
    const read = await copyCollection(source, target, name);
    const from = compared === VERIFY_LIVE ? await fingerprint(source, name) : read;
    const to = await fingerprint(target, name);
    if (from.documents !== to.documents || from.hash !== to.hash) {
      throw new CopyRefusedError(
        `The copy of "${name}" differs (${from.documents} documents there, ${to.documents} here). Please see that nobody writes to either and run the command again.`,
      );
    }
    report.collections.push({ name, documents: to.documents });
  }
  await target.collection(MARKER).drop();
  return report;
}

const notEmpty = (name: string) =>
  new CopyRefusedError(
    `The target is not empty: it has documents in "${name}". Nothing was changed; choose an empty one.`,
  );

async function refuseUnlessEmpty(target: Db): Promise<void> {
  for (const name of await named(target))
    if (await target.collection(name).findOne({}, { projection: { _id: 1 } })) throw notEmpty(name);
}

/** The same for a target that is not open, from its counts alone. @throws CopyRefusedError */
export function requireEmpty(counts: Map<string, number>): void {
  if (counts.get(MARKER)) return;
  for (const [name, count] of counts) if (count > 0 && !OF_ONE_DATABASE.includes(name)) throw notEmpty(name);
}

/** Whether a copy into the database began and did not come to its end. */
const isUnfinished = async (db: Db): Promise<boolean> => (await db.collection(MARKER).findOne({})) !== null;

/** Empties a database that holds nothing but an unfinished copy. */
export async function removeUnfinishedCopy(db: Db): Promise<void> {
  if (!(await isUnfinished(db))) return;
  for (const name of await named(db)) await db.collection(name).deleteMany({});
  await clearCopyMarker(db);
}

/** A database that is whole may have been copied from one that was just being filled. */
export async function clearCopyMarker(db: Db): Promise<void> {
  await db.collection(MARKER).drop();
}

/** Nobody is let into half a copy. @throws CopyRefusedError */
export async function requireCompleteCopy(db: Db): Promise<void> {
  if (await isUnfinished(db))
    throw new CopyRefusedError(
      "This database holds a copy that is not finished. Run the command that was interrupted again, restore or db:move.",
    );
}

/** How much a database holds. */
export async function countAll(db: Db): Promise<CopyReport> {
  const report: CopyReport = { collections: [] };
  for (const name of await named(db))
    report.collections.push({ name, documents: await db.collection(name).countDocuments({}) });
  return report;
}

type Fingerprint = { documents: number; hash: string };

/** @returns what it read, which is all of the collection where nothing was resumed */
async function copyCollection(source: Db, target: Db, name: string): Promise<Fingerprint> {
  const [from, to] = [source.collection<RawDocument>(name), target.collection<RawDocument>(name)];
  for (const { key, name: indexName, v: _v, ns: _ns, ...options } of await from.indexes()) {
    if (indexName !== "_id_") await to.createIndex(key, { name: indexName, ...options });
  }
  // Documents go over in the order of their _id, so the greatest one there says where to resume.
  const last = await to.find().sort({ _id: -1 }).limit(1).next();
  const rest = from.find(last ? { _id: { $gt: last._id } } : {}, { raw: true }).sort({ _id: 1 });
  const hash = createHash("sha256");
  let documents = 0;
  let batch: RawDocument[] = [];
  for await (const raw of rest as AsyncIterable<unknown> as AsyncIterable<Uint8Array>) {
    hash.update(raw);
    documents += 1;
    batch.push(mongoose.mongo.BSON.deserialize(raw, { promoteValues: false }) as RawDocument);
    if (batch.length === BATCH) {
      await to.insertMany(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await to.insertMany(batch);
  return { documents, hash: hash.digest("hex") };
}

async function fingerprint(db: Db, name: string): Promise<Fingerprint> {
  const hash = createHash("sha256");
  let documents = 0;
  const cursor = db.collection(name).find({}, { raw: true }).sort({ _id: 1 });
  for await (const raw of cursor) {
    hash.update(raw as unknown as Uint8Array);
    documents += 1;
  }
  return { documents, hash: hash.digest("hex") };
}

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
