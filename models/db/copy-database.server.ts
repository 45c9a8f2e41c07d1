import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import mongoose from "mongoose";
import { env } from "~/platform/env.server";
import { DECLARATIONS } from "./define-model.server";

type Db = mongoose.mongo.Db;
type RawDocument = mongoose.mongo.Document & { _id: unknown };

const BATCH_SIZE = 500;
/** The collection that marks the target of an unfinished copy: only such a copy may write to a target with documents. */
const MARKER = "copyInProgress";

export class CopyRefusedError extends Error {
  override name = "CopyRefusedError";
}

export type CopyReport = { collections: { name: string; documents: number }[] };

/** Collections that are not copied. */
const INTERNAL_COLLECTIONS = [MARKER, DECLARATIONS];

const collectionNames = async (db: Db) =>
  (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !INTERNAL_COLLECTIONS.includes(name) && !name.startsWith("system."))
    .sort();

/** At the end, compares the copy with the source, so that moving a database loses nothing. */
const VERIFY_LIVE = "live";
/** Compares the copy with the documents read, for a source with concurrent writes. */
export const VERIFY_SNAPSHOT = "snapshot";

/**
 * Copies a database into another through the driver, between any engines. An interrupted copy resumes where it stopped. At
 * the end the counts and a checksum over all documents are compared.
 * @throws CopyRefusedError if the target contains documents of anything but an unfinished copy, or if the copy differs
 */
export async function copyDatabase(
  source: Db,
  target: Db,
  verify: typeof VERIFY_LIVE | typeof VERIFY_SNAPSHOT = VERIFY_LIVE,
): Promise<CopyReport> {
  const resumed = (await target.collection(MARKER).countDocuments({})) > 0;
  if (!resumed) await refuseUnlessEmpty(target);
  await target
    .collection(MARKER)
    .updateOne({ name: "copy" }, { $set: { startedAt: new Date() } }, { upsert: true });
  const report: CopyReport = { collections: [] };
  for (const name of await collectionNames(source)) {
    const read = await copyCollection(source, target, name);
    const from = verify === VERIFY_LIVE ? await fingerprint(source, name) : read;
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
  for (const name of await collectionNames(target))
    if (await target.collection(name).findOne({}, { projection: { _id: 1 } })) throw notEmpty(name);
}

/** Requires a target with these counts to be empty or to contain an unfinished copy. @throws CopyRefusedError */
export function requireEmpty(counts: Map<string, number>): void {
  if (counts.get(MARKER)) return;
  for (const [name, count] of counts)
    if (count > 0 && !INTERNAL_COLLECTIONS.includes(name)) throw notEmpty(name);
}

/** Whether an unfinished copy marks the database. */
const isUnfinished = async (db: Db): Promise<boolean> => (await db.collection(MARKER).findOne({})) !== null;

/** Empties a database that contains an unfinished copy. */
export async function removeUnfinishedCopy(db: Db): Promise<void> {
  if (!(await isUnfinished(db))) return;
  for (const name of await collectionNames(db)) await db.collection(name).deleteMany({});
  await clearCopyMarker(db);
}

/** Removes the marker from a restored dump, which is complete even if a copy was filling its source at the time. */
export async function clearCopyMarker(db: Db): Promise<void> {
  await db.collection(MARKER).drop();
}

/** Requires that no copy into this database is unfinished. @throws CopyRefusedError */
export async function requireCompleteCopy(db: Db): Promise<void> {
  if (await isUnfinished(db))
    throw new CopyRefusedError(
      "This database holds a copy that is not finished. Run the command that was interrupted again, restore or db:move.",
    );
}

/** The number of documents in each collection. */
export async function countAll(db: Db): Promise<CopyReport> {
  const report: CopyReport = { collections: [] };
  for (const name of await collectionNames(db))
    report.collections.push({ name, documents: await db.collection(name).countDocuments({}) });
  return report;
}

type Fingerprint = { documents: number; hash: string };

/** @returns count and hash of the documents read: the whole collection unless the copy was resumed */
async function copyCollection(source: Db, target: Db, name: string): Promise<Fingerprint> {
  const [from, to] = [source.collection<RawDocument>(name), target.collection<RawDocument>(name)];
  for (const { key, name: indexName, v: _v, ns: _ns, ...options } of await from.indexes()) {
    if (indexName !== "_id_") await to.createIndex(key, { name: indexName, ...options });
  }
  // Documents are copied in the order of `_id`, so the copy resumes after the greatest one in the target.
  const last = await to.find().sort({ _id: -1 }).limit(1).next();
  const rest = from.find(last ? { _id: { $gt: last._id } } : {}, { raw: true }).sort({ _id: 1 });
  const hash = createHash("sha256");
  let documents = 0;
  let batch: RawDocument[] = [];
  for await (const raw of rest as AsyncIterable<unknown> as AsyncIterable<Uint8Array>) {
    hash.update(raw);
    documents += 1;
    batch.push(mongoose.mongo.BSON.deserialize(raw, { promoteValues: false }) as RawDocument);
    if (batch.length === BATCH_SIZE) {
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

/** The folder of all unencrypted copies of the database; each has a subfolder of its own for a short time. */
const plaintextFolder = () => path.join(env.DATA_DIR, "unencrypted");
/** Names of the unencrypted copies that earlier versions left behind when they were killed. */
const EARLIER_FILE = /\.backup\.tmp(-\w+)?$/;

/**
 * Runs `work` with a private folder and then removes the folder. If this process is killed, `removePlaintextCopies` removes
 * it.
 */
export async function withPlaintextFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { withPrivateFolder } = await import("embedded-mongodb");
  return withPrivateFolder(plaintextFolder(), work);
}

/** Removes the copies of killed processes; copies of running processes stay. */
export async function removePlaintextCopies(): Promise<void> {
  const { removeAbandoned } = await import("embedded-mongodb");
  await removeAbandoned(plaintextFolder());
  const backups = path.join(env.DATA_DIR, "backups");
  for (const name of await readdir(backups).catch(() => []))
    if (EARLIER_FILE.test(name)) await rm(path.join(backups, name), { force: true });
}

/**
 * Removes the databases replaced by a restore or upgrade, except `keep`, the one that this start has replaced. They are kept
 * until a server has started with the new database.
 */
export async function removeReplacedDatabases(keep?: string): Promise<void> {
  const { removeReplaced } = await import("embedded-mongodb");
  removeReplaced(env.DATA_DIR, keep);
}
