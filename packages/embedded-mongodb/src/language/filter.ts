import { errors, MongoError } from "../errors.js";
import {
  field,
  formatValue,
  isDoc,
  isNullish,
  regexParts,
  TYPE_NUMBERS,
  typeNumber,
  type Doc,
} from "./bson.js";
import { encodeKey } from "./key.js";
import { isNumeric, toBigInt, toNumber, truthy } from "./number.js";
import { compileRegex } from "./regex.js";

export { matchedArrayIndex, matches } from "./match.js";

/** The comparisons that an index range can serve. */
export type ComparisonOperator = "$eq" | "$gt" | "$gte" | "$lt" | "$lte";

/**
 * A parsed filter. `$ne`, `$nin` and `$not` are a "nor" of the opposite, `$all` is an "and", and `test` is a condition on
 * a single value. `elem` is `$elemMatch`, with `onElement` when its conditions are on the elements themselves.
 */
export type Filter =
  | { kind: "and" | "or" | "nor"; of: Filter[] }
  | { kind: "cmp"; path: string; op: ComparisonOperator; value: unknown }
  | {
      kind: "in";
      path: string;
      values: unknown[];
      patterns: { test(text: string): boolean }[];
      has(value: unknown): boolean;
    }
  | { kind: "regex"; path: string; test(text: string): boolean; prefix: string | undefined; value: unknown }
  | { kind: "test"; path: string; op: string; argument: unknown; test: (value: unknown) => boolean }
  | { kind: "elem"; path: string; of: Filter; onElement: boolean };

/** Operators that need a MongoDB server. */
const REFUSED = new Set(
  (
    "$expr $where $text $jsonSchema $near $nearSphere $geoWithin $geoIntersects $within " +
    "$bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear"
  ).split(" "),
);

/** Path that denotes the array element itself in an `elem` filter with `onElement`. */
export const SELF = "";

/** Parses a filter. @throws MongoError for unknown operators and wrong arguments, with MongoDB's codes */
export function parseFilter(filter: Doc): Filter {
  const of = Object.entries(filter).flatMap(([name, value]) => parseEntry(name, value));
  return of.length === 1 ? of[0]! : { kind: "and", of };
}

function parseEntry(name: string, value: unknown): Filter[] {
  if (!name.startsWith("$") || isRefField(name)) return parseField(name, value);
  switch (name) {
    case "$and":
    case "$or":
    case "$nor": {
      if (!Array.isArray(value)) throw errors.badValue(`${name} argument must be an array`);
      if (value.length === 0) throw errors.badValue("$and/$or/$nor must be a nonempty array");
      const of = value.map((entry) => {
        if (!isDoc(entry)) throw errors.badValue("$or/$and/$nor entries need to be full objects");
        return parseFilter(entry);
      });
      return [{ kind: name.slice(1) as "and" | "or" | "nor", of }];
    }
    case "$comment":
      return [];
  }
  if (REFUSED.has(name)) throw errors.notImplemented(name);
  throw errors.badValue(`unknown top level operator: ${name}`);
}

/** Whether the name is a field of a DBRef, which begins with a dollar without being an operator. */
function isRefField(name: string): boolean {
  return name === "$ref" || name === "$id" || name === "$db";
}

