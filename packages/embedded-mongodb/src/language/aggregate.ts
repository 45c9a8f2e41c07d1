import { Int32, Long } from "bson";
import { errors, MongoError } from "../errors.js";
import { getPath, isDoc, typeName, type Doc } from "./bson.js";
import { compareValues, type Collation } from "./compare.js";
import { Grouping } from "./accumulators.js";
import { commandVariables, Compiler } from "./expression.js";
import { matches, parseFilter } from "./filter.js";
import { encodeKey } from "./key.js";
import { isNumeric, toNumber } from "./number.js";
import { compileDocStage } from "./projection.js";
import { compileSort } from "./sort.js";
import {
  concat,
  counted,
  counting,
  joinFilter,
  keep,
  later,
  localValues,
  map,
  sample,
  slice,
  unwind,
  withValue,
  type Stage,
} from "./stages.js";

/** Where a pipeline finds its documents. A scan does all that it is asked to: filter, order and limit. */
export type Source = {
  scan(collection: string, filter: Doc | undefined, sort?: Doc, limit?: number): Iterable<Doc>;
  count(collection: string, filter: Doc | undefined): number;
  indexStats?(collection: string): Iterable<Doc>;
  collectionStats?(collection: string): Doc;
};

/** What a pipeline's meaning depends on besides its stages; without a collection it has to bring its documents. */
export type PipelineOptions = {
  collection: string | undefined;
  now: Date;
  random: () => number;
  let?: Doc;
  collation?: Collation;
};

/** Stages that MongoDB knows and this engine does not do: refused rather than done wrongly. */
const REFUSED = new Set(
  (
    "$out $merge $geoNear $search $searchMeta $vectorSearch $changeStream $changeStreamSplitLargeEvent $setWindowFields $densify " +
    "$fill $bucketAuto $redact $planCacheStats $currentOp $listSessions $listLocalSessions $querySettings"
  ).split(" "),
);

/** Values of a `$lookup` that are remembered with their result, so that equal ones are looked up once. */
const REMEMBERED = 1000;

/** Runs an aggregation pipeline. Documents are made as they are asked for. */
export function runPipeline(stages: Doc[], source: Source, options: PipelineOptions): Iterable<Doc> {
  return new Pipeline(source, options).run(stages);
}

class Pipeline {
  constructor(
    private readonly source: Source,
    private readonly options: PipelineOptions,
  ) {}

  run(stages: Doc[]): Iterable<Doc> {
    const named = stages.map(nameOf);
    named.forEach(([name], i) => {
      if (i > 0 && ["$documents", "$collStats", "$indexStats"].includes(name)) {
        throw new MongoError(40602, `${name} is only valid as the first stage in a pipeline.`);
      }
    });
    const { input, used } = this.begin(named);
    return this.through(input, named.slice(used));
  }

  private through(input: Iterable<Doc>, stages: [name: string, spec: unknown][]): Iterable<Doc> {
    // All stages are compiled before the first document is read: an error in the last must not come late.
    return stages.map(([name, spec]) => this.stage(name, spec)).reduce((docs, stage) => stage(docs), input);
  }

