import mongoose, { type Model } from "mongoose";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import "#models/all.server";

/** What the database says of itself: sizes, indexes, its clock. Works on both engines and reads no document. */
const live = (): mongoose.mongo.Db => {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as mongoose.mongo.Db;
};

const models = () =>
  (Object.values(mongoose.models) as Model<unknown>[]).sort((a, b) =>
    a.collection.collectionName.localeCompare(b.collection.collectionName, "en"),
  );

const number = (value: unknown) =>
  typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;

/** The names of the collections of our models. */
export const allCollections = (): string[] => models().map(({ collection }) => collection.collectionName);

/** How many records of a collection have outlived themselves and wait for the database's sweep. */
export function countExpired(collection: string, at: Date): Promise<number> {
  return live()
    .collection(collection)
    .countDocuments({ expiresAt: { $lte: at } });
}

/** Whose records a collection holds that says so by `userId`, at least one of each person. */
export async function* ownersByCollection(): AsyncGenerator<{ name: string; owners: number[] }> {
  for (const model of models())
    if (model.schema.path("userId"))
      yield {
        name: model.collection.collectionName,
        owners: (await model.distinct("userId")).filter((id): id is number => typeof id === "number"),
      };
}

/** Bytes of the whole database on its disk. */
export async function databaseBytes(): Promise<number> {
  const { totalSize, storageSize, indexSize } = await live().command({ dbStats: 1 });
  return number(totalSize) || number(storageSize) + number(indexSize);
}

export type CollectionSummary = {
  name: string;
  documents: number;
  /** Its records are of one person each. */
  isPersonal: boolean;
  missingIndexes: string[];
  extraIndexes: string[];
};

const keysOf = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([field, way]) => `${field}: ${String(way)}`)
    .join(", ");

/** The collections of our models: how many documents, and whether the declared indexes are there. */
export function collectionSummaries(): Promise<CollectionSummary[]> {
  return Promise.all(
    models().map(async (model) => {
      const [documents, present] = await Promise.all([model.countDocuments({}), indexesOf(model)]);
      const declared = model.schema.indexes().map(([fields]) => keysOf(fields));
      return {
        name: model.collection.collectionName,
        documents,
        isPersonal: model.schema.path("userId") !== undefined,
        missingIndexes: declared.filter((keys) => !present.includes(keys)),
        extraIndexes: present.filter((keys) => keys !== "_id: 1" && !declared.includes(keys)),
      };
    }),
  );
}

async function indexesOf(model: Model<unknown>): Promise<string[]> {
  try {
    return (await model.collection.indexes()).map(({ key }) => keysOf(key as Record<string, unknown>));
  } catch (error) {
    // A collection that was never written to is not there yet.
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 26) return [];
    throw error;
  }
}

export type CollectionSize = { name: string; bytes: number; indexBytes: number };

/** Bytes of every collection. Measuring reads through whole tables on the embedded engine: for a job, not for a page. */
export async function* collectionSizes(): AsyncGenerator<CollectionSize> {
  for (const model of models()) {
    const name = model.collection.collectionName;
    const { size, totalIndexSize } = await live().command({ collStats: name });
    yield { name, bytes: number(size), indexBytes: number(totalIndexSize) };
  }
}

/** The database's own clock. */
export async function databaseTime(): Promise<Date | null> {
  const { localTime } = await live().command({ hello: 1 });
  return localTime instanceof Date ? localTime : null;
}

/** Which engine runs, in words. */
export async function engineName(): Promise<string> {
  if (!env.MONGODB_URI) return t("The embedded engine, in DATA_DIR");
  const { version } = await live().command({ buildInfo: 1 });
  return `MongoDB ${String(version)}`;
}

/** How many records are deleted at a time, so that others are served in between. */
const BATCH = 200;

/** The log of what has happened names people by number alone, and its chain would break. */
const KEPT = ["AuditEvent"];

/**
 * Deletes every record that belongs to a person, in every collection whose records say so by `userId`: a new collection is
 * covered automatically. Can be interrupted anywhere and run again.
 * `kept` names models whose records stay.
 * @returns false when it was told to stop before the end
 */
export async function deleteUserRecords(
  userId: number,
  signal: AbortSignal,
  kept: readonly string[] = [],
): Promise<boolean> {
  for (const model of Object.values(mongoose.models)) {
    if ([...KEPT, ...kept].includes(model.modelName) || !model.schema.path("userId")) continue;
    for (;;) {
      if (signal.aborted) return false;
      const ids = await model.find({ userId }).select({ _id: 1 }).limit(BATCH).lean<{ _id: unknown }[]>();
      if (ids.length === 0) break;
      await model.deleteMany({ _id: { $in: ids.map(({ _id }) => _id) } });
    }
  }
  return true;
}
