import { arrayIndex, field, isDoc, isNullish, setField, typeNumber, typeOrder, type Doc } from "./bson.js";
import { SELF, type ComparisonOperator, type Filter } from "./filter.js";
import { compareValues } from "./sort.js";

/**
 * Whether `accept` accepts any value at a path. An array at the end offers each element and then itself; an array along
 * the path offers the values in its documents, or in the element at a numeric position. A path that ends early offers
 * `undefined`.
 */
function anyAt(
  value: unknown,
  path: string[],
  at: number,
  spread: boolean,
  accept: (value: unknown) => boolean,
): boolean {
  if (at === path.length) {
    if (spread && Array.isArray(value)) for (const element of value) if (accept(element)) return true;
    return accept(value);
  }
  const part = path[at]!;
  if (Array.isArray(value)) {
    const index = arrayIndex(part);
    if (index !== undefined && index < value.length) {
      const element: unknown = value[index];
      // A position selects the element itself: a nested array is not expanded, and a scalar has no fields.
      if (
        at + 1 === path.length
          ? accept(element)
          : isContainer(element) && anyAt(element, path, at + 1, spread, accept)
      ) {
        return true;
      }
    }
    return value.some((element) => isDoc(element) && anyAt(element, path, at, spread, accept));
  }
  return anyAt(isDoc(value) ? field(value, part) : undefined, path, at + 1, spread, accept);
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isDoc(value);
}

function compares(op: ComparisonOperator, wanted: unknown, value: unknown): boolean {
  if (wanted === null) return op !== "$gt" && op !== "$lt" && isNullish(value);
  if (value === undefined) return false;
  const type = typeOrder(wanted);
  // Values are compared within a type; MinKey and MaxKey compare with every type.
  if (type !== typeOrder(value) && type !== 1 && type !== 127) return false;
  const order = compareValues(value, wanted);
  if (op === "$eq" || order === 0) return order === 0 && op !== "$gt" && op !== "$lt";
  if (type === 10 && (Number.isNaN(Number(wanted)) || Number.isNaN(Number(value)))) return false;
  return op === "$gt" || op === "$gte" ? order > 0 : order < 0;
}

function isText(value: unknown): boolean {
  return typeOrder(value) === 15;
}

function sameRegex(value: unknown, wanted: unknown): boolean {
  return typeNumber(value) === 11 && typeNumber(wanted) === 11 && compareValues(value, wanted) === 0;
}

function accepts(filter: Filter, value: unknown): boolean {
  switch (filter.kind) {
    case "cmp":
      return compares(filter.op, filter.value, value);
    case "in":
      return (
        filter.has(value) || (isText(value) && filter.patterns.some((pattern) => pattern.test(String(value))))
      );
    case "regex":
      return isText(value) ? filter.test(String(value)) : sameRegex(value, filter.value);
    case "test":
      return filter.test(value);
    case "elem":
      return Array.isArray(value) && value.some((element) => elementMatches(filter, element));
    default:
      return false;
  }
}

/** Whether an array element fulfils the conditions of `$elemMatch`. */
export function elementMatches({ of, onElement }: Filter & { kind: "elem" }, element: unknown): boolean {
  if (onElement) return selfMatches(of, element);
  if (Array.isArray(element)) return matches(of, Object.assign({}, element) as unknown as Doc);
  return isDoc(element) && matches(of, element);
}

/** Checks conditions on an element itself, as in `$elemMatch: { $gt: 1 }`. A nested array is not expanded. */
function selfMatches(filter: Filter, value: unknown): boolean {
  switch (filter.kind) {
    case "and":
      return filter.of.every((each) => selfMatches(each, value));
    case "or":
      return filter.of.some((each) => selfMatches(each, value));
    case "nor":
      return !filter.of.some((each) => selfMatches(each, value));
    default:
      return accepts(filter, value);
  }
}

function isSize(filter: Filter): boolean {
  return filter.kind === "test" && filter.op === "$size";
}

const paths = new WeakMap<Filter, string[]>();

/** Whether a document fulfils a filter. */
export function matches(filter: Filter, doc: Doc): boolean {
  switch (filter.kind) {
    case "and":
      return filter.of.every((each) => matches(each, doc));
    case "or":
      return filter.of.some((each) => matches(each, doc));
    case "nor":
      return !filter.of.some((each) => matches(each, doc));
  }
  let path = paths.get(filter);
  if (!path) paths.set(filter, (path = filter.path === SELF ? [] : filter.path.split(".")));
  const accept = (value: unknown): boolean => accepts(filter, value);
  // {$exists: false} means that no value exists, not that some element lacks one.
  if (filter.kind === "test" && filter.op === "$exists" && filter.test(undefined)) {
    return !anyAt(doc, path, 0, false, (value) => value !== undefined);
  }
  return anyAt(doc, path, 0, filter.kind !== "elem" && !isSize(filter), accept);
}

/** The conditions of a filter on an array or its content; undefined if there are none. */
function conditionsOn(filter: Filter, path: string): Filter | undefined {
  if (!("path" in filter)) {
    if (filter.kind === "nor") return undefined;
    const of = filter.of.map((each) => conditionsOn(each, path)).filter((each) => each !== undefined);
    return of.length === 0 ? undefined : { kind: filter.kind, of };
  }
  if (isSize(filter)) return undefined;
  return filter.path === path || filter.path.startsWith(`${path}.`) ? filter : undefined;
}

function leaves(filter: Filter): Filter[] {
  return filter.kind === "and" || filter.kind === "or" ? filter.of.flatMap(leaves) : [filter];
}

function withArray(value: unknown, path: string[], array: unknown[]): unknown {
  if (path.length === 0) return array;
  const copy: Doc = {};
  if (isDoc(value)) setField(copy, path[0]!, withArray(field(value, path[0]!), path.slice(1), array));
  return copy;
}

/** Index of the element of the array at `path` that made the filter match, for the positional operator `$`. */
export function matchedArrayIndex(filter: Filter, doc: Doc, path: string): number | undefined {
  const relevant = conditionsOn(filter, path);
  if (!relevant) return undefined;
  const parts = path.split(".");
  let array: unknown = doc;
  for (const part of parts)
    array = isDoc(array) ? field(array, part) : Array.isArray(array) ? array[Number(part)] : undefined;
  if (!Array.isArray(array)) return undefined;
  // Prefers an element that fulfils all conditions; otherwise different elements may fulfil them.
  for (const condition of [relevant, ...leaves(relevant)]) {
    const index = array.findIndex((element) => matches(condition, withArray(doc, parts, [element]) as Doc));
    if (index >= 0) return index;
  }
  return undefined;
}
