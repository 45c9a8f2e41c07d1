import { MongoError } from "../errors.js";
import { isNullish, typeOrder, type Doc } from "../language/bson.js";
import { matches, type Filter } from "../language/filter.js";
import type { Direction, IndexField } from "../language/key.js";
import { compareValues, equalValues } from "../language/sort.js";
import { conjunctsOf } from "./bind.js";
import type { Collection, Index } from "./catalog.js";
import { planIndex, type IndexPlan, type IsEmpty } from "./plan-index.js";

/**
 * Whether every document that fulfils `conjuncts` also fulfils `condition`, so that a partial index with that condition
 * contains them all. It may return false when in doubt.
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
    // Only documents that have the field match a range of a type other than null.
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

/** Whether a condition holds for every document whose field equals a scalar value. */
function holdsFor(wanted: Filter, value: unknown): boolean {
  if (isNullish(value) || Array.isArray(value) || !("path" in wanted)) return false;
  let doc: unknown = value;
  for (const part of wanted.path.split(".").reverse()) doc = { [part]: doc };
  return matches(wanted, doc as Doc);
}

/** How the documents of a filter are found. */
export type Plan =
  | IndexPlan
  | { kind: "all"; reverse: boolean; sorted: boolean; exact: boolean }
  | { kind: "union"; plans: Plan[]; sorted: boolean; exact: false };

export type PlanRequest = {
  collection: Collection;
  filter: Filter;
  sort: readonly IndexField[] | undefined;
  hint: unknown;
  /** Counts the rows of an index plan, up to `cap`. */
  estimate(plan: IndexPlan, cap: number): number;
  isEmpty: IsEmpty;
};

const ESTIMATE_CAP = 256;

/** Chooses a plan. Unless it is exact, every document is checked against the filter. */
export function choosePlan(request: PlanRequest): Plan {
  const { collection, sort, hint } = request;
  const conjuncts = conjunctsOf(request.filter);
  const natural = sort?.length === 1 && sort[0]?.[0] === "$natural" ? sort[0][1] : undefined;
  const indexes = collection.indexes.filter((index) => !index.building);
  if (hint !== undefined) {
    const index = hintedIndex(indexes, hint);
    if (index && (natural !== undefined || (index.partial && !implies(conjuncts, index.partial))))
      throw new MongoError(2, "bad hint: the index does not hold all that is asked for, in its order");
    if (index) return planIndex(request, index, conjuncts, true)!;
  }
  const everything: Plan = {
    kind: "all",
    reverse: natural === -1 || isNaturalHint(hint) === -1,
    sorted: sort === undefined || sort.length === 0 || natural !== undefined,
    exact: conjuncts.length === 0,
  };
  if (natural !== undefined || isNaturalHint(hint) !== undefined) return everything;
  const plans: IndexPlan[] = [];
  for (const index of indexes) {
    if (index.partial && !implies(conjuncts, index.partial)) continue;
    const plan = planIndex(request, index, conjuncts);
    if (plan) plans.push(plan);
  }
  const point = plans.find((plan) => plan.index.unique && plan.equalities === plan.index.fields.length);
  if (point) return point;
  const bounded = plans.filter((plan) => plan.bounded);
  const sorted = sort?.length ? plans.filter((plan) => plan.sorted && !plan.bounded) : [];
  sorted.sort((a, b) => a.index.fields.length - b.index.fields.length);
  if (bounded.length > 0) return bestOf(request, bounded);
  return planUnion(request, conjuncts, sorted.length > 0) ?? sorted[0] ?? everything;
}

/**
 * Plans a skip scan: if the values of a field follow the equality prefix in an index, a scan can skip the remaining
 * entries of a value.
 */
export function planSkipScan(collection: Collection, filter: Filter, path: string): IndexPlan | undefined {
  // A numeric path component means an array position to a filter, but not to an index.
  if (/(?:^|\.)\d+(?:\.|$)/.test(path)) return undefined;
  const conjuncts = conjunctsOf(filter);
  for (const index of collection.indexes) {
    const at = index.paths.indexOf(path);
    if (index.building || index.isId || at < 0) continue;
    if (index.partial && !implies(conjuncts, index.partial)) continue;
    // As with a hint, sparse indexes are allowed: documents that they lack have no value.
    const plan = planIndex({}, index, conjuncts, true);
    // The equality prefix must cover the whole filter; otherwise another index might read fewer rows.
    if (plan?.equalities === at && conjuncts.length === at && !mayShareArray(index, at)) return plan;
  }
  return undefined;
}

