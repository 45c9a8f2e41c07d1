import { createHash } from "node:crypto";
import mongoose, { type Model, type Schema } from "mongoose";

/** Compiles a model once; a development reload gets the compiled one back. */
export function defineModel<T>(name: string, schema: Schema<T>): Model<T> {
  return (mongoose.models[name] as Model<T> | undefined) ?? mongoose.model<T>(name, schema);
}

/** Where a database keeps which indexes were declared when they were last made. */
export const DECLARATIONS = "declarations";
const ID = "indexes";
type Declared = { _id: string; fingerprint: string };

function declarations(): mongoose.mongo.Collection<Declared> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db.collection<Declared>(DECLARATIONS) as unknown as mongoose.mongo.Collection<Declared>;
}

/** What the models declare, in few characters. */
function fingerprint(): string {
  const declared = Object.values(mongoose.models).map(({ collection, schema }) =>
    JSON.stringify([collection.collectionName, schema.indexes()]),
  );
  return createHash("sha256").update(declared.sort().join("\n")).digest("base64url");
}

/** Creates the indexes that the models declare and are missing. */
export async function createIndexes(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((model) => model.createIndexes()));
  await declarations().updateOne({ _id: ID }, { $set: { fingerprint: fingerprint() } }, { upsert: true });
}

/** The same, unless it has been done for these very declarations: a start asks one question instead of dozens. */
export async function createNewIndexes(): Promise<void> {
  const known = await declarations().findOne({ _id: ID });
  if (known?.fingerprint !== fingerprint()) await createIndexes();
}
