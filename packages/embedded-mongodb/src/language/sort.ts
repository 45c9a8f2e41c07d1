import { errors, MongoError } from "../errors.js";
import { isDoc, type Doc } from "./bson.js";
import { encodeKey, indexKeys, type IndexField } from "./key.js";
import { isNumeric, toNumber } from "./number.js";

/** A sort specification, ready to be asked for the keys of documents. */
export type CompiledSort = {
  fields: IndexField[];
  /** Sort key of a document: each field's value, of an array the least or greatest element. */
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
    // Insertion order; it cannot be combined with other fields.
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
