import mongoose from "mongoose";
import { createNewIndexes } from "#models/db/define-model.server";
import { MIGRATIONS, type Migration } from "./migrations.server";

/** `version` is that of the program, where it was given. */
type AppliedMigration = { _id: string; at: Date; version?: string };

function database(): mongoose.mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as unknown as mongoose.mongo.Db;
}

const appliedMigrations = (db = database()) => db.collection<AppliedMigration>("migrations");

/** The applied migrations, oldest first. */
export function listAppliedMigrations(): Promise<AppliedMigration[]> {
  return appliedMigrations().find().sort({ at: 1 }).toArray();
}

export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = new Set((await listAppliedMigrations()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The version that applied the latest migration which a program with these `migrations` does not know. */
export function newerAppliedVersion(
  migrations: readonly Migration[],
  applied: AppliedMigration[],
): string | undefined {
  const unknown = applied.filter(({ _id }) => !migrations.some(({ name }) => name === _id)).at(-1);
  return unknown && (unknown.version ?? "a later version");
}

/**
 * Runs each pending migration once and records it with the `version` of this program. @returns their names
 * @internal Exported for tests.
 */
export async function migrate(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const db = database();
  const pending = await pendingMigrations(migrations);
  for (const { name, run } of pending) {
    await run(db);
    // Two processes may start on one database: both run the migration, and either may record it first.
    await appliedMigrations(db).updateOne(
      { _id: name },
      { $setOnInsert: { at: new Date(), ...(version && { version }) } },
      { upsert: true },
    );
  }
  return pending.map(({ name }) => name);
}

/** Brings records and then indexes to this version, before anything is read. @returns the migrations that ran */
export async function prepareDatabase(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const applied = await migrate(migrations, version);
  await createNewIndexes();
  return applied;
}
