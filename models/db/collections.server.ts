import mongoose, { type Model } from "mongoose";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";
import { liveDatabase } from "./connection.server";
import "#models/all.server";

const models = () =>
  (Object.values(mongoose.models) as Model<unknown>[]).sort((a, b) =>
    a.collection.collectionName.localeCompare(b.collection.collectionName, "en"),
  );

const number = (value: unknown) =>
  typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;

export const allCollections = (): string[] => models().map(({ collection }) => collection.collectionName);

/** The number of expired records of a collection that the database has not deleted yet. */
export function countExpired(collection: string, at: Date): Promise<number> {
  return liveDatabase()
    .collection(collection)
    .countDocuments({ expiresAt: { $lte: at } });
}

/** The distinct `userId`s of each collection that has the field. */
export async function* ownersByCollection(): AsyncGenerator<{ name: string; owners: number[] }> {
  for (const model of models())
    if (model.schema.path("userId"))
      yield {
        name: model.collection.collectionName,
        owners: (await model.distinct("userId")).filter((id): id is number => typeof id === "number"),
      };
}

/** Bytes of the whole database on disk. */
export async function databaseBytes(): Promise<number> {
  const { totalSize, storageSize, indexSize } = await liveDatabase().command({ dbStats: 1 });
  return number(totalSize) || number(storageSize) + number(indexSize);
}

export type CollectionSummary = {
  name: string;
  documents: number;
  /** Whether its records have a `userId`. */
  isPersonal: boolean;
  missingIndexes: string[];
  extraIndexes: string[];
};

const formatKeys = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([field, direction]) => `${field}: ${String(direction)}`)
    .join(", ");

/** Each collection's number of documents, and differences between declared and existing indexes. */
export function collectionSummaries(): Promise<CollectionSummary[]> {
  return Promise.all(
    models().map(async (model) => {
      const [documents, present] = await Promise.all([model.countDocuments({}), indexesOf(model)]);
      const declared = model.schema.indexes().map(([fields]) => formatKeys(fields));
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
    return (await model.collection.indexes()).map(({ key }) => formatKeys(key as Record<string, unknown>));
  } catch (error) {
    // NamespaceNotFound: the collection was never written to.
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 26) return [];
    throw error;
  }
}

export type CollectionSize = { name: string; bytes: number; indexBytes: number };

/** Bytes of every collection. On the embedded engine this reads whole tables: for a job, not for a page. */
export async function* collectionSizes(): AsyncGenerator<CollectionSize> {
  for (const model of models()) {
    const name = model.collection.collectionName;
    const { size, totalIndexSize } = await liveDatabase().command({ collStats: name });
    yield { name, bytes: number(size), indexBytes: number(totalIndexSize) };
  }
}

export async function databaseTime(): Promise<Date | null> {
  const { localTime } = await liveDatabase().command({ hello: 1 });
  return localTime instanceof Date ? localTime : null;
}

/** The name of the running engine, as shown to administrators. */
export async function engineName(): Promise<string> {
  if (!env.MONGODB_URI) return t("The embedded engine, in DATA_DIR");
  const { version } = await liveDatabase().command({ buildInfo: 1 });
  return `MongoDB ${String(version)}`;
}

const BATCH = 200;

/** The audit log is exempt: it identifies users by number alone, and deletions would break its hash chain. */
const EXEMPT = ["AuditEvent"];

/**
 * Deletes a user's records in every collection with a `userId`, except those of the models in `kept`. New collections are
 * covered automatically. It can be interrupted anywhere and run again. @returns false if `signal` stopped it
 */
export async function deleteUserRecords(
  userId: number,
  signal: AbortSignal,
  kept: readonly string[] = [],
): Promise<boolean> {
  for (const model of Object.values(mongoose.models)) {
    if ([...EXEMPT, ...kept].includes(model.modelName) || !model.schema.path("userId")) continue;
    for (;;) {
      if (signal.aborted) return false;
      const ids = await model.find({ userId }).select({ _id: 1 }).limit(BATCH).lean<{ _id: unknown }[]>();
      if (ids.length === 0) break;
      await model.deleteMany({ _id: { $in: ids.map(({ _id }) => _id) } });
    }
  }
  return true;
}
