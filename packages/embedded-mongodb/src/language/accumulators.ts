import { Int32 } from "bson";
import { MongoError } from "../errors.js";
import { deviation, mergeObjects, pick } from "./arrays.js";
import { isDoc, type Doc } from "./bson.js";
import { compareValues } from "./compare.js";
import { Compiler, type Evaluate, type ExpressionOptions, type Scope } from "./expression.js";
import { encodeKey } from "./key.js";
import { nil } from "./operator.js";
import { compileSort } from "./sort.js";
import { Total } from "./total.js";

/** What a group keeps for one of its fields while documents come in. */
export type Accumulator = {
  add(scope: Scope): void;
  result(): unknown;
};

type Maker = (argument: unknown, compiler: Compiler, name: string) => () => Accumulator;

/** An accumulator that keeps one value and takes each next one into it. */
function folding(
  start: unknown,
  step: (kept: unknown, value: unknown, options: ExpressionOptions, first: boolean) => unknown,
): Maker {
  return (argument, compiler) => {
    const evaluate = compiler.compile(argument);
    return () => {
      let kept = start;
      let first = true;
      return {
        add: (scope) => {
          kept = step(kept, evaluate(scope), compiler.options, first);
          first = false;
        },
        result: () => kept ?? null,
      };
    };
  };
}

/** An accumulator that needs all values at the end. */
function collecting(
  finish: (values: unknown[], options: ExpressionOptions) => unknown,
  of: (value: unknown) => boolean,
): Maker {
  return (argument, compiler) => {
    const evaluate = compiler.compile(argument);
    return () => {
      const values: unknown[] = [];
      return {
        add: (scope) => {
          const value = evaluate(scope);
          if (of(value)) values.push(value);
        },
        result: () => finish(values, compiler.options),
      };
    };
  };
}

function totalling(finish: (total: Total) => unknown): Maker {
  return (argument, compiler) => {
    const evaluate = compiler.compile(argument);
    return () => {
      const total = new Total();
      return { add: (scope) => total.add(evaluate(scope)), result: () => finish(total) };
    };
  };
}

const best = (sign: 1 | -1): Maker =>
  folding(undefined, (kept, value, { collation }) =>
    nil(value) || (!nil(kept) && compareValues(value, kept, collation) * sign <= 0) ? kept : value,
  );

const present = (value: unknown): boolean => value !== undefined;

const addToSet: Maker = (argument, compiler) => {
  const evaluate = compiler.compile(argument);
  return () => {
    const values = new Map<string, unknown>();
    return {
      add: (scope) => {
        const value = evaluate(scope);
        if (value === undefined) return;
        const key = encodeKey([value], [1], compiler.options.collation).toString("latin1");
        if (!values.has(key)) values.set(key, value);
      },
      result: () => [...values.values()],
    };
  };
};

function spec(argument: unknown, name: string, needed: string[]): Doc {
  if (!isDoc(argument)) throw new MongoError(5787900, `specification must be an object; found ${name}`);
  const missing = needed.find((each) => !(each in argument));
  if (missing) throw new MongoError(5787906, `Missing value for '${missing}' in ${name}`);
  return argument;
}

/** $firstN, $lastN, $minN, $maxN. */
const pickN: Maker = (argument, compiler, name) => {
  const { input, n } = spec(argument, name, ["input", "n"]);
  const count = compiler.compile(n);
  const values = collecting(
    (each) => each,
    () => true,
  )(input, compiler, name);
  return () => {
    const inner = values();
    return {
      add: inner.add,
      result: () => {
        const all = (inner.result() as unknown[]).map((each) => (each === undefined ? null : each));
        return pick(name, all, count({ root: {}, variables: {} }), compiler.options);
      },
    };
  };
};

