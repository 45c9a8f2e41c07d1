import { Decimal128, Double, Long, ObjectId, type Document } from "mongodb";
import type { Random } from "./random.js";

/** Paths that exist in the generated documents, and some that are missing in most. */
export const PATHS = ["a", "b", "s", "l", "d", "d.e", "d.f", "k", "k.e", "k.f", "l.0", "k.0.e", "z"] as const;
export const ARRAYS = ["l", "k", "d.f"] as const;

const OBJECT_IDS = [1, 2, 3].map((n) => new ObjectId(n.toString(16).padStart(24, "0")));

export function number(random: Random): unknown {
  return random.choose<unknown>(
    () => random.below(7) - 2,
    () => random.below(7) - 2,
    () => random.below(5) / 2,
    () => Long.fromNumber(random.below(5)),
    () => new Double(random.below(4)),
    () => Decimal128.fromString(`${random.below(4)}.5`),
  );
}

export const text = (random: Random): string => random.pick(["", "a", "ab", "abc", "b", "B", "é", "10"]);

export function scalar(random: Random): unknown {
  return random.choose<unknown>(
    () => number(random),
    () => number(random),
    () => text(random),
    () => text(random),
    () => random.pick([null, true, false]),
    () => new Date(random.below(4) * 1000),
    () => random.pick(OBJECT_IDS),
  );
}

/** Generates a small document with the fields of the paths. */
export function small(random: Random): Document {
  return {
    ...(random.oneIn(5) ? {} : { e: scalar(random) }),
    ...(random.oneIn(2)
      ? {
          f: random.choose<unknown>(
            () => scalar(random),
            () => scalars(random),
          ),
        }
      : {}),
  };
}

export const scalars = (random: Random): unknown[] => random.list(0, 4, () => scalar(random));
const numbers = (random: Random): unknown[] => random.list(0, 5, () => number(random));

/** Generates a value of any type. */
export function value(random: Random): unknown {
  return random.choose<unknown>(
    () => scalar(random),
    () => scalar(random),
    () => scalar(random),
    () => scalars(random),
    () => small(random),
  );
}

export function document(random: Random, _id: number): Document {
  const doc: Document = { _id };
  if (!random.oneIn(6)) doc.a = number(random);
  if (!random.oneIn(5)) doc.b = value(random);
  if (!random.oneIn(3)) doc.s = text(random);
  if (!random.oneIn(4))
    doc.l = random.choose(
      () => numbers(random),
      () => scalars(random),
    );
  if (!random.oneIn(4)) doc.d = small(random);
  if (!random.oneIn(4)) doc.k = random.list(0, 3, () => small(random));
  return doc;
}
