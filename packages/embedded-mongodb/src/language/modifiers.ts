import { Int32, Long, Timestamp } from "bson";
import { errors } from "../errors.js";
import { field, formatValue, isDoc, typeName, typeNumber, type Doc } from "./bson.js";
import { matches, parseElemMatch, parseFilter, SELF } from "./filter.js";
import type { Direction } from "./key.js";
import { arithmetic, integer, isNumeric, toBigInt, toNumber } from "./number.js";
import { compareValues, compileSort, equalValues } from "./sort.js";

/** The field that a modifier changes, for messages and `$currentDate`. */
type FieldRef = {
  path: string;
  doc: Doc;
  isInsert: boolean;
};

/** Computes the new value of a field from its current one; `undefined` is a missing field. */
export type Modifier = (current: unknown, ref: FieldRef) => unknown;

/** The value as a JavaScript number. @throws MongoError that names `what` if the value is not an integer */
function integerOf(value: unknown, what: string): number {
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number)) throw errors.badValue(`The value for ${what} must be an integer`);
  return number;
}

/** Describes the value that a modifier cannot change. */
function describe({ path, doc }: FieldRef, current: unknown): string {
  return `the ${typeName(current)} in '${path}' of {_id: ${formatValue(field(doc, "_id"))}}`;
}

function calculate(name: "$inc" | "$mul", argument: unknown, path: string): Modifier {
  if (!isNumeric(argument)) {
    const verb = name === "$inc" ? "increment" : "multiply";
    throw errors.typeMismatch(
      `Cannot ${verb} with non-numeric argument: {${path}: ${formatValue(argument)}}`,
    );
  }
  return (current, ref) => {
    if (current === undefined) return name === "$inc" ? argument : arithmetic("*", new Int32(0), argument);
    if (!isNumeric(current)) throw errors.typeMismatch(`Cannot apply ${name} to ${describe(ref, current)}`);
    const result = arithmetic(name === "$inc" ? "+" : "*", current, argument);
    if (result === undefined) throw errors.badValue(`Failed to apply ${name} to ${describe(ref, current)}`);
    return result;
  };
}

function currentDate(argument: unknown, now: Date): Modifier {
  const type = isDoc(argument) ? field(argument, "$type") : argument;
  if (type === "date" || typeof argument === "boolean") return () => now;
  if (type === "timestamp") return () => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
  throw errors.badValue("$currentDate takes a boolean or a $type: 'timestamp' or 'date'");
}

/** The values that `$push` and `$addToSet` add: the argument, or the elements of its `$each`. */
function additions(name: string, argument: unknown): { values: unknown[]; clauses: Doc } {
  if (!isDoc(argument) || !Object.hasOwn(argument, "$each")) return { values: [argument], clauses: {} };
  const { $each, ...clauses } = argument;
  if (!Array.isArray($each)) throw errors.typeMismatch(`The argument to $each in ${name} must be an array`);
  return { values: $each, clauses };
}

/** A copy of the array to add to; empty for a missing field. */
function elements(name: string, current: unknown, ref: FieldRef): unknown[] {
  if (current === undefined) return [];
  if (!Array.isArray(current)) throw errors.badValue(`Cannot apply ${name} to ${describe(ref, current)}`);
  return [...(current as unknown[])];
}

function push(argument: unknown): Modifier {
  const { values, clauses } = additions("$push", argument);
  for (const name of Object.keys(clauses)) {
    if (!["$slice", "$sort", "$position"].includes(name))
      throw errors.badValue(`Unrecognized clause in $push: ${name}`);
  }
  const slice = "$slice" in clauses ? integerOf(clauses.$slice, "$slice") : undefined;
  const position = "$position" in clauses ? integerOf(clauses.$position, "$position") : undefined;
  const order = "$sort" in clauses ? elementOrder(clauses.$sort) : undefined;
  return (current, ref) => {
    let result = elements("$push", current, ref);
    result.splice(position ?? result.length, 0, ...values);
    if (order) result.sort(order);
    if (slice !== undefined) result = slice < 0 ? result.slice(slice) : result.slice(0, slice);
    return result;
  };
}

function elementOrder(spec: unknown): (a: unknown, b: unknown) => number {
  if (isDoc(spec)) {
    const { keyOf } = compileSort(spec);
    const keyOfElement = (value: unknown): Buffer => keyOf(isDoc(value) ? value : {});
    return (a, b) => Buffer.compare(keyOfElement(a), keyOfElement(b));
  }
  const direction = isNumeric(spec) ? toNumber(spec) : 0;
  if (direction !== 1 && direction !== -1)
    throw errors.badValue("The $sort element value must be either 1 or -1");
  return (a, b) => compareValues(a, b) * direction;
}

