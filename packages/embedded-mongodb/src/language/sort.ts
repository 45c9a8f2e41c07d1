import { errors, MongoError } from "../errors.js";
import { encode, isDoc, typeOrder, type Doc } from "./bson.js";
import { encodeKey, indexKeys, type IndexField } from "./key.js";
import { exactDouble, isNumeric, toNumber } from "./number.js";

/** A compiled sort specification. */
export type CompiledSort = {
  fields: IndexField[];
  /** Sort key of a document, from each field's value or, for an array, its least or greatest element. */
  keyOf(doc: Doc): Buffer;
};

/** Compiles a sort: an array sorts by its least element when ascending and by its greatest when descending. */
export function compileSort(spec: Doc): CompiledSort {
  const entries = Object.entries(spec);
  const fields = entries.map(([path, direction]): IndexField => {
    if (isDoc(direction)) throw errors.notImplemented("sorting by $meta");
    const number = isNumeric(direction) ? toNumber(direction) : 0;
    if (number !== 1 && number !== -1)
      throw new MongoError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    // `$natural` is the insertion order and cannot be combined with other fields.
    if (path === "$natural" && entries.length === 1) return [path, number];
    if (path === "" || path.split(".").includes(""))
      throw new MongoError(15998, "FieldPath field names may not be empty strings.");
    if (path.startsWith("$"))
      throw new MongoError(16410, `FieldPath field names may not start with '$', given '${path}'`);
    return [path, number];
  });
  const directions = fields.map(([, direction]) => direction);
  const keyOf = (doc: Doc): Buffer => {
    try {
      return indexKeys(doc, fields)
        .map((values) => encodeKey(values, directions))
        .reduce((least, each) => (Buffer.compare(each, least) < 0 ? each : least));
    } catch (cause) {
      if (cause instanceof MongoError && cause.code === 171)
        throw errors.badValue("cannot sort with keys that are parallel arrays");
      throw cause;
    }
  };
  return { fields, keyOf };
}

/** Compares values in MongoDB's total order, by type and then within the type, as index keys do. */
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
