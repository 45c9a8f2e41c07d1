import { mongo, type Model, type UpdateQuery } from "mongoose";
import { duplicateKeyFields } from "./failures.server";

/**
 * The `$or` conditions for records after a cursor, in a query sorted by the cursor's fields: a later field decides if all
 * earlier ones are equal.
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

/** Splits off a page of records queried with a limit of `size + 1`; `last` is its last record if more follow. */
export function splitPage<T>(records: readonly T[], size: number): { shown: T[]; last: T | undefined } {
  const shown = records.slice(0, size);
  return { shown, last: records.length > size ? shown.at(-1) : undefined };
}

/** The bytes of a stored value: a lean read returns the driver's Binary instead of a Buffer. */
export function storedBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return (value as { buffer: Uint8Array }).buffer;
}

type Query = {
  limit(count: number): { lean(): { cursor(): AsyncIterable<unknown> & { close(): Promise<void> } } };
};

/** Reads the first records of a query within both limits, but at least one. `isAll`: no more records follow. */
export async function readBounded<T extends { sealed: unknown }>(
  query: Query,
  max: { records: number; bytes: number },
): Promise<{ records: T[]; isAll: boolean }> {
  const records: T[] = [];
  let bytes = 0;
  const cursor = query
    .limit(max.records + 1)
    .lean()
    .cursor();
  try {
    for await (const record of cursor as AsyncIterable<T>) {
      bytes += storedBytes(record.sealed).length;
      if (records.length > 0 && (records.length === max.records || bytes > max.bytes))
        return { records, isAll: false };
      records.push(record);
    }
    return { records, isAll: true };
  } finally {
    await cursor.close();
  }
}

/** Increments counts, inserting a missing record first. Uses no upsert: one of two concurrent upserts may fail. */
export async function incrementCount<T extends { _id: string }>(
  model: Model<T>,
  record: T,
  $inc: Partial<Record<keyof T & string, number>>,
): Promise<void> {
  const change = () => model.updateOne({ _id: record._id }, { $inc } as UpdateQuery<T>);
  if ((await change()).matchedCount === 1) return;
  await createIfMissing(model, record);
  await change();
}

/** Inserts records. @returns the records whose ids or unique fields exist already */
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
