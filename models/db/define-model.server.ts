import { createHash } from "node:crypto";
import mongoose, { type Model, type Schema } from "mongoose";

/** Compiles a model once; a development reload returns the compiled one. */
export function defineModel<T>(name: string, schema: Schema<T>): Model<T> {
  return (mongoose.models[name] as Model<T> | undefined) ?? mongoose.model<T>(name, schema);
}

/** The collection that stores a fingerprint of the index declarations whenever indexes are created. */
export const DECLARATIONS = "declarations";
const ID = "indexes";
type Declared = { _id: string; fingerprint: string };

function declarations(): mongoose.mongo.Collection<Declared> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db.collection<Declared>(DECLARATIONS) as unknown as mongoose.mongo.Collection<Declared>;
}

function fingerprint(): string {
  const declared = Object.values(mongoose.models).map(({ collection, schema }) =>
    JSON.stringify([collection.collectionName, schema.indexes()]),
  );
  return createHash("sha256").update(declared.sort().join("\n")).digest("base64url");
}

/** Creates missing indexes of all models. */
export async function createIndexes(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((model) => model.createIndexes()));
  await declarations().updateOne({ _id: ID }, { $set: { fingerprint: fingerprint() } }, { upsert: true });
}

/** Creates missing indexes if the declarations have changed, so that most starts need one query instead of dozens. */
export async function createNewIndexes(): Promise<void> {
  const stored = await declarations().findOne({ _id: ID });
  if (stored?.fingerprint !== fingerprint()) await createIndexes();
}
