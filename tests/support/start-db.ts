import type { Model } from "mongoose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";

/**
 * A database for each test process: the embedded engine in its own DATA_DIR, or a database of its own on MONGODB_URI. Every
 * test begins with empty collections.
 */
if (process.env.MONGODB_URI) {
  const uri = new URL(process.env.MONGODB_URI);
  uri.pathname = `/${inject("databasePrefix")}_${process.pid}`;
  process.env.MONGODB_URI = uri.href;
}

/** A connection whose indexes are made, and the version of each collection when it was last known to be empty. */
type Prepared = { client: unknown; models: number; versions: Map<string, number | undefined> };

/** Each test file evaluates this module again; the connection remains. */
const shared = globalThis as typeof globalThis & { prepared?: Prepared; settings?: object };

const isOfModels = () => expect.getState().testPath?.includes("/tests/models/") ?? false;

/** Waits for the on-visit tasks of the previous test before its data is deleted, and forgets their back-off. */
async function endOnVisitTasks(): Promise<void> {
  if (isOfModels()) return;
  const [{ resetOnVisitTasks }, { insightsSettled: insightsMade }] = await Promise.all([
    import("~/domain/operations/on-visit-tasks.server"),
    import("~/domain/insights/make-insight.server"),
  ]);
  await resetOnVisitTasks();
  await insightsMade();
}

beforeAll(async () => {
  const [{ connect }, { env }] = await Promise.all([
    import("#models/db/connection.server"),
    import("~/platform/env.server"),
  ]);
  shared.settings ??= { ...env };
  await connect();
});

/** Restores the clock and the settings of the process, which a test may change. */
afterEach(async () => {
  const [{ setClock }, { env }] = await Promise.all([
    import("~/platform/clock"),
    import("~/platform/env.server"),
  ]);
  setClock();
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
  Object.assign(env, shared.settings);
});

beforeEach(async () => {
  const [{ default: mongoose }, { setWait }, { clearMailbox: forgetMail }] = await Promise.all([
    import("mongoose"),
    import("~/platform/clock"),
    import("./mail"),
  ]);
  await endOnVisitTasks();
  setWait();
  forgetMail();
  const { quotaShares, refusals } = globalThis as Partial<
    Record<"quotaShares" | "refusals", Map<unknown, unknown>>
  >;
  for (const remembered of [quotaShares, refusals]) remembered?.clear();
  const models = Object.values(mongoose.models) as Model<unknown>[];
  const client = mongoose.connection.getClient();
  // A test may load more models than its file did, or connect to another database.
  if (shared.prepared?.client !== client || shared.prepared.models !== models.length) {
    const { createIndexes } = await import("#models/db/define-model.server");
    await createIndexes();
    if (!isOfModels()) await stopExpiry(models);
    shared.prepared = { client, models: models.length, versions: new Map() };
  }
  // The log of migrations has no model, and a database with a migration record does not count as empty.
  const names = [...models.map((model) => model.collection.collectionName), "migrations"];
  await emptyCollections(names, shared.prepared.versions);
});

/** Deletes the documents of each collection that may have changed since it was emptied. */
async function emptyCollections(names: string[], versions: Prepared["versions"]): Promise<void> {
  const { embeddedEngine, liveDatabase } = await import("#models/db/connection.server");
  const versionOf = (name: string) => embeddedEngine()?.changes(name);
  const changed = names.filter((name) => {
    const version = versionOf(name);
    return version === undefined || version !== versions.get(name);
  });
  await Promise.all(changed.map((name) => liveDatabase().collection(name).deleteMany({})));
  // Collections may share a counter, so the versions are read after all deletions, not after each.
  for (const name of names) versions.set(name, versionOf(name));
}

/**
 * Drops the TTL indexes: tests set the clock, but the database uses the real time and would remove records with past
 * dates. Tests of the models keep the indexes.
 */
async function stopExpiry(models: Model<unknown>[]): Promise<void> {
  for (const model of models) {
    for (const [fields, { expireAfterSeconds }] of model.schema.indexes()) {
      if (expireAfterSeconds === undefined) continue;
      const name = Object.entries(fields).flat().join("_");
      await model.collection.dropIndex(name);
    }
  }
}

afterAll(endOnVisitTasks);