  /** The documents that a pipeline begins with, and how many of its stages their source has already done. */
  private begin(stages: [name: string, spec: unknown][]): { input: Iterable<Doc>; used: number } {
    const [name, first] = stages[0] ?? [];
    const { collection } = this.options;
    if (name === "$documents") {
      const docs = new Compiler(this.options).compile(first)({ root: {}, variables: this.variables() });
      if (!Array.isArray(docs) || !docs.every(isDoc))
        throw new MongoError(5858203, "$documents must evaluate to an array of documents");
      return { input: docs, used: 1 };
    }
    if (collection === undefined) {
      throw new MongoError(
        73,
        "{aggregate: 1} is not valid for an empty pipeline or one that needs a collection",
      );
    }
    if (name === "$indexStats") return { input: this.source.indexStats?.(collection) ?? [], used: 1 };
    if (name === "$collStats")
      return { input: [statistics(first, this.source.collectionStats?.(collection) ?? {})], used: 1 };
    let used = 0;
    const conditions: Doc[] = [];
    while (stages[used]?.[0] === "$match" && this.canPush(stages[used]![1]))
      conditions.push(stages[used++]![1] as Doc);
    const filter = conditions.length > 1 ? { $and: conditions } : conditions[0];
    const [next, spec] = stages[used] ?? [];
    // The shape in which drivers count documents.
    if (next === "$group" && stages.length === used + 1 && isCount(spec)) {
      return { input: counted(() => this.source.count(collection, filter), spec._id), used: used + 1 };
    }
    let sort: Doc | undefined;
    if (next === "$sort" && isDoc(spec) && Object.keys(spec).length > 0) {
      sort = spec;
      used++;
    }
    const limit = stages[used]?.[0] === "$limit" ? limitOf(stages[used++]![1]) : undefined;
    return { input: this.source.scan(collection, filter, sort, limit), used };
  }

  /** The source knows no variables, so that filters which may use them are left to the pipeline itself. */
  private canPush(filter: unknown): boolean {
    if (!isDoc(filter)) return false;
    parseFilter(filter, this.options);
    return Object.keys(this.options.let ?? {}).length === 0 || !JSON.stringify(filter).includes('"$expr"');
  }

  private variables(): Record<string, unknown> {
    return commandVariables(this.options);
  }

  private stage(name: string, spec: unknown): Stage {
    const { options } = this;
    const single = compileDocStage(name, spec, options);
    if (single) return (input) => map(input, single);
    switch (name) {
      case "$match": {
        if (!isDoc(spec)) throw new MongoError(15959, "the match filter must be an expression in an object");
        const filter = parseFilter(spec, options);
        return (input) => keep(input, (doc) => matches(filter, doc));
      }
      case "$sort": {
        if (!isDoc(spec)) throw new MongoError(15973, "the $sort key specification must be an object");
        if (Object.keys(spec).length === 0)
          throw new MongoError(15976, "$sort stage must have at least one sort key");
        const { compare } = compileSort(spec, options.collation);
        return (input) => later(() => [...input].sort(compare));
      }
      case "$limit": {
        const limit = limitOf(spec);
        return (input) => slice(input, 0, limit);
      }
      case "$skip": {
        const skip = isNumeric(spec) ? toNumber(spec) : -1;
        if (!(skip >= 0))
          throw new MongoError(5107200, "invalid argument to $skip stage: Expected a non-negative number");
        return (input) => slice(input, skip, Infinity);
      }
      case "$count": {
        if (typeof spec !== "string" || spec === "")
          throw new MongoError(40156, "the count field must be a non-empty string");
        if (spec.startsWith("$")) throw new MongoError(40158, "the count field cannot be a $-prefixed path");
        if (spec.includes(".")) throw new MongoError(40160, "the count field cannot contain '.'");
        return (input) => counting(input, spec);
      }
      case "$group": {
        const grouping = new Grouping(spec, options);
        return (input) => grouping.run(input, this.variables());
      }
      case "$sortByCount": {
        const counts = this.stage("$group", { _id: spec, count: { $sum: new Int32(1) } });
        const sort = this.stage("$sort", { count: new Int32(-1) });
        return (input) => sort(counts(input));
      }
      case "$unwind":
        return unwind(spec);
      case "$bucket":
        return this.bucket(spec);
      case "$facet":
        return this.facet(spec);
      case "$lookup":
        return this.lookup(spec);
      case "$graphLookup":
        return this.graphLookup(spec);
      case "$unionWith": {
        const { coll, pipeline } = typeof spec === "string" ? { coll: spec } : (spec as Doc);
        const other = coll === undefined ? undefined : String(coll);
        const docs = (): Iterable<Doc> => this.on(other).run((pipeline as Doc[] | undefined) ?? []);
        return (input) => concat(input, docs);
      }
      case "$sample": {
        const size = isDoc(spec) && isNumeric(spec.size) ? toNumber(spec.size) : -1;
        if (!(size > 0)) throw new MongoError(28747, "size argument to $sample must be a positive integer");
        return (input) => later(() => sample(input, size, options.random));
      }
    }
    if (REFUSED.has(name)) throw errors.notImplemented(`the pipeline stage ${name}`);
    throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }

