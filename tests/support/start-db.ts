import { afterAll, beforeAll, beforeEach, inject } from "vitest";

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

beforeAll(async () => {
  const { connect } = await import("#models/db/connection.server");
  await connect();
});

beforeEach(async () => {
  const [{ createIndexes }, { default: mongoose }, { setClock }, { forgetMail }] = await Promise.all([
    import("#models/db/define-model.server"),
    import("mongoose"),
    import("~/platform/clock"),
    import("./mail"),
  ]);
  setClock();
  forgetMail();
  const models = Object.values(mongoose.models);
  // A test may load more models than its file did.
  if (models.length !== indexedModels) await createIndexes();
  indexedModels = models.length;
  await Promise.all(models.map((model) => model.collection.deleteMany({})));
});

afterAll(async () => {
  const [{ disconnect }, { closePasswordPool }] = await Promise.all([
    import("#models/db/connection.server"),
    import("~/platform/passwords.server"),
  ]);
  await Promise.all([disconnect(), closePasswordPool()]);
});
