import mongoose from "mongoose";
import { createNewIndexes } from "#models/db/define-model.server";
import { completePeople } from "./complete-people.server";
import { completeScripture } from "./complete-scripture.server";
import { countJournals } from "./count-room.server";
import { forgetVisits } from "./forget-visits.server";
import type { Migration } from "./migration.server";
import { nameSources } from "./name-sources.server";

/** In order of age. A new one goes to the end; each stays while there may be a folder from before it. */
export const MIGRATIONS: readonly Migration[] = [
  nameSources,
  completePeople,
  completeScripture,
  countJournals,
  forgetVisits,
];

type Lifted = { _id: string; at: Date };

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

/** Lifts what earlier versions stored to the shape of today, each thing once. @returns what was done */
export async function migrate(migrations = MIGRATIONS): Promise<string[]> {
  const db = database();
  const known = new Set((await listLifted()).map(({ _id }) => _id));
  const due = migrations.filter(({ name }) => !known.has(name));
  for (const { name, run } of due) {
    await run(db);
    // Two processes may start on one database: both do it, and either may say so first.
    await records(db).updateOne({ _id: name }, { $setOnInsert: { at: new Date() } }, { upsert: true });
  }
  return due.map(({ name }) => name);
}

/** Makes a database ready for this version, before anything is read from it: its records, then its indexes. */
export async function makeReady(): Promise<string[]> {
  const lifted = await migrate();
  await createNewIndexes();
  return lifted;
}