  /** A pipeline on another collection, with further variables whose values are known. */
  private on(collection: string | undefined, variables: Doc = {}): Pipeline {
    const own = Object.entries(variables).map(([name, value]) => [
      name,
      value === undefined ? "$$REMOVE" : { $literal: value },
    ]);
    return new Pipeline(this.source, {
      ...this.options,
      collection,
      let: { ...this.options.let, ...Object.fromEntries(own) },
    });
  }

  private facet(spec: unknown): Stage {
    if (!isDoc(spec) || Object.keys(spec).length === 0)
      throw new MongoError(40169, "the $facet specification must be a non-empty object");
    const parts = Object.entries(spec).map(([name, stages]): [string, [string, unknown][]] => {
      if (!Array.isArray(stages))
        throw new MongoError(
          40170,
          `arguments to $facet must be arrays, ${name} is type ${typeName(stages)}`,
        );
      const named = stages.map(nameOf);
      const bad = named.find(([each]) =>
        ["$facet", "$out", "$merge", "$geoNear", "$indexStats", "$collStats", "$documents"].includes(each),
      );
      if (bad) throw new MongoError(40600, `${bad[0]} is not allowed to be used within a $facet stage`);
      this.through([], named);
      return [name, named];
    });
    return (input) =>
      later(() => {
        const docs = [...input];
        return [Object.fromEntries(parts.map(([name, stages]) => [name, [...this.through(docs, stages)]]))];
      });
  }

