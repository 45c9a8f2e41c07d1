import { Double, Int32 } from "bson";
import { errors } from "../errors.js";
import { ARITHMETIC } from "./arithmetic.js";
import { ARRAYS } from "./arrays.js";
import { compareValues } from "./compare.js";
import { CONVERSIONS } from "./conversions.js";
import { DATES } from "./dates.js";
import { of, truthy, type Operator } from "./operator.js";
import { STRINGS } from "./strings.js";

const comparison = (accept: (order: number) => unknown): Operator =>
  of(2, 2, ([a, b], { collation }) => accept(compareValues(a, b, collation)));

/** All expression operators that take evaluated arguments. */
export const OPERATORS: Record<string, Operator> = {
  $cmp: comparison((order) => new Int32(Math.sign(order))),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $not: of(1, 1, ([value]) => !truthy(value)),
  $rand: of(0, 1, (_, { random }) => {
    if (!random) throw errors.notImplemented("$rand here");
    return new Double(random());
  }),
  ...ARITHMETIC,
  ...ARRAYS,
  ...STRINGS,
  ...DATES,
  ...CONVERSIONS,
};