/** Whether the field and an earlier one may be below one array; the index does not distinguish the array's elements. */
const mayShareArray = ({ multikey }: Index, at: number) =>
  multikey[at] && multikey.slice(0, at).some(Boolean);

/**
 * Whether one plan reads no more rows than another, whatever the data is, in an order that is no worse; then counting,
 * which takes longer than reading a page of entries, is unnecessary. Excluded are sparse and partial indexes, which may
 * hold fewer rows than their conditions imply, and indexes over arrays, which may hold more.
 */
function isNeverWorse(one: IndexPlan, other: IndexPlan): boolean {
  if (one === other || one.repeats || other.index.sparse || other.index.partial) return false;
  if (other.sorted && !one.sorted) return false;
  for (const condition of other.used) if (!one.used.has(condition)) return false;
  if (one.used.size > other.used.size || one.sorted !== other.sorted) return true;
  // If two plans read the same rows in the same order, exactly one is never worse, so that one of them remains.
  const preference =
    one.equalities - other.equalities ||
    Number(one.exact) - Number(other.exact) ||
    other.index.fields.length - one.index.fields.length;
  return preference > 0 || (preference === 0 && one.index.table < other.index.table);
}

/** Chooses among several index plans by counting their rows up to a limit. */
function bestOf(request: PlanRequest, plans: IndexPlan[]): IndexPlan {
  const inQuestion = plans.filter((plan) => !plans.some((other) => isNeverWorse(other, plan)));
  const [only] = inQuestion;
  if (only && inQuestion.length === 1) return only;
  const rated = inQuestion.map((plan) => ({ plan, rows: request.estimate(plan, ESTIMATE_CAP) }));
  rated.sort(
    (a, b) =>
      a.rows - b.rows ||
      Number(b.plan.sorted) - Number(a.plan.sorted) ||
      b.plan.equalities - a.plan.equalities ||
      Number(b.plan.exact) - Number(a.plan.exact) ||
      a.plan.index.fields.length - b.plan.index.fields.length,
  );
  const [best] = rated;
  // Few rows are sorted quickly; many are better read in order.
  if (best && best.rows >= ESTIMATE_CAP) return best.plan;
  const ordered = rated.find((item) => item.plan.sorted);
  return (ordered && best && ordered.rows <= best.rows * 2 ? ordered.plan : best?.plan) as IndexPlan;
}

function planUnion(request: PlanRequest, conjuncts: Filter[], orderAvailable: boolean): Plan | undefined {
  for (const conjunct of conjuncts) {
    if (conjunct.kind !== "or" || conjunct.of.length === 0) continue;
    const rest = conjuncts.filter((other) => other !== conjunct);
    const plans: Plan[] = [];
    let rows = 0;
    for (const branch of conjunct.of) {
      const filter: Filter = { kind: "and", of: [branch, ...rest] };
      const plan = choosePlan({ ...request, filter, sort: undefined, hint: undefined });
      if (plan.kind === "all" || (plan.kind === "index" && !plan.bounded)) break;
      if (orderAvailable && plan.kind === "index") rows += request.estimate(plan, ESTIMATE_CAP);
      plans.push(plan);
    }
    if (plans.length < conjunct.of.length || (orderAvailable && rows >= ESTIMATE_CAP)) continue;
    return { kind: "union", plans, sorted: !request.sort?.length, exact: false };
  }
  return undefined;
}

function isNaturalHint(hint: unknown): Direction | undefined {
  if (typeof hint !== "object" || hint === null || !("$natural" in hint)) return undefined;
  return Number(hint.$natural) < 0 ? -1 : 1;
}

function hintedIndex(indexes: Index[], hint: unknown): Index | undefined {
  const isEmpty = typeof hint === "object" && hint !== null && Object.keys(hint).length === 0;
  if (isEmpty || isNaturalHint(hint) !== undefined) return undefined;
  const index = indexes.find((item) =>
    typeof hint === "string" ? item.name === hint : equalValues(item.spec["key"], hint as Doc),
  );
  if (!index) throw new MongoError(2, "hint provided does not correspond to an existing index");
  return index;
}
