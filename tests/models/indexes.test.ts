import mongoose, { Schema } from "mongoose";
import { expect, it } from "vitest";
import { createNewIndexes, defineModel } from "#models/db/define-model.server";
import { operationsOf } from "#tests/support/count-round-trips";

it("creates indexes again only after the declarations have changed", async () => {
  await createNewIndexes();
  expect(await operationsOf(createNewIndexes)).toEqual([]);
  const name = "Passing";
  const model = defineModel(name, new Schema({ n: Number }).index({ n: 1 }));
  try {
    expect(await operationsOf(createNewIndexes)).toContain("createIndex");
    expect(Object.keys(await model.collection.indexInformation())).toEqual(["_id_", "n_1"]);
    expect(await operationsOf(createNewIndexes)).toEqual([]);
  } finally {
    await model.collection.drop();
    mongoose.deleteModel(name);
  }
});