/** $top, $topN, $bottom, $bottomN. */
const ranked: Maker = (argument, compiler, name) => {
  const many = name.endsWith("N");
  const { sortBy, output, n } = spec(argument, name, many ? ["sortBy", "output", "n"] : ["sortBy", "output"]);
  const evaluate = compiler.compile(output);
  const count = many ? compiler.compile(n) : (): unknown => new Int32(1);
  const { compare } = compileSort(sortBy as Doc, compiler.options.collation);
  return () => {
    const entries: { doc: Doc; value: unknown }[] = [];
    return {
      add: (scope) => entries.push({ doc: scope.root as Doc, value: evaluate(scope) ?? null }),
      result: () => {
        const sorted = entries.sort((a, b) => compare(a.doc, b.doc)).map(({ value }) => value);
        const taken = pick(
          name.startsWith("$top") ? "$firstN" : "$lastN",
          sorted,
          count({ root: {}, variables: {} }),
          compiler.options,
        );
        return many ? taken : (taken[0] ?? null);
      },
    };
  };
};

const MAKERS: Record<string, Maker> = {
  $sum: totalling((total) => total.sum()),
  $avg: totalling((total) => total.average()),
  $count: (argument, compiler) => {
    if (!isDoc(argument) || Object.keys(argument).length > 0)
      throw new MongoError(9, "$count takes no arguments, i.e. $count:{}");
    return totalling((total) => total.sum())(new Int32(1), compiler, "$count");
  },
  $min: best(-1),
  $max: best(1),
  $first: folding(undefined, (kept, value, _, first) => (first ? value : kept)),
  $last: folding(undefined, (_kept, value) => value),
  $push: collecting((values) => values, present),
  $addToSet: addToSet,
  $mergeObjects: folding({}, (kept, value) => mergeObjects([kept, value])),
  $stdDevPop: collecting((values) => deviation(values, false), present),
  $stdDevSamp: collecting((values) => deviation(values, true), present),
  $firstN: pickN,
  $lastN: pickN,
  $minN: pickN,
  $maxN: pickN,
  $top: ranked,
  $topN: ranked,
  $bottom: ranked,
  $bottomN: ranked,
};

/** Groups documents: a group's key and its accumulators, compiled from a `$group` specification. */
export class Grouping {
  private readonly key: Evaluate;
  private readonly fields: [name: string, make: () => Accumulator][];

  constructor(
    specification: unknown,
    private readonly options: ExpressionOptions,
  ) {
    if (!isDoc(specification)) throw new MongoError(15947, "a group's fields must be specified in an object");
    if (!("_id" in specification)) throw new MongoError(15955, "a group specification must include an _id");
    const compiler = new Compiler(options);
    this.key = compiler.compile(specification._id);
    this.fields = Object.entries(specification)
      .filter(([name]) => name !== "_id")
      .map(([name, value]) => [name, accumulator(name, value, compiler)]);
  }

  *run(input: Iterable<Doc>, variables: Record<string, unknown>): Iterable<Doc> {
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const root of input) {
      const scope = { root, variables };
      const id = this.key(scope) ?? null;
      const key = encodeKey([id], [1], this.options.collation).toString("latin1");
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { id, accumulators: this.fields.map(([, make]) => make()) }));
      for (const each of group.accumulators) each.add(scope);
    }
    for (const { id, accumulators } of groups.values()) {
      const doc: Doc = { _id: id };
      accumulators.forEach((each, i) => (doc[this.fields[i]![0]] = each.result()));
      yield doc;
    }
  }
}

function accumulator(field: string, value: unknown, compiler: Compiler): () => Accumulator {
  if (!isDoc(value)) throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  if (field.includes(".")) throw new MongoError(40235, `The field name '${field}' cannot contain '.'`);
  const names = Object.keys(value);
  if (names.length !== 1) throw new MongoError(40238, `The field '${field}' must specify one accumulator`);
  const name = names[0]!;
  const make = Object.hasOwn(MAKERS, name) && MAKERS[name];
  if (!make) throw new MongoError(15952, `unknown group operator '${name}'`);
  return make(value[name], compiler, name);
}
