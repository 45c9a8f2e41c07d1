import mongoose from "mongoose";
import { DailyFiguresModel } from "./daily-figures.server";
import { UserModel } from "./user.server";

/** Collections that earlier versions kept of who was here, and of what was shown to whom. */
const COLLECTIONS = ["activityDays", "shownPassages"];
/** Fields of the days' figures that said who was here and who came back. */
const FIGURES = ["active", "writers", "back1", "back7", "back30"];
const BATCH = 500;
const KEPT = { lastSeenAt: 1, createdAt: 1 };

/**
 * Takes away what earlier versions kept of when people were here; of the moment of a last visit the month stays. In
 * batches, each of which is left out next time: it can be cut off anywhere.
 */
export async function forgetOldMarks(signal?: AbortSignal): Promise<void> {
  const { db } = mongoose.connection;
  for (const name of COLLECTIONS) if (!signal?.aborted) await db?.collection(name).drop().catch(notThere);
  await UserModel.collection.dropIndex("lastSeenAt_1").catch(notThere);
  const unset = Object.fromEntries(FIGURES.map((name) => [name, ""]));
  const anyOf = { $or: FIGURES.map((name) => ({ [name]: { $exists: true } })) };
  await inBatches(DailyFiguresModel.collection, anyOf, signal, () => ({ $unset: unset }));
  await inBatches(UserModel.collection, { lastSeenAt: { $exists: true } }, signal, (user) => ({
    $set: { lastUsedMonth: monthOf(user.lastSeenAt) ?? monthOf(user.createdAt) ?? "" },
    $unset: { lastSeenAt: "" },
  }));
}

type Raw = Record<string, unknown>;

async function inBatches(
  collection: mongoose.Collection,
  filter: Raw,
  signal: AbortSignal | undefined,
  update: (record: Raw) => Record<string, Raw>,
): Promise<void> {
  while (!signal?.aborted) {
    const found = await collection.find(filter, { projection: KEPT }).limit(BATCH).toArray();
    if (found.length === 0) return;
    await collection.bulkWrite(
      found.map((record) => ({ updateOne: { filter: { _id: record._id }, update: update(record) } })),
      { ordered: false },
    );
  }
}

const monthOf = (moment: unknown) => (moment instanceof Date ? moment.toISOString().slice(0, 7) : null);

/** Neither a collection nor an index that is not there is a failure: NamespaceNotFound and IndexNotFound. */
function notThere(error: unknown): void {
  const code = error instanceof mongoose.mongo.MongoServerError ? error.code : undefined;
  if (code !== 26 && code !== 27) throw error;
}