  private bucket(spec: unknown): Stage {
    if (!isDoc(spec)) throw new MongoError(40201, "Argument to $bucket stage must be an object");
    const { groupBy, boundaries, output = { count: { $sum: new Int32(1) } } } = spec;
    if (!Array.isArray(boundaries) || boundaries.length < 2)
      throw new MongoError(40192, "The $bucket 'boundaries' field must have at least 2 values");
    boundaries.forEach((each, i) => {
      if (i > 0 && compareValues(boundaries[i - 1], each) >= 0)
        throw new MongoError(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
    });
    const branches = boundaries.slice(0, -1).map((low, i) => ({
      case: {
        $and: [
          { $gte: ["$$value", { $literal: low }] },
          { $lt: ["$$value", { $literal: boundaries[i + 1] }] },
        ],
      },
      then: { $literal: low },
    }));
    const choose = { $switch: "default" in spec ? { branches, default: spec.default } : { branches } };
    const group = this.stage("$group", {
      _id: { $let: { vars: { value: groupBy }, in: choose } },
      ...(output as Doc),
    });
    const sort = this.stage("$sort", { _id: new Int32(1) });
    return (input) => sort(group(input));
  }

  private lookup(spec: unknown): Stage {
    if (!isDoc(spec)) throw errors.failedToParse("the $lookup specification must be an Object");
    const { from, localField, foreignField, as, let: vars, pipeline } = spec;
    if (typeof as !== "string") throw errors.failedToParse("must specify 'as' field for a $lookup");
    if ((localField === undefined) !== (foreignField === undefined))
      throw errors.failedToParse(
        "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
      );
    if (localField === undefined && pipeline === undefined)
      throw errors.failedToParse(
        "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
      );
    const stages = (pipeline as Doc[] | undefined) ?? [];
    const bound = Object.entries((vars as Doc | undefined) ?? {}).map(
      ([name, value]) => [name, new Compiler(this.options).compile(value)] as const,
    );
    const known = new Map<string, Doc[]>();
    const find = (doc: Doc): Doc[] => {
      const scope = { root: doc, variables: this.variables() };
      const values = localField === undefined ? [] : localValues(doc, String(localField));
      const own = Object.fromEntries(bound.map(([name, evaluate]) => [name, evaluate(scope)]));
      const key = encodeKey([values, own], [1, 1]).toString("latin1");
      let found = known.get(key);
      if (!found) {
        const join = localField === undefined ? [] : [{ $match: joinFilter(String(foreignField), values) }];
        found = [...this.on(from === undefined ? undefined : String(from), own).run([...join, ...stages])];
        if (known.size >= REMEMBERED) known.clear();
        known.set(key, found);
      }
      return found;
    };
    return (input) => map(input, (doc) => withValue(doc, as, find(doc)));
  }

  private graphLookup(spec: unknown): Stage {
    if (!isDoc(spec)) throw errors.failedToParse("the $graphLookup specification must be an Object");
    const {
      from,
      startWith,
      connectFromField,
      connectToField,
      as,
      maxDepth,
      depthField,
      restrictSearchWithMatch,
    } = spec;
    for (const [name, value] of Object.entries({ from, connectFromField, connectToField, as })) {
      if (typeof value !== "string")
        throw new MongoError(40103, `$graphLookup argument '${name}' must be a string`);
    }
    const start = new Compiler(this.options).compile(startWith);
    const deepest = maxDepth === undefined ? Infinity : toNumber(maxDepth);
    const foreign = this.on(String(from));
    const search = (doc: Doc): Doc[] => {
      const found = new Map<string, Doc>();
      const first = start({ root: doc, variables: this.variables() });
      let values = Array.isArray(first) ? first : [first ?? null];
      for (let depth = 0; depth <= deepest && values.length > 0; depth++) {
        const restriction =
          restrictSearchWithMatch === undefined ? [] : [{ $match: restrictSearchWithMatch }];
        const next: unknown[] = [];
        for (const each of foreign.run([
          { $match: joinFilter(String(connectToField), values) },
          ...restriction,
        ])) {
          const key = encodeKey([each._id], [1]).toString("latin1");
          if (found.has(key)) continue;
          found.set(
            key,
            depthField === undefined ? each : { ...each, [String(depthField)]: Long.fromNumber(depth) },
          );
          next.push(...localValues(each, String(connectFromField)));
        }
        values = next;
      }
      return [...found.values()];
    };
    return (input) => map(input, (doc) => withValue(doc, String(as), search(doc)));
  }
}

function nameOf(stage: unknown): [name: string, spec: unknown] {
  const entries = isDoc(stage) ? Object.entries(stage) : [];
  if (!isDoc(stage)) throw errors.typeMismatch("Each element of the 'pipeline' array must be an object");
  if (entries.length !== 1)
    throw new MongoError(40323, "A pipeline stage specification object must contain exactly one field.");
  return entries[0]!;
}

/** `$collStats` tells what it is asked for: the count, or how the collection is stored. */
function statistics(spec: unknown, { ns, ...rest }: Doc): Doc {
  if (!isDoc(spec)) throw new MongoError(40447, "$collStats must take a nested object");
  for (const name of Object.keys(spec)) {
    if (name !== "count" && name !== "storageStats") throw errors.notImplemented(`$collStats ${name}`);
  }
  return {
    ns,
    ...("storageStats" in spec ? { storageStats: rest } : {}),
    ...("count" in spec ? { count: rest.count } : {}),
  };
}

function limitOf(spec: unknown): number {
  const limit = isNumeric(spec) ? toNumber(spec) : NaN;
  if (!Number.isInteger(limit) || limit < 0)
    throw new MongoError(5107201, "invalid argument to $limit stage: Expected a non-negative number");
  if (limit === 0) throw new MongoError(15958, "the limit must be positive");
  return limit;
}

function isCount(spec: unknown): spec is Doc {
  if (!isDoc(spec) || Object.keys(spec).length !== 2 || !isNumeric(spec._id)) return false;
  const sum = getPath(spec, "n.$sum");
  return isNumeric(sum) && toNumber(sum) === 1;
}
