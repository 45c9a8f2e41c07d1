import { isNullish, typeOrder, type Doc } from "../language/bson.js";
import { compareValues, equalValues } from "../language/compare.js";
import { matches, type Filter } from "../language/filter.js";

/**
 * Whether every document that fulfils `conjuncts` also fulfils `condition`, so that a partial index
 * with that condition holds them all. "No" is always a safe answer.
 */
export function implies(conjuncts: readonly Filter[], condition: Filter): boolean {
  if (condition.kind === "and") return condition.of.every((part) => implies(conjuncts, part));
  if (condition.kind === "or") return condition.of.some((part) => implies(conjuncts, part));
  return conjuncts.some((conjunct) => impliesOne(conjunct, condition));
}

function impliesOne(known: Filter, wanted: Filter): boolean {
  if (!("path" in known) || !("path" in wanted) || known.path !== wanted.path) return false;
  if (known.kind === "cmp" && known.op === "$eq") return holdsFor(wanted, known.value);
  if (known.kind === "in" && known.patterns.length === 0) {
    return known.values.every((value) => holdsFor(wanted, value));
  }
  if (wanted.kind === "test") {
    if (known.kind === "test") return known.op === wanted.op && equalValues(known.argument, wanted.argument);
    // A range over a type other than null is met only by documents that have the field.
    const exists = wanted.op === "$exists" && wanted.test(0) && !wanted.test(undefined);
    if (known.kind === "cmp") return exists && !isNullish(known.value);
    return exists && known.kind === "regex";
  }
  if (known.kind !== "cmp" || wanted.kind !== "cmp") return false;
  if (typeOrder(known.value) !== typeOrder(wanted.value)) return false;
  const order = compareValues(known.value, wanted.value);
  if (known.op === wanted.op && order === 0) return true;
  const above = ["$gt", "$gte"];
  const below = ["$lt", "$lte"];
  if (above.includes(known.op) && above.includes(wanted.op)) return order > 0;
  return below.includes(known.op) && below.includes(wanted.op) && order < 0;
}

/** An equality with a plain value: the condition is tried on a document that has just this value. */
function holdsFor(wanted: Filter, value: unknown): boolean {
  if (isNullish(value) || Array.isArray(value) || !("path" in wanted)) return false;
  let doc: unknown = value;
  for (const part of wanted.path.split(".").reverse()) doc = { [part]: doc };
  return matches(wanted, doc as Doc);
}
