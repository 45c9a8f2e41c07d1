import type { Document } from "mongodb";
import { number, PATHS, scalar, scalars, small, text, value } from "./documents.js";
import type { Random } from "./random.js";

const TYPES = [
  "number",
  "int",
  "double",
  "long",
  "decimal",
  "string",
  "bool",
  "date",
  "null",
  "object",
  "array",
];

/** Generates a condition on a field. */
function condition(random: Random): unknown {
  const comparison = () => ({ [random.pick(["$gt", "$gte", "$lt", "$lte"])]: scalar(random) });
  return random.choose<unknown>(
    () => value(random),
    () => scalar(random),
    () => ({ [random.pick(["$eq", "$ne"])]: value(random) }),
    comparison,
    comparison,
    () => ({ $gte: number(random), $lt: number(random) }),
    () => ({ [random.pick(["$in", "$nin"])]: scalars(random) }),
    () => ({ $exists: random.oneIn(2) }),
    () => ({ $type: random.pick(TYPES) }),
    () => ({ $mod: [random.pick([2, 3]), random.below(2)] }),
    () => ({ $size: random.below(4) }),
    () => ({ $all: random.list(0, 2, () => scalar(random)) }),
    () => ({ $elemMatch: { $gte: number(random), $lte: number(random) } }),
    () => ({ $elemMatch: { [random.pick(["e", "f"])]: scalar(random) } }),
    () => ({ $regex: random.pick(["^a", "b", "B$", "^.$"]), $options: random.pick(["", "i"]) }),
    () => ({ $not: comparison() }),
    () => ({ [random.pick(["$gt", "$lte"])]: random.below(4) }),
    () => small(random),
    () => text(random),
  );
}

export function simple(random: Random): Document {
  return Object.fromEntries(random.list(0, 2, () => [random.pick(PATHS), condition(random)]));
}

export function filter(random: Random): Document {
  const several = () => random.list(1, 3, () => simple(random));
  return random.choose<Document>(
    () => simple(random),
    () => simple(random),
    () => simple(random),
    () => ({ [random.pick(["$and", "$or", "$nor"])]: several() }),
    () => ({ ...simple(random), $or: several() }),
  );
}
