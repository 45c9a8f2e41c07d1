import { mongo, type Model, type UpdateQuery } from "mongoose";
import { duplicateKeyFields } from "./failures.server";

/**
 * What lies beyond a cursor, for the `$or` of a query that is sorted by these fields: a later field decides where those
 * before it are equal.
 */
export function afterCursor(
  cursor: Readonly<Record<string, unknown>>,
  sign: "$lt" | "$gt" = "$lt",
): Record<string, unknown>[] {
  const fields = Object.entries(cursor);
  return fields.map(([field, value], at) => ({
    ...Object.fromEntries(fields.slice(0, at)),
    [field]: { [sign]: value },
  }));
}

/** A page of records that were asked for with one more than `size`; `last` is the last of them where more follow. */
export function splitPage<T>(records: readonly T[], size: number): { shown: T[]; last: T | undefined } {
  const shown = records.slice(0, size);
  return { shown, last: records.length > size ? shown.at(-1) : undefined };
}

/** The bytes of a stored value: a lean read gives the driver's Binary where a document would give a Buffer. */
export function storedBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return (value as { buffer: Uint8Array }).buffer;
}

/** What a read may take of a list whose records may be short or very long. */
type Some = { records: number; bytes: number };

type Query = {
  limit(most: number): { lean(): { cursor(): AsyncIterable<unknown> & { close(): Promise<void> } } };
};

/**
 * The first records of a query: at least one, and then as many as are asked for, fewer where what is sealed in them is
 * long. `isAll` says that there are no more.
 */
export async function readBounded<T extends { sealed: unknown }>(
  query: Query,
  most: Some,
): Promise<{ records: T[]; isAll: boolean }> {
  const records: T[] = [];
  let bytes = 0;
  const cursor = query
    .limit(most.records + 1)
    .lean()
    .cursor();
  try {
    for await (const found of cursor as AsyncIterable<T>) {
      bytes += storedBytes(found.sealed).length;
      if (records.length > 0 && (records.length === most.records || bytes > most.bytes))
        return { records, isAll: false };
      records.push(found);
    }
    return { records, isAll: true };
  } finally {
    await cursor.close();
  }
}

/** Adds to a count. The record first, then the count: of two writes that do both and meet, one may be refused. */
export async function incrementCount<T extends { _id: string }>(
  model: Model<T>,
  record: T,
  $inc: Partial<Record<keyof T & string, number>>,
): Promise<void> {
  const change = () => model.updateOne({ _id: record._id }, { $inc } as UpdateQuery<T>);
  if ((await change()).matchedCount === 1) return;
  try {
    await model.create(record);
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
  await change();
}

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
export async function createIfMissing<Record>(
  model: Model<Record>,
  record: Partial<Record>,
): Promise<boolean> {
  try {
    await model.create(record);
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}
