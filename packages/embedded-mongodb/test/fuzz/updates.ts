import type { Document } from "mongodb";
import { ARRAYS, document, number, PATHS, scalar, scalars, small, value } from "./documents.js";
import type { Random } from "./random.js";

const SCALARS = ["a", "b", "s", "d.e", "z", "y.x"];

function push(random: Random): Document {
  const element = () =>
    random.choose<unknown>(
      () => scalar(random),
      () => small(random),
    );
  if (random.oneIn(2)) return { [random.pick(ARRAYS)]: element() };
  return {
    [random.pick(ARRAYS)]: {
      $each: random.list(0, 3, element),
      ...(random.oneIn(2) ? { $slice: random.below(5) - 2 } : {}),
      ...(random.oneIn(2) ? { $sort: random.pick<unknown>([1, -1, { e: 1 }, { e: -1 }]) } : {}),
      ...(random.oneIn(3) ? { $position: random.below(4) - 1 } : {}),
    },
  };
}

/** Generates one operator with its operand. */
function change(random: Random): Document {
  const path = random.pick(PATHS);
  return random.choose<Document>(
    () => ({ $set: { [path]: value(random) } }),
    () => ({ $set: { [random.pick(SCALARS)]: scalar(random) } }),
    () => ({ $unset: { [path]: 1 } }),
    () => ({ [random.pick(["$inc", "$mul"])]: { [random.pick(["a", "z", "d.e", path])]: number(random) } }),
    () => ({ [random.pick(["$min", "$max"])]: { [path]: scalar(random) } }),
    () => ({ $rename: { [random.pick(["a", "b", "d.e", "z"])]: random.pick(["y", "d.g", "s"]) } }),
    () => ({ $push: push(random) }),
    () => ({ $push: push(random) }),
    () => ({ $addToSet: { [random.pick(ARRAYS)]: value(random) } }),
    () => ({ $addToSet: { [random.pick(ARRAYS)]: { $each: scalars(random) } } }),
    () => ({ $pull: { [random.pick(["l", "d.f"])]: scalar(random) } }),
    () => ({ $pull: { l: { $gte: number(random) } } }),
    () => ({ $pull: { k: { e: scalar(random) } } }),
    () => ({ $pullAll: { [random.pick(ARRAYS)]: scalars(random) } }),
    () => ({ $pop: { [random.pick(ARRAYS)]: random.pick([1, -1]) } }),
    () => ({ $bit: { [random.pick(["a", "z"])]: { [random.pick(["and", "or", "xor"])]: random.below(4) } } }),
    () => ({ $setOnInsert: { [random.pick(SCALARS)]: scalar(random) } }),
    () => ({ $set: { [random.pick(["l.$[]", "k.$[].e"])]: scalar(random) } }),
  );
}

/** Generates an update of one or two operators, which servers reject if both change one path. */
export function update(random: Random): Document {
  return random.oneIn(3) ? { ...change(random), ...change(random) } : change(random);
}

export function replacement(random: Random): Document {
  const { _id: _, ...rest } = document(random, 0);
  return rest;
}
