import { mongo, type Model } from "mongoose";
import { duplicateKeyFields } from "./failures.server";

/** Inserts records. @returns those that were not inserted, because records with their ids or unique fields exist */
export async function insertMissing<Record>(
  model: Model<Record>,
  records: readonly Record[],
): Promise<Record[]> {
  if (records.length === 0) return [];
  try {
    await model.insertMany(records, { ordered: false, lean: true });
    return [];
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    const failed = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
    return failed.flatMap(({ index }) => records[index] ?? []);
  }
}

/** Creates a record with its defaults. @returns false if a record with its id or unique fields exists */
export async function createMissing<Record>(model: Model<Record>, record: Partial<Record>): Promise<boolean> {
  try {
    await model.create(record);
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}
