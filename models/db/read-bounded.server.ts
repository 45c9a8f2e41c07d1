import { storedBytes } from "./stored-bytes.server";

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