function hasOperators(value: unknown): value is Doc {
  if (!isDoc(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith("$") && !isRefField(first);
}

function parseField(path: string, value: unknown): Filter[] {
  if (!hasOperators(value)) {
    return [typeNumber(value) === 11 ? regexFilter(path, value) : compare(path, "$eq", value)];
  }
  return Object.entries(value).flatMap(([op, argument]) => {
    if (op === "$options") {
      if (!("$regex" in value)) throw errors.badValue("$options needs a $regex");
      return [];
    }
    if (op === "$regex") return [regexFilter(path, argument, field(value, "$options"))];
    return parseOperator(path, op, argument);
  });
}

function compare(path: string, op: ComparisonOperator, value: unknown): Filter {
  return { kind: "cmp", path, op, value: value === undefined ? null : value };
}

function regexFilter(path: string, value: unknown, options?: unknown): Filter {
  const parts =
    typeof value === "string"
      ? { pattern: value, options: "" }
      : typeNumber(value) === 11 && regexParts(value);
  if (!parts) throw errors.badValue("$regex has to be a string");
  if (options !== undefined && typeof options !== "string")
    throw errors.badValue("$options has to be a string");
  if (options && parts.options) throw new MongoError(51075, "options set in both $regex and $options");
  return { kind: "regex", path, ...compileRegex(parts.pattern, options || parts.options), value };
}

function none(...of: Filter[]): Filter {
  return { kind: "nor", of };
}

function parseOperator(path: string, op: string, value: unknown): Filter[] {
  switch (op) {
    case "$eq":
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      if (op !== "$eq" && typeNumber(value) === 11)
        throw errors.badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
      return [compare(path, op, value)];
    case "$ne":
      if (typeNumber(value) === 11) throw errors.badValue("Can't have regex as arg to $ne.");
      return [none(compare(path, "$eq", value))];
    case "$in":
    case "$nin": {
      const filter = inFilter(path, op, value);
      return [op === "$in" ? filter : none(filter)];
    }
    case "$not": {
      if (typeNumber(value) === 11) return [none(regexFilter(path, value))];
      if (!isDoc(value)) throw errors.badValue("$not needs a regex or a document");
      if (Object.keys(value).length === 0) throw errors.badValue("$not cannot be empty");
      if (!hasOperators(value)) throw errors.badValue(`unknown operator: ${Object.keys(value)[0]}`);
      return [none({ kind: "and", of: parseField(path, value) })];
    }
    case "$all":
      return [parseAll(path, value)];
    case "$elemMatch": {
      if (!isDoc(value)) throw errors.badValue("$elemMatch needs an Object");
      return [parseElemMatch(path, value)];
    }
  }
  const test = valueTest(op, value);
  if (test) return [{ kind: "test", path, op, argument: value, test }];
  if (REFUSED.has(op)) throw errors.notImplemented(op);
  throw errors.badValue(`unknown operator: ${op}`);
}

function inFilter(path: string, op: string, value: unknown): Filter {
  if (!Array.isArray(value)) throw errors.badValue(`${op} needs an array`);
  if (value.some(hasOperators)) throw errors.badValue(`cannot nest $ under ${op}`);
  const patterns = value
    .filter((each) => typeNumber(each) === 11)
    .map((each) => {
      const { pattern, options } = regexParts(each);
      return compileRegex(pattern, options);
    });
  return { kind: "in", path, values: value, patterns, has: membership(value) };
}

/** Compiles a membership test, as a set of keys so that its cost does not depend on the list's length. */
function membership(list: unknown[]): (value: unknown) => boolean {
  let keys: Set<string> | undefined;
  const keyOf = (value: unknown) => encodeKey([value], [1]).toString("latin1");
  const nullish = list.some(isNullish);
  return (value) => {
    if (isNullish(value)) return nullish;
    keys ??= new Set(list.filter((each) => each !== undefined).map(keyOf));
    return keys.has(keyOf(value));
  };
}

function parseAll(path: string, value: unknown): Filter {
  if (!Array.isArray(value)) throw errors.badValue("$all needs an array");
  if (value.length === 0) return { kind: "or", of: [] };
  const of = value.map((each): Filter => {
    if (hasOperators(each)) {
      const inner = field(each, "$elemMatch");
      if (!isDoc(inner)) throw errors.badValue("no $ expressions in $all");
      return parseElemMatch(path, inner);
    }
    return typeNumber(each) === 11 ? regexFilter(path, each) : compare(path, "$eq", each);
  });
  return of.length === 1 ? of[0]! : { kind: "and", of };
}

/** Parses the conditions of `$elemMatch` (and `$pull`) on an element. */
export function parseElemMatch(path: string, value: Doc): Filter & { kind: "elem" } {
  const first = Object.keys(value)[0];
  const onElement = hasOperators(value) && !["$and", "$or", "$nor"].includes(first!);
  const of: Filter = onElement ? { kind: "and", of: parseField(SELF, value) } : parseFilter(value);
  return { kind: "elem", path, of, onElement };
}

function wholeNumber(op: string, value: unknown): number {
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number))
    throw errors.failedToParse(`Failed to parse ${op}. Expected an integer: ${op}: ${formatValue(value)}`);
  return number;
}

function valueTest(op: string, value: unknown): ((candidate: unknown) => boolean) | undefined {
  switch (op) {
    case "$exists": {
      const wanted = truthy(value);
      return (candidate) => (candidate !== undefined) === wanted;
    }
    case "$type": {
      const types = new Set((Array.isArray(value) ? value : [value]).flatMap(typesOf));
      if (types.size === 0) throw errors.failedToParse("path must match at least one type");
      return (candidate) => candidate !== undefined && types.has(typeNumber(candidate));
    }
    case "$size": {
      const size = wholeNumber(op, value);
      if (size < 0) throw errors.failedToParse(`$size takes a non-negative number: ${size}`);
      return (candidate) => Array.isArray(candidate) && candidate.length === size;
    }
    case "$mod": {
      if (!Array.isArray(value) || value.length !== 2 || !value.every(isNumeric))
        throw errors.badValue("malformed mod, needs to be an array of two numbers");
      const [divisor, remainder] = value.map(toBigInt) as [bigint, bigint];
      if (divisor === 0n) throw errors.badValue("divisor cannot be 0");
      return (candidate) =>
        isNumeric(candidate) &&
        Number.isFinite(toNumber(candidate)) &&
        toBigInt(candidate) % divisor === remainder;
    }
  }
  return undefined;
}

function typesOf(value: unknown): number[] {
  if (value === "number") return [1, 16, 18, 19];
  const number =
    typeof value === "string" ? TYPE_NUMBERS.get(value) : isNumeric(value) ? toNumber(value) : undefined;
  if (number === undefined && typeof value === "string")
    throw errors.badValue(`Unknown type name alias: ${value}`);
  if (number === undefined) throw errors.typeMismatch("type must be represented as a number or a string");
  if (![...TYPE_NUMBERS.values()].includes(number))
    throw errors.badValue(`Invalid numerical type code: ${number}`);
  return [number];
}
