import { randomBytes } from "node:crypto";
import { Int32 } from "bson";
import { errors, MongoError } from "../errors.js";
import { encode, field, isDoc, type Doc } from "../language/bson.js";
import { matches, parseFilter } from "../language/filter.js";
import { isNumeric, toNumber } from "../language/number.js";
import { compileProjectStage } from "../language/projection.js";
import { compileSort } from "../language/sort.js";
import type { Budget, Stream } from "../storage/budget.js";
import { countRows, findRows, type Query } from "../storage/find.js";
import { Sorter } from "../storage/sort.js";
import { flagArgument } from "./arguments.js";
import { docsCursor, type Command, type Context } from "./context.js";
import { collectionStats } from "./definitions.js";
import { explainQuery, queryOf } from "./queries.js";

/** One stage: documents in, documents out, one at a time. */
type Stage = (input: Stream<Doc>) => Stream<Doc>;
type NamedStage = [name: string, spec: unknown];

/** Stages of MongoDB's language that only a server of its own does. */
const REFUSED = new Set(
  (
    "$addFields $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $currentOp $densify $documents $facet " +
    "$fill $geoNear $graphLookup $group $listLocalSessions $listSessions $lookup $merge $out $planCacheStats " +
    "$querySettings $redact $replaceRoot $replaceWith $search $searchMeta $set $setWindowFields $sortByCount " +
    "$unionWith $unset $unwind $vectorSearch"
  ).split(" "),
);

const aggregate: Command = {
  kind: "read",
  fields:
    "pipeline cursor explain allowDiskUse bypassDocumentValidation collation hint let fromMongos needsMerge",
  *run(context) {
    const { command } = context;
    const { aggregate: target, pipeline } = command;
    if (!Array.isArray(pipeline))
      throw new MongoError(14, "'pipeline' option must be specified as an array of objects");
    const explained = flagArgument(command, "explain");
    if (!isDoc(command["cursor"]) && !explained) throw new MongoError(9, "The 'cursor' option is required");
    const stages = pipeline.map(nameOf);
    const { query, used } = pushedDown(context, stages);
    const refused = stages.find(
      ([name], at) => REFUSED.has(name) && !(at === used && isCounting(stages, at)),
    );
    if (refused) throw errors.notImplemented(`The pipeline stage ${refused[0]}`);
    if (typeof target !== "string") throw new MongoError(73, "{aggregate: 1} is not valid for these stages");
    if (explained) return yield* explainQuery(context, target, query);
    return yield* docsCursor(context, target, resultsOf(context, target, query, stages, used));
  },
};

function nameOf(stage: unknown): NamedStage {
  if (!isDoc(stage)) throw errors.typeMismatch("Each element of the 'pipeline' array must be an object");
  const [entry, ...more] = Object.entries(stage);
  if (!entry || more.length > 0)
    throw new MongoError(40323, "A pipeline stage specification object must contain exactly one field.");
  return entry;
}

/** The shape in which drivers count what a query finds: the only `$group` there is, and only at the end. */
function isCounting(stages: NamedStage[], at: number): boolean {
  const [name, spec] = stages[at] ?? [];
  if (name !== "$group" || at !== stages.length - 1) return false;
  if (!isDoc(spec) || Object.keys(spec).length !== 2 || !isNumeric(spec["_id"]) || !isDoc(spec["n"]))
    return false;
  const sum = field(spec["n"], "$sum");
  return isNumeric(sum) && toNumber(sum) === 1;
}

/** The query that a pipeline begins with, and how many stages it stands for. */
function pushedDown(context: Context, stages: NamedStage[]): { query: Query; used: number } {
  const asked: Doc = { hint: context.command["hint"] };
  const filters: Doc[] = [];
  let used = 0;
  const next = (name: string) => (stages[used]?.[0] === name ? stages[used++]?.[1] : undefined);
  for (let spec = next("$match"); spec !== undefined; spec = next("$match")) filters.push(filterOf(spec));
  const sort = next("$sort");
  if (sort !== undefined) asked["sort"] = sortOf(sort);
  const skip = next("$skip");
  if (skip !== undefined) asked["skip"] = skipOf(skip);
  const limit = next("$limit");
  if (limit !== undefined) asked["limit"] = limitOf(limit);
  if (filters.length > 0) asked["filter"] = filters.length > 1 ? { $and: filters } : filters[0];
  return { query: queryOf(context, asked), used };
}

/** What is left to do with what the query finds, or with what the first stage tells of the collection itself. */
function resultsOf(
  context: Context,
  name: string,
  query: Query,
  stages: NamedStage[],
  used: number,
): Stream<Doc> {
  const [first, ...after] = stages.slice(used);
  if (first?.[0] === "$group") return counted(context, name, query, first[1]);
  if (used === 0 && first?.[0] === "$indexStats")
    return through(indexStats(context, name), after, context.budget);
  if (used === 0 && first?.[0] === "$collStats")
    return through(statistics(context, name, first[1]), after, context.budget);
  return through(scan(context, name, query), stages.slice(used), context.budget);
}

/** Every stage is compiled before the first document is read: an error in the last must not come late. */
function through(input: Stream<Doc>, stages: NamedStage[], budget: Budget): Stream<Doc> {
  const compiled = stages.map(([name, spec]) => stageOf(name, spec, budget));
  return compiled.reduce((docs, stage) => stage(docs), input);
}

