import type { Model } from "mongoose";
import { afterAll, beforeAll, beforeEach, expect, inject } from "vitest";

/**
 * A database for each test file: the embedded engine in the process's own DATA_DIR, or a database of the worker's own on
 * MONGODB_URI. Every test begins with empty collections.
 */
if (process.env.MONGODB_URI) {
  const uri = new URL(process.env.MONGODB_URI);
  uri.pathname = `/${inject("databasePrefix")}_${process.env.VITEST_POOL_ID ?? "0"}`;
  process.env.MONGODB_URI = uri.href;
}

let indexedModels = 0;
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
  const { connect } = await import("#models/db/connection.server");
  await connect();
});

beforeEach(async () => {
  const [{ createIndexes }, { default: mongoose }, { setClock, setWait }, { clearMailbox: forgetMail }] =
    await Promise.all([
      import("#models/db/define-model.server"),
      import("mongoose"),
      import("~/platform/clock"),
      import("./mail"),
    ]);
  await endOnVisitTasks();
  setClock();
  setWait();
  forgetMail();
  const { quotaShares, refusals } = globalThis as Partial<
    Record<"quotaShares" | "refusals", Map<unknown, unknown>>
  >;
  for (const remembered of [quotaShares, refusals]) remembered?.clear();
  const models = Object.values(mongoose.models) as Model<unknown>[];
  // A test may load more models than its file did.
  if (models.length !== indexedModels) {
    await createIndexes();
    if (!isOfModels()) await stopExpiry(models);
  }
  indexedModels = models.length;
  await Promise.all(models.map((model) => model.collection.deleteMany({})));
  // The log of migrations has no model, and a database with a migration record does not count as empty.
  await mongoose.connection.collection("migrations").deleteMany({});
});

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

afterAll(async () => {
  await endOnVisitTasks();
  const [{ disconnect }, { closePasswordPool }] = await Promise.all([
    import("#models/db/connection.server"),
    import("~/platform/passwords.server"),
  ]);
  await Promise.all([disconnect(), closePasswordPool()]);
});
