import { Int32, Long } from "bson";
import { MongoError } from "../errors.js";
import { field, getPath, isDoc, setField, typeName, typeNumber, valuesAt, type Doc } from "./bson.js";

/** A stage of a pipeline: documents in, documents out, one at a time. */
export type Stage = (input: Iterable<Doc>) => Iterable<Doc>;

/** The one document in which a count is answered; none for nothing, as when it is counted by grouping. */
export function* counted(count: () => number, id: unknown): Iterable<Doc> {
  const n = count();
  if (n > 0) yield { _id: id, n: new Int32(n) };
}

/** Each document changed. */
export function* map(input: Iterable<Doc>, change: (doc: Doc) => Doc): Iterable<Doc> {
  for (const doc of input) yield change(doc);
}

/** The documents that are accepted. */
export function* keep(input: Iterable<Doc>, accept: (doc: Doc) => boolean): Iterable<Doc> {
  for (const doc of input) if (accept(doc)) yield doc;
}

/** What `make` gives, made only when it is asked for. */
export function* later(make: () => Iterable<Doc>): Iterable<Doc> {
  yield* make();
}

/** The input and then further documents. */
export function* concat(input: Iterable<Doc>, more: () => Iterable<Doc>): Iterable<Doc> {
  yield* input;
  yield* more();
}

/** At most `limit` documents after the first `skip`. */
export function* slice(input: Iterable<Doc>, skip: number, limit: number): Iterable<Doc> {
  let at = 0;
  for (const doc of input) {
    if (at++ >= skip) yield doc;
    if (at >= skip + limit) return;
  }
}

/** `$count`: no document at all when there is nothing to count. */
export function* counting(input: Iterable<Doc>, name: string): Iterable<Doc> {
  let count = 0;
  for (const _ of input) count++;
  if (count > 0) yield { [name]: new Int32(count) };
}

/** A random choice of `size` documents, each as likely as any other. */
export function sample(input: Iterable<Doc>, size: number, random: () => number): Doc[] {
  const chosen: Doc[] = [];
  let seen = 0;
  for (const doc of input) {
    const at = seen < size ? seen : Math.floor(random() * (seen + 1));
    seen++;
    if (at < size) chosen[at] = doc;
  }
  return chosen;
}

/** A copy of a document with another value at a path, which leads through documents only. */
export function withValue(doc: Doc, path: string, value: unknown): Doc {
  const [name, rest] = path.includes(".")
    ? [path.slice(0, path.indexOf(".")), path.slice(path.indexOf(".") + 1)]
    : [path];
  const copy = { ...doc };
  const inner = field(doc, name!);
  if (rest !== undefined) setField(copy, name!, withValue(isDoc(inner) ? inner : {}, rest, value));
  else if (value === undefined) delete copy[name!];
  else setField(copy, name!, value);
  return copy;
}

/** `$unwind`. */
export function unwind(given: unknown): Stage {
  const spec = typeof given === "string" ? { path: given } : given;
  if (!isDoc(spec))
    throw new MongoError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(given)}`,
    );
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } = spec;
  if (typeof path !== "string") throw new MongoError(28812, "no path specified to $unwind stage");
  if (!path.startsWith("$"))
    throw new MongoError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const name = path.slice(1);
  const indexed = (doc: Doc, index: number | null): Doc =>
    typeof includeArrayIndex === "string"
      ? withValue(doc, includeArrayIndex, index === null ? null : Long.fromNumber(index))
      : doc;
  return function* (input) {
    for (const doc of input) {
      const value = getPath(doc, name);
      if (Array.isArray(value) && value.length > 0) {
        for (const [index, element] of value.entries()) yield indexed(withValue(doc, name, element), index);
      } else if (value === undefined || value === null || Array.isArray(value)) {
        if (preserveNullAndEmptyArrays === true)
          yield indexed(Array.isArray(value) ? withValue(doc, name, undefined) : doc, null);
      } else {
        yield indexed(doc, null);
      }
    }
  };
}

/** The values that a document is joined by: those in an array each for itself, null for a missing field. */
export function localValues(doc: Doc, path: string): unknown[] {
  const { values, viaArray } = valuesAt(doc, path);
  return values.length === 0 && !viaArray ? [null] : values;
}

/** A filter for the documents that one of the values joins. */
export function joinFilter(path: string, values: unknown[]): Doc {
  if (values.length === 1) return { [path]: { $eq: values[0] } };
  if (values.some((value) => typeNumber(value) === 11))
    return { $or: values.map((value) => ({ [path]: { $eq: value } })) };
  return { [path]: { $in: values } };
}
