import mongoose from "mongoose";
import { liveDatabase } from "#models/db/connection.server";
import { createNewIndexes } from "#models/db/define-model.server";
import { countJournalBytes } from "#models/db/journal-size.server";

type Db = mongoose.mongo.Db;
type Raw = Record<string, unknown>;

/**
 * A conversion of records of earlier versions. The database records `name` when `run` has finished, so a published name
 * never changes. `run` selects unconverted records only, so that it can be interrupted and run again.
 */
export type Migration = { name: string; run: (db: Db) => Promise<void> };

const BATCH_SIZE = 500;

/** Updates the records that match `filter`, in batches; an updated record must no longer match it. */
async function updateInBatches(
  collection: mongoose.mongo.Collection,
  filter: Raw,
  update: (record: Raw) => Record<string, Raw> | Promise<Record<string, Raw>>,
): Promise<void> {
  for (;;) {
    const records = await collection.find(filter).limit(BATCH_SIZE).toArray();
    if (records.length === 0) return;
    const writes = [];
    for (const record of records)
      writes.push({ updateOne: { filter: { _id: record._id, ...filter }, update: await update(record) } });
    await collection.bulkWrite(writes, { ordered: false });
  }
}

/** Sets each field of `values` in the records that lack it. */
async function backfillFields(collection: mongoose.mongo.Collection, values: Raw): Promise<void> {
  for (const [field, value] of Object.entries(values))
    await collection.updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}

/** Ignores NamespaceNotFound (26) and IndexNotFound (27): the collection or index was dropped before. */
function ignoreMissing(error: unknown): void {
  const code = error instanceof mongoose.mongo.MongoServerError ? error.code : undefined;
  if (code !== 26 && code !== 27) throw error;
}

/** A paid tier without a recorded source becomes a grant without an end. */
async function recordPlanSources(db: Db): Promise<void> {
  const filter = { subscriptionTier: { $in: ["tier1", "tier2"] }, plan: { $exists: false } };
  await updateInBatches(db.collection("users"), filter, ({ subscriptionTier, createdAt }) => {
    const grant = { id: "earlier", source: "gift", tier: subscriptionTier, startsAt: createdAt };
    const plan = {
      version: 1,
      settledAt: new Date(),
      nextAt: null,
      grants: [{ ...grant, endsAt: null, paid: null, mark: "" }],
      override: null,
      noticed: [],
      fallback: null,
      usedKeys: [],
      lines: 0,
      changes: [],
    };
    return { $set: { plan } };
  });
}

/** Fields of an account, with the values of a new one. */
const ACCOUNT_FIELDS = {
  seenTour: false,
  seenFormationWelcome: false,
  deleteAfter: null,
  twoStep: null,
  emailChange: null,
  sealing: null,
  sealOffer: null,
  keyMove: null,
  excludedTags: null,
  calendarFeed: null,
  notifications: [],
  weekStart: null,
  theme: "system",
};
const ACCOUNT_SETTINGS = {
  prayer: {
    passagePlan: "season",
    planSince: "",
    onePage: false,
    showSeason: true,
    tradition: "ecumenical",
    feastsOnSunday: false,
    length: 0,
    examenPack: "",
    translation: "web",
    shape: { morning: [], evening: [] },
  },
  rhythm: { restDay: null, pauses: [], hidden: false },
  reminders: { morning: true, evening: true, inApp: true, email: false, push: false, quietDays: [] },
  look: { textSize: "normal", serif: false, reducedMotion: false, withoutDayColour: false },
};

async function backfillAccounts(db: Db): Promise<void> {
  const users = db.collection("users");
  await backfillFields(users, { ...ACCOUNT_FIELDS, ...ACCOUNT_SETTINGS });
  for (const [part, settings] of Object.entries(ACCOUNT_SETTINGS))
    for (const [name, value] of Object.entries(settings))
      await backfillFields(users, { [`${part}.${name}`]: value });
}

/** Stores the size of each journal that has none yet. */
async function countQuotas(db: Db): Promise<void> {
  await updateInBatches(db.collection("users"), { room: { $exists: false } }, async ({ _id }) => {
    const bytes = await countJournalBytes(Number(_id));
    return { $set: { room: { bytes, counted: bytes, countedAt: new Date() } } };
  });
}

/** Former statistics of active and returning members. */
const VISIT_FIELDS = ["active", "writers", "back1", "back7", "back30"];

const monthOf = (date: unknown) => (date instanceof Date ? date.toISOString().slice(0, 7) : null);

/** Drops the times of visits; only the month of the last one stays. */
async function dropVisits(db: Db): Promise<void> {
  const users = db.collection("users");
  for (const name of ["activityDays", "shownPassages"]) await db.collection(name).drop().catch(ignoreMissing);
  await users.dropIndex("lastSeenAt_1").catch(ignoreMissing);
  await db
    .collection("dailyFigures")
    .updateMany(
      { $or: VISIT_FIELDS.map((name) => ({ [name]: { $exists: true } })) },
      { $unset: Object.fromEntries(VISIT_FIELDS.map((name) => [name, ""])) },
    );
  await updateInBatches(users, { lastSeenAt: { $exists: true } }, ({ lastSeenAt, createdAt }) => ({
    $set: { lastUsedMonth: monthOf(lastSeenAt) ?? monthOf(createdAt) ?? "" },
    $unset: { lastSeenAt: "" },
  }));
}

/** Oldest first; append new ones. A migration stays as long as a data folder without it may exist. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "name-sources", run: recordPlanSources },
  { name: "complete-people", run: backfillAccounts },
  {
    name: "complete-scripture",
    run: (db) => backfillFields(db.collection("dailyScripture"), { served: [], shown: [], changed: [] }),
  },
  { name: "count-room", run: countQuotas },
  { name: "forget-visits", run: dropVisits },
  // A sealed journal can be read only during a visit of its owner, so its words are indexed then.
  { name: "gather-words", run: (db) => backfillFields(db.collection("users"), { wordsDue: true }) },
  {
    name: "complete-guidance",
    run: (db) => backfillFields(db.collection("users"), { guidance: null, isWriter: false }),
  },
];

/** `version` is the version of the program that applied the migration, if known. */
type AppliedMigration = { _id: string; at: Date; version?: string };

const appliedMigrations = () => liveDatabase().collection<AppliedMigration>("migrations");

/** The applied migrations, oldest first. */
export function listAppliedMigrations(): Promise<AppliedMigration[]> {
  return appliedMigrations().find().sort({ at: 1 }).toArray();
}

export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = new Set((await listAppliedMigrations()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The version that applied the latest migration that is not in `migrations`; undefined if all are. */
export function newerAppliedVersion(
  migrations: readonly Migration[],
  applied: AppliedMigration[],
): string | undefined {
  const unknown = applied.filter(({ _id }) => !migrations.some(({ name }) => name === _id)).at(-1);
  return unknown && (unknown.version ?? "a later version");
}

/**
 * Runs each pending migration and records it with the `version` of this program. @returns their names
 * @internal Exported for tests.
 */
export async function migrate(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const pending = await pendingMigrations(migrations);
  for (const { name, run } of pending) {
    await run(liveDatabase());
    // Two processes may start on one database: both run the migration, and either may record it first.
    await appliedMigrations().updateOne(
      { _id: name },
      { $setOnInsert: { at: new Date(), ...(version && { version }) } },
      { upsert: true },
    );
  }
  return pending.map(({ name }) => name);
}

/** Migrates records and creates new indexes, before anything is read. @returns the names of the migrations that ran */
export async function prepareDatabase(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const applied = await migrate(migrations, version);
  await createNewIndexes();
  return applied;
}
