import { encode, typeOrder, type Doc } from "./bson.js";
import { encodeKey } from "./key.js";
import { exactDouble } from "./number.js";

/** MongoDB's total order of values, by type and then within the type: that of their index keys. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const order = typeOrder(a) - typeOrder(b);
  if (order) return order;
  // Fast path for the most frequent types.
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeOrder(a) === 10) {
    const [x, y] = [exactDouble(a), exactDouble(b)];
    if (x !== undefined && y !== undefined && !Number.isNaN(x + y)) return x < y ? -1 : x > y ? 1 : 0;
  }
  return Buffer.compare(encodeKey([a], [1]), encodeKey([b], [1]));
}

/** Whether two values are equal to MongoDB: numbers by value, documents with their fields in the same order. */
export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** Whether two documents are the same to the last bit, types of numbers included. */
export function identical(a: Doc, b: Doc): boolean {
  return a === b || Buffer.compare(encode(a), encode(b)) === 0;
}
