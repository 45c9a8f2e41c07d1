import { mkdir } from "node:fs/promises";
import path from "node:path";
import mongoose from "mongoose";
import { ApiKeyModel } from "#models/api-key.server";
import { AuditEventModel } from "#models/audit-event.server";
import { JobModel } from "#models/job.server";
import { PendingSignInModel } from "#models/pending-sign-in.server";
import { SessionModel } from "#models/session.server";
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

type RestoredDb = mongoose.mongo.Db;

/** What becomes of a person of a backup. */
export type Reconciled = { set: object; letter?: PendingMail };

/** Answers what becomes of each, once it is known when the backup was made (null where nothing in it says so). */
export type Reconciler = (madeAt: Date | null) => (user: UserRecord) => Reconciled;

/** What lets someone in without a password. */
const ENDS = [SessionModel, PendingSignInModel, ApiKeyModel];

/** Ends what would let people in, and settles everyone, in a restored database that nobody has opened yet. */
export async function reconcileRestored(db: RestoredDb, settling: Reconciler): Promise<void> {
  for (const { collection } of ENDS) await db.collection(collection.collectionName).deleteMany({});
  const settle = settling(await lastMoment(db));
  const users = db.collection<UserRecord>(UserModel.collection.collectionName);
  for (const _id of await users.distinct("_id")) {
    const user = await users.findOne({ _id });
    if (!user) continue;
    const { set, letter } = settle(user);
    await users.updateOne({ _id }, { $set: set, ...(letter && { $push: { pendingMail: letter } }) });
  }
}

/** The last thing that the database knows of: its jobs begin every minute. */
async function lastMoment(db: RestoredDb): Promise<Date | null> {
  const found = await Promise.all(
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
  return found.reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** A part of a record as a text, and back: with its dates and bytes. */
export const packRecord = (record: object): string =>
  Buffer.from(mongoose.mongo.BSON.serialize(record)).toString("base64");
export const unpackRecord = (text: string): mongoose.mongo.Document =>
  mongoose.mongo.BSON.deserialize(Buffer.from(text, "base64"));

type Db = mongoose.mongo.Db;
type Engine = { backup(file: string): Promise<void> };

/** What exchanged the whole database has done. */
export type ReplaceReport = CopyReport & {
  /** The folder with the database that was there before, until the next start of the server. */
  kept?: string;
};

const asData = (folder: string) => path.join(folder, "db", "database.sqlite");
const isElsewhere = () => env.MONGODB_URI !== undefined;

/** Runs `work` with an embedded engine in `folder`, which begins with what lies there. */
async function withEngineIn<T>(folder: string, work: (db: Db, engine: Engine) => Promise<T>): Promise<T> {
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
 * Gives `work` a copy of the live database as a file in the embedded engine's format, whichever engine runs: of one moment
 * from the embedded engine, collection by collection from a server, where people go on writing meanwhile.
 */
export function withDatabaseDump<T>(
  engine: Engine | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withPlaintextFolder(async (folder) => {
    const file = path.join(folder, "dump.sqlite");
    if (engine) await engine.backup(file);
    else
      await withEngineIn(folder, async (scratch, scratchEngine) => {
        await copyDatabase(liveDatabase(), scratch, VERIFY_SNAPSHOT);
        await scratchEngine.backup(file);
      });
    return work(file);
  });
}

/**
 * Exchanges the embedded database for the one that `make` makes in a folder beside it. It must not be open anywhere; a
 * crash leaves the old one or the new one. @throws CopyRefusedError when nothing was changed
 */
async function exchangeEmbedded(
  make: (folder: string, documents: () => Map<string, number>) => Promise<CopyReport>,
): Promise<ReplaceReport> {
  const { DirectoryInUseError, replaceDatabase, CorruptDatabaseError } = await import("embedded-mongodb");
  let report: CopyReport = { collections: [] };
  try {
    const kept = await replaceDatabase({
      dataDir: env.DATA_DIR,
      async make(folder, documents) {
        report = await make(folder, documents);
      },
    });
    return { ...report, kept };
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
 * Replaces everything in the live database by what a dump holds, settled before anyone sees it; a MongoDB server's must be
 * empty.
 */
export async function restoreFromDump(
  placeDump: (file: string) => Promise<void>,
  settling: Reconciler,
): Promise<ReplaceReport> {
  if (!isElsewhere())
    return exchangeEmbedded(async (folder) => {
      await placeDump(asData(folder));
      return withEngineIn(folder, async (made) => {
        await clearCopyMarker(made);
        await reconcileRestored(made, settling);
        return countAll(made);
      });
    });
  return withPlaintextFolder(async (folder) => {
    await mkdir(path.dirname(asData(folder)), { mode: 0o700 });
    await placeDump(asData(folder));
    return withEngineIn(folder, async (scratch) => {
      await reconcileRestored(scratch, settling);
      await removeUnfinishedCopy(liveDatabase());
      return copyDatabase(scratch, liveDatabase());
    });
  });
}

/** Copies the live database to another server. */
export function copyToServer(uri: string): Promise<CopyReport> {
  return withServer(uri, (target) => copyDatabase(liveDatabase(), target));
}

/** Copies what another server holds into the live database, which must be empty. */
export function copyFromServer(uri: string): Promise<ReplaceReport> {
  return withServer(uri, (source) => {
    if (isElsewhere()) return copyDatabase(source, liveDatabase());
    return exchangeEmbedded((folder, documents) => {
      requireEmpty(documents());
      return withEngineIn(folder, (made) => copyDatabase(source, made));
    });
  });
}
