import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import type { TestProject } from "vitest/node";
import { prepare } from "#scripts/prepare.mjs";

declare module "vitest" {
  // Vitest's values for workers are declared by merging into this interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    /** Parent of every DATA_DIR of the run. */
    runDirectory: string;
    /** Prefix of the names of the run's databases on MONGODB_URI. */
    databasePrefix: string;
  }
}

/** Creates the run's data directory, and removes all data at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The built Bible texts, which are missing only if a test file runs alone in a fresh checkout.
  await prepare("texts");
  // A short name, because the path of a Unix socket inside it may have at most 107 characters.
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
