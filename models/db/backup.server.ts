import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import { AS_IT_WAS_READ, copyDatabase, emptyDatabase, type CopyReport } from "./copy-database.server";

/** Runs `work` with a separate embedded engine in a temporary folder. */
async function withScratchEngine<T>(
  prepareFolder: (folder: string) => Promise<void>,
  work: (db: mongoose.mongo.Db, engine: { backup(file: string): Promise<void> }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "still-and-know-"));
  const { start } = await import("embedded-mongodb");
  try {
    mkdirSync(path.join(folder, "db"), { mode: 0o700 });
    await prepareFolder(folder);
    const engine = await start({ dataDir: folder });
    const client = new mongoose.mongo.MongoClient(engine.uri);
    try {
      return await work(client.db(), engine);
    } finally {
      await client.close();
      await engine.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const live = (): mongoose.mongo.Db => {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as mongoose.mongo.Db;
};

/**
 * Writes a copy of the live database to the new file `file`, in the embedded engine's format, whichever engine runs: of
 * one moment from the embedded engine, collection by collection from a server, where people go on writing meanwhile.
 */
export async function dumpTo(
  file: string,
  engine: { backup(file: string): Promise<void> } | undefined,
): Promise<void> {
  if (engine) return engine.backup(file);
  await withScratchEngine(
    () => Promise.resolve(),
    async (scratch, scratchEngine) => {
      await copyDatabase(live(), scratch, AS_IT_WAS_READ);
      await scratchEngine.backup(file);
    },
  );
}

/** Replaces everything in the live database by what a dump holds. */
export async function loadFrom(placeDump: (file: string) => Promise<void>): Promise<CopyReport> {
  return withScratchEngine(
    (folder) => placeDump(path.join(folder, "db", "database.sqlite")),
    async (scratch) => {
      await emptyDatabase(live());
      return copyDatabase(scratch, live());
    },
  );
}

/** Copies the live database to another server. */
export async function moveTo(uri: string): Promise<CopyReport> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await copyDatabase(live(), client.db());
  } finally {
    await client.close();
  }
}

/** Copies what another server holds into the live database, which must be empty. */
export async function moveFrom(uri: string): Promise<CopyReport> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await copyDatabase(client.db(), live());
  } finally {
    await client.close();
  }
}
