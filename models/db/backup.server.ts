import { mkdir } from "node:fs/promises";
import path from "node:path";
import mongoose from "mongoose";
import { AuditEventModel, JobModel } from "#models/operations.server";
import { ApiKeyModel, PendingSignInModel, SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PendingMail } from "#models/user/account.server";
import { env } from "~/platform/env.server";
import { liveDatabase } from "./connection.server";
import {
  clearCopyMarker,
  copyDatabase,
  CopyRefusedError,
  countAll,
  removeUnfinishedCopy,
  requireEmpty,
  VERIFY_SNAPSHOT,
  withPlaintextFolder,
  type CopyReport,
} from "./copy-database.server";
import { isDiskFull } from "./failures.server";

/** The update of a restored user, and the email that announces it. */
export type Reconciled = { set: object; mail?: PendingMail };

/** Computes the update of each restored user. `madeAt` is the time of the backup, null if unknown. */
export type Reconciler = (madeAt: Date | null) => (user: UserRecord) => Reconciled;

/** Records that give access without a password. */
const CREDENTIALS = [SessionModel, PendingSignInModel, ApiKeyModel];

/** Deletes credentials from a restored database and reconciles its users, before anything else opens it. */
async function reconcileRestored(db: Db, reconciler: Reconciler): Promise<void> {
  for (const { collection } of CREDENTIALS) await db.collection(collection.collectionName).deleteMany({});
  const reconcile = reconciler(await latestTime(db));
  const users = db.collection<UserRecord>(UserModel.collection.collectionName);
  for (const _id of await users.distinct("_id")) {
    const user = await users.findOne({ _id });
    if (!user) continue;
    const { set, mail } = reconcile(user);
    await users.updateOne({ _id }, { $set: set, ...(mail && { $push: { pendingMail: mail } }) });
  }
}

/** The latest timestamp in the restored data, used as the time of the backup: jobs write at least once a minute. */
async function latestTime(db: Db): Promise<Date | null> {
  const times = await Promise.all(
    (
      [
        [JobModel, "startedAt"],
        [AuditEventModel, "at"],
      ] as const
    ).map(async ([model, field]) => {
      const documents = db.collection(model.collection.collectionName);
      const last = await documents
        .find()
        .sort({ [field]: -1 })
        .limit(1)
        .next();
      return last?.[field] instanceof Date ? last[field] : null;
    }),
  );
  return times.reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** Serializes part of a record as text with its dates and bytes (BSON, base64). */
export const packRecord = (record: object): string =>
  Buffer.from(mongoose.mongo.BSON.serialize(record)).toString("base64");
export const unpackRecord = (text: string): mongoose.mongo.Document =>
  mongoose.mongo.BSON.deserialize(Buffer.from(text, "base64"));

type Db = mongoose.mongo.Db;
type Engine = { backup(file: string): Promise<void> };

/** The result of replacing the whole database. */
export type ReplaceReport = CopyReport & {
  /** The folder with the replaced database, kept until the next start of the server. */
  kept?: string;
};

const databaseFile = (folder: string) => path.join(folder, "db", "database.sqlite");
const isRemote = () => env.MONGODB_URI !== undefined;

/** Runs `work` with an embedded engine on the database in `folder`, if any. */
async function withEngine<T>(folder: string, work: (db: Db, engine: Engine) => Promise<T>): Promise<T> {
  const { start } = await import("embedded-mongodb");
  const engine = await start({ dataDir: folder }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CopyRefusedError(`This database cannot be opened: ${reason}. Nothing was changed.`);
  });
  const client = new mongoose.mongo.MongoClient(engine.uri);
  try {
    return await work(client.db(), engine);
  } finally {
    await client.close();
    await engine.stop();
  }
}

async function withServer<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/**
 * Runs `work` with a dump of the live database, a file in the embedded engine's format. It is a snapshot if the embedded
 * engine runs; from a server, collections are copied one by one while writes continue.
 */
export function withDatabaseDump<T>(
  engine: Engine | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withPlaintextFolder(async (folder) => {
    const file = path.join(folder, "dump.sqlite");
    if (engine) await engine.backup(file);
    else
      await withEngine(folder, async (scratch, scratchEngine) => {
        await copyDatabase(liveDatabase(), scratch, VERIFY_SNAPSHOT);
        await scratchEngine.backup(file);
      });
    return work(file);
  });
}

/**
 * Replaces the embedded database by the one that `make` creates in a folder. No process may have it open. A crash leaves
 * either the old or the new one. @throws CopyRefusedError if nothing was changed
 */
async function replaceEmbedded(
  make: (folder: string, documents: () => Map<string, number>) => Promise<CopyReport>,
): Promise<ReplaceReport> {
  const { DirectoryInUseError, replaceDatabase, CorruptDatabaseError } = await import("embedded-mongodb");
  let report: CopyReport = { collections: [] };
  try {
    const previous = await replaceDatabase({
      dataDir: env.DATA_DIR,
      async make(folder, documents) {
        report = await make(folder, documents);
      },
    });
    return { ...report, kept: previous };
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      throw new CopyRefusedError(
        "The server, or another command, is using this database. Stop it first, then run this command again. Nothing was changed.",
      );
    if (error instanceof CorruptDatabaseError)
      throw new CopyRefusedError(`${error.message}. Nothing was changed.`);
    if (isDiskFull(error))
      throw new CopyRefusedError("There is no room left on the disk of DATA_DIR. Nothing was changed.");
    throw error;
  }
}

/**
 * Replaces the live database by a dump, reconciled before it is used. A database of a MongoDB server must be empty.
 * `placeDump` writes the dump to a path.
 */
export async function restoreFromDump(
  placeDump: (file: string) => Promise<void>,
  reconciler: Reconciler,
): Promise<ReplaceReport> {
  if (!isRemote())
    return replaceEmbedded(async (folder) => {
      await placeDump(databaseFile(folder));
      return withEngine(folder, async (database) => {
        await clearCopyMarker(database);
        await reconcileRestored(database, reconciler);
        return countAll(database);
      });
    });
  return withPlaintextFolder(async (folder) => {
    await mkdir(path.dirname(databaseFile(folder)), { mode: 0o700 });
    await placeDump(databaseFile(folder));
    return withEngine(folder, async (scratch) => {
      await reconcileRestored(scratch, reconciler);
      await removeUnfinishedCopy(liveDatabase());
      return copyDatabase(scratch, liveDatabase());
    });
  });
}

/** Copies the live database to a server. */
export function copyToServer(uri: string): Promise<CopyReport> {
  return withServer(uri, (target) => copyDatabase(liveDatabase(), target));
}

/** Copies a server's database into the live one, which must be empty. */
export function copyFromServer(uri: string): Promise<ReplaceReport> {
  return withServer(uri, (source) => {
    if (isRemote()) return copyDatabase(source, liveDatabase());
    return replaceEmbedded((folder, documents) => {
      requireEmpty(documents());
      return withEngine(folder, (database) => copyDatabase(source, database));
    });
  });
}