function addToSet(argument: unknown): Modifier {
  const { values, clauses } = additions("$addToSet", argument);
  const unknown = Object.keys(clauses)[0];
  if (unknown)
    throw errors.badValue(`Found unexpected fields after $each in $addToSet: ${formatValue(argument)}`);
  return (current, ref) => {
    const result = elements("$addToSet", current, ref);
    for (const value of values) if (!result.some((each) => equalValues(each, value))) result.push(value);
    return result;
  };
}

function pull(name: "$pull" | "$pullAll", argument: unknown): Modifier {
  let drops: (element: unknown) => boolean;
  if (name === "$pullAll") {
    if (!Array.isArray(argument))
      throw errors.badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
    drops = (element) => argument.some((each) => equalValues(each, element));
  } else if (isDoc(argument) || typeNumber(argument) === 11) {
    // Without operators the condition applies to the fields of elements that are documents, otherwise to the elements.
    const onFields = isDoc(argument) && !parseElemMatch(SELF, argument).onElement;
    const condition = parseFilter(onFields ? argument : { element: argument });
    drops = (element) =>
      onFields ? isDoc(element) && matches(condition, element) : matches(condition, { element });
  } else {
    drops = (element) => equalValues(element, argument);
  }
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw errors.badValue(`Cannot apply ${name} to a non-array value`);
    return current.filter((element) => !drops(element));
  };
}

function pop(argument: unknown): Modifier {
  const end = isNumeric(argument) ? toNumber(argument) : NaN;
  if (end !== 1 && end !== -1)
    throw errors.failedToParse(`$pop expects 1 or -1, found: ${formatValue(argument)}`);
  return (current, ref) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw errors.typeMismatch(`Cannot apply $pop to ${describe(ref, current)}`);
    return end === 1 ? current.slice(0, -1) : current.slice(1);
  };
}

function bit(argument: unknown): Modifier {
  const isInteger = (value: unknown): boolean => value instanceof Int32 || value instanceof Long;
  if (!isDoc(argument)) throw errors.badValue(`$bit takes a document, not a ${typeName(argument)}`);
  const masks = Object.entries(argument);
  for (const [name, mask] of masks) {
    if (!["and", "or", "xor"].includes(name))
      throw errors.badValue(`$bit takes 'and', 'or' and 'xor', not '${name}'`);
    if (!isInteger(mask)) throw errors.badValue(`$bit takes integers, not a ${typeName(mask)}`);
  }
  return (current, ref) => {
    if (current !== undefined && !isInteger(current))
      throw errors.badValue(`Cannot apply $bit to ${describe(ref, current)}`);
    let bits = current === undefined ? 0n : toBigInt(current);
    for (const [name, mask] of masks) {
      const other = toBigInt(mask);
      bits = name === "and" ? bits & other : name === "or" ? bits | other : bits ^ other;
    }
    return integer(
      bits,
      [current, ...masks.map(([, mask]) => mask)].some((value) => value instanceof Long),
    );
  };
}

/** `$min`, or `$max` if `sign` is -1. */
function extreme(argument: unknown, sign: Direction): Modifier {
  return (current) =>
    current === undefined || compareValues(argument, current) * sign < 0 ? argument : current;
}

/** Compiles one entry of an update operator. */
type Compile = (argument: unknown, path: string, now: Date) => Modifier;

const COMPILE: Record<string, Compile> = {
  $set: (argument) => () => argument,
  $setOnInsert:
    (argument) =>
    (current, { isInsert }) =>
      isInsert ? argument : current,
  $unset: () => () => undefined,
  $inc: (argument, path) => calculate("$inc", argument, path),
  $mul: (argument, path) => calculate("$mul", argument, path),
  $min: (argument) => extreme(argument, 1),
  $max: (argument) => extreme(argument, -1),
  $currentDate: (argument, _, now) => currentDate(argument, now),
  $push: push,
  $addToSet: addToSet,
  $pull: (argument) => pull("$pull", argument),
  $pullAll: (argument) => pull("$pullAll", argument),
  $pop: pop,
  $bit: bit,
};

/** @throws MongoError for an unknown operator */
export function modifierNamed(name: string): Compile {
  const compile = Object.hasOwn(COMPILE, name) ? COMPILE[name] : undefined;
  if (compile) return compile;
  throw errors.failedToParse(`Unknown modifier: ${name}`);
}