function* scan({ store, db }: Context, name: string, query: Query): Stream<Doc> {
  const collection = store.catalog.find(db, name);
  if (!collection) return;
  for (const row of findRows(store, collection, query)) yield row?.doc;
}

function* counted({ store, db }: Context, name: string, query: Query, spec: unknown): Stream<Doc> {
  const collection = store.catalog.find(db, name);
  const n = collection ? yield* countRows(store, collection, query) : 0;
  // Nothing is not counted, as when it is counted by grouping.
  if (n > 0 && isDoc(spec)) yield { _id: spec["_id"], n: new Int32(n) };
}

function* indexStats({ store, db, now }: Context, name: string): Stream<Doc> {
  for (const index of store.catalog.find(db, name)?.indexes ?? []) {
    yield { name: index.name, key: index.spec["key"], host: "localhost", accesses: { ops: 0, since: now } };
  }
}

/** `$collStats` tells what it is asked for: the count, or how the collection is stored. */
function* statistics(context: Context, name: string, spec: unknown): Stream<Doc> {
  if (!isDoc(spec)) throw new MongoError(40447, "$collStats must take a nested object");
  for (const part of Object.keys(spec))
    if (part !== "count" && part !== "storageStats") throw errors.notImplemented(`$collStats ${part}`);
  const { ns, ...rest } = yield* collectionStats(context, name);
  const storageStats = "storageStats" in spec ? { storageStats: rest } : {};
  yield { ns, ...storageStats, ...("count" in spec ? { count: rest["count"] } : {}) };
}

function stageOf(name: string, spec: unknown, budget: Budget): Stage {
  switch (name) {
    case "$match": {
      const filter = parseFilter(filterOf(spec));
      return (input) => change(input, (doc) => (matches(filter, doc) ? doc : undefined));
    }
    case "$project": {
      const project = compileProjectStage(spec);
      return (input) => change(input, project);
    }
    case "$sort": {
      const { keyOf } = compileSort(sortOf(spec));
      return (input) => sorted(input, keyOf, budget);
    }
    case "$skip":
      return (input) => slice(input, skipOf(spec), Infinity);
    case "$limit":
      return (input) => slice(input, 0, limitOf(spec));
    case "$count": {
      if (typeof spec !== "string" || spec === "")
        throw new MongoError(40156, "the count field must be a non-empty string");
      if (spec.startsWith("$")) throw new MongoError(40158, "the count field cannot be a $-prefixed path");
      if (spec.includes(".")) throw new MongoError(40160, "the count field cannot contain '.'");
      return (input) => counting(input, spec);
    }
    case "$sample": {
      const size = isDoc(spec) && isNumeric(spec["size"]) ? toNumber(spec["size"]) : -1;
      if (!(size > 0)) throw new MongoError(28747, "size argument to $sample must be a positive integer");
      // The first of a random order: each document is as likely as any other.
      return (input) => sorted(input, () => randomBytes(8), budget, size);
    }
    case "$collStats":
    case "$indexStats":
      throw new MongoError(40602, `${name} is only valid as the first stage in a pipeline.`);
  }
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function filterOf(spec: unknown): Doc {
  if (isDoc(spec)) return spec;
  throw new MongoError(15959, "the match filter must be an expression in an object");
}

function sortOf(spec: unknown): Doc {
  if (!isDoc(spec)) throw new MongoError(15973, "the $sort key specification must be an object");
  if (Object.keys(spec).length === 0)
    throw new MongoError(15976, "$sort stage must have at least one sort key");
  return spec;
}

function skipOf(spec: unknown): number {
  const skip = isNumeric(spec) ? toNumber(spec) : -1;
  if (Number.isInteger(skip) && skip >= 0) return skip;
  throw new MongoError(5107200, "invalid argument to $skip stage: Expected a non-negative number");
}

function limitOf(spec: unknown): number {
  const limit = isNumeric(spec) ? toNumber(spec) : NaN;
  if (!Number.isInteger(limit) || limit < 0)
    throw new MongoError(5107201, "invalid argument to $limit stage: Expected a non-negative number");
  if (limit === 0) throw new MongoError(15958, "the limit must be positive");
  return limit;
}

function* change(input: Stream<Doc>, into: (doc: Doc) => Doc | undefined): Stream<Doc> {
  for (const doc of input) {
    const changed = doc && into(doc);
    if (changed || !doc) yield changed;
  }
}

function* slice(input: Stream<Doc>, skip: number, limit: number): Stream<Doc> {
  let at = 0;
  for (const doc of input) {
    if (!doc || at++ >= skip) yield doc;
    if (at >= skip + limit) return;
  }
}

function* sorted(
  input: Stream<Doc>,
  keyOf: (doc: Doc) => Buffer,
  budget: Budget,
  wanted = Infinity,
): Stream<Doc> {
  const sorter = new Sorter<Doc>(wanted, budget);
  for (const doc of input) {
    if (doc) yield* sorter.add(keyOf(doc), doc, encode(doc).length);
    else yield undefined;
  }
  yield* sorter.drain();
}

/** No document at all when there is nothing to count. */
function* counting(input: Stream<Doc>, name: string): Stream<Doc> {
  let total = 0;
  for (const doc of input) {
    if (doc) total++;
    else yield undefined;
  }
  if (total > 0) yield { [name]: new Int32(total) };
}

export const aggregateCommands: Record<string, Command> = { aggregate };
