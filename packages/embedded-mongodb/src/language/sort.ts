import { errors, MongoError } from "../errors.js";
import { isDoc, type Doc } from "./bson.js";
import { compareValues, type Collation } from "./compare.js";
import { indexKeys, type IndexField } from "./key.js";
import { isNumeric, toNumber } from "./number.js";

/** A sort specification, ready to compare documents. */
export type CompiledSort = {
  fields: IndexField[];
  compare(a: Doc, b: Doc): number;
  /** What a document is sorted by: for each field its value, of an array the least or greatest element. */
  keyOf(doc: Doc): unknown[];
  compareKeys(a: unknown[], b: unknown[]): number;
};

/** Compiles a sort: an array sorts by its least element when ascending and by its greatest when descending. */
export function compileSort(spec: Doc, collation?: Collation): CompiledSort {
  const fields = Object.entries(spec).map(([path, direction]): IndexField => {
    if (isDoc(direction)) throw errors.notImplemented("sorting by $meta");
    const number = isNumeric(direction) ? toNumber(direction) : 0;
    if (number !== 1 && number !== -1) {
      throw new MongoError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    if (path === "" || path.split(".").includes(""))
      throw new MongoError(15998, "FieldPath field names may not be empty strings.");
    if (path.startsWith("$"))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    return [path, number];
  });
  const compareKeys = (a: unknown[], b: unknown[]): number => {
    for (let i = 0; i < fields.length; i++) {
      const order = compareValues(a[i], b[i], collation);
      if (order) return order * fields[i]![1];
    }
    return 0;
  };
  // Each document is compared many times while it is sorted: its key is made once.
  const known = new WeakMap<Doc, unknown[]>();
  const keyOf = (doc: Doc): unknown[] => {
    try {
      return indexKeys(doc, fields).keys.reduce((least, each) =>
        compareKeys(each, least) < 0 ? each : least,
      );
    } catch (cause) {
      if (cause instanceof MongoError && cause.code === 171)
        throw errors.badValue("cannot sort with keys that are parallel arrays");
      throw cause;
    }
  };
  const remembered = (doc: Doc): unknown[] => {
    let key = known.get(doc);
    if (!key) known.set(doc, (key = keyOf(doc)));
    return key;
  };
  return { fields, compare: (a, b) => compareKeys(remembered(a), remembered(b)), keyOf, compareKeys };
}
