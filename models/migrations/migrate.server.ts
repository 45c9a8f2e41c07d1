import mongoose from "mongoose";
import { createNewIndexes } from "#models/db/define-model.server";
import { completeGuidance } from "./complete-guidance.server";
import { completePeople } from "./complete-people.server";
import { completeScripture } from "./complete-scripture.server";
import { countJournals } from "./count-room.server";
import { forgetVisits } from "./forget-visits.server";
import { gatherLater } from "./gather-words.server";
import type { Migration } from "./migration.server";
import { nameSources } from "./name-sources.server";

/** In order of age. A new one goes to the end; each stays while there may be a folder from before it. */
export const MIGRATIONS: readonly Migration[] = [
  nameSources,
  completePeople,
  completeScripture,
  countJournals,
  forgetVisits,
  gatherLater,
  completeGuidance,
];

/** `version` is that of the program, where it has said so. */
type Lifted = { _id: string; at: Date; version?: string };

function records(db: mongoose.mongo.Db): mongoose.mongo.Collection<Lifted> {
  return db.collection<Lifted>("migrations");
}

function database(): mongoose.mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as unknown as mongoose.mongo.Db;
}

/** What has been lifted here, and when. */
export function listLifted(): Promise<Lifted[]> {
  return records(database()).find().sort({ at: 1 }).toArray();
}

/** What is not lifted yet. */
export async function dueOf(migrations: readonly Migration[]): Promise<Migration[]> {
  const known = new Set((await listLifted()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !known.has(name));
}

/** The version of the latest thing that was lifted here and that a program with these migrations does not know. */
export function newerThan(migrations: readonly Migration[], lifted: Lifted[]): string | undefined {
  const unknown = lifted.filter(({ _id }) => !migrations.some(({ name }) => name === _id)).at(-1);
  return unknown && (unknown.version ?? "a later version");
}

/**
 * Lifts what earlier versions stored to the shape of today, each thing once. `version` is that of this program. @returns what was done
 * @internal Exported for tests.
 */
export async function migrate(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const db = database();
  const due = await dueOf(migrations);
  for (const { name, run } of due) {
    await run(db);
    // Two processes may start on one database: both do it, and either may say so first.
    await records(db).updateOne(
      { _id: name },
      { $setOnInsert: { at: new Date(), ...(version && { version }) } },
      { upsert: true },
    );
  }
  return due.map(({ name }) => name);
}

/** Makes a database ready for this version, before anything is read from it: its records, then its indexes. */
export async function makeReady(migrations = MIGRATIONS, version = ""): Promise<string[]> {
  const lifted = await migrate(migrations, version);
  await createNewIndexes();
  return lifted;
}
