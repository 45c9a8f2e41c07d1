import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import type { TestProject } from "vitest/node";
import { prepare } from "#scripts/prepare.mjs";

declare module "vitest" {
  // Vitest declares what is handed to workers through an interface that projects merge into.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    /** Holds every DATA_DIR of the run. */
    runDirectory: string;
    /** Begins the name of every database of the run on MONGODB_URI. */
    databasePrefix: string;
  }
}

/** Gives a run its own place for data, and removes all of it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The Bible as the server reads it; there already but where someone runs one file alone.
  await prepare("texts");
  // Short: a unix socket's path inside it may have 107 characters.
  const runDirectory = mkdtempSync(path.join(tmpdir(), "still-"));
  const databasePrefix = `test_${randomBytes(4).toString("hex")}`;
  project.provide("runDirectory", runDirectory);
  project.provide("databasePrefix", databasePrefix);
  return async () => {
    rmSync(runDirectory, { recursive: true, force: true, maxRetries: 3 });
    if (process.env.MONGODB_URI) await dropDatabases(process.env.MONGODB_URI, databasePrefix);
  };
}

async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
