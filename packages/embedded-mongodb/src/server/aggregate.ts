import { Int32 } from "bson";
import { errors, MongoError } from "../errors.js";
import { field, isDoc, type Doc } from "../language/bson.js";
import { isNumeric, toNumber } from "../language/number.js";
import type { Stream } from "../storage/budget.js";
import { countRows, findRows, type Query } from "../storage/find.js";
import { countArgument, docArgument, flagArgument } from "./arguments.js";
import { openCursor, type Command, type CommandContext } from "./context.js";
import { collectionStats } from "./definitions.js";
import { explainQuery, queryOf } from "./queries.js";
import {
  DecodedItem,
  filterOf,
  limitOf,
  skipOf,
  sortOf,
  stageOf,
  type PipelineItem,
  type Stage,
} from "./stages.js";

type NamedStage = [name: string, spec: unknown];

/** Stages that need a MongoDB server. */
const REFUSED = new Set(
  (
    "$bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $currentOp $densify $documents $facet " +
    "$fill $geoNear $graphLookup $group $listLocalSessions $listSessions $lookup $merge $out $planCacheStats " +
    "$querySettings $redact $replaceRoot $replaceWith $search $searchMeta $setWindowFields $sortByCount " +
    "$unset $unwind $vectorSearch"
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
    const parts = partsOf(context, pipeline, command["hint"]);
    if (typeof target !== "string") throw new MongoError(73, "{aggregate: 1} is not valid for these stages");
    if (explained) return yield* explainQuery(context, target, parts.query);
    const batchSize = countArgument(docArgument(command, "cursor"), "batchSize");
    return yield* openCursor(context, target, bytesOf(resultsOf(context, target, parts)), { batchSize });
  },
};

/** A pipeline: its stages, the query that replaces the first ones, and the number of replaced stages (`used`). */
type Parts = { stages: NamedStage[]; query: Query; used: number };

function partsOf(context: CommandContext, pipeline: unknown[], hint?: unknown): Parts {
  const stages = pipeline.map(nameOf);
  const { query, used } = pushDownStages(context, stages, hint);
  const refused = stages.find(([name], at) => REFUSED.has(name) && !(at === used && isCounting(stages, at)));
  if (refused) throw errors.notImplemented(`The pipeline stage ${refused[0]}`);
  return { stages, query, used };
}

function nameOf(stage: unknown): NamedStage {
  if (!isDoc(stage)) throw errors.typeMismatch("Each element of the 'pipeline' array must be an object");
  const [entry, ...more] = Object.entries(stage);
  if (!entry || more.length > 0)
    throw new MongoError(40323, "A pipeline stage specification object must contain exactly one field.");
  return entry;
}

/** Whether the remaining stage is the `$group` that drivers send to count documents, the only supported one. */
function isCounting(stages: NamedStage[], at: number): boolean {
  const [name, spec] = stages[at] ?? [];
  if (name !== "$group" || at !== stages.length - 1) return false;
  if (!isDoc(spec) || Object.keys(spec).length !== 2 || !isNumeric(spec["_id"]) || !isDoc(spec["n"]))
    return false;
  const sum = field(spec["n"], "$sum");
  return isNumeric(sum) && toNumber(sum) === 1;
}

/** Merges the leading $match, $sort, $skip and $limit stages into one query. @returns `used`, the number of merged stages */
function pushDownStages(
  context: CommandContext,
  stages: NamedStage[],
  hint: unknown,
): { query: Query; used: number } {
  const asked: Doc = { hint };
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

/** Results of the pipeline: the stages after the merged ones run on the documents of the query or on statistics. */
function resultsOf(
  context: CommandContext,
  name: string,
  { stages, query, used }: Parts,
): Stream<PipelineItem> {
  const [first, ...after] = stages.slice(used);
  if (first?.[0] === "$group") return countDocuments(context, name, query, first[1]);
  if (used === 0 && first?.[0] === "$indexStats") return runStages(context, indexStats(context, name), after);
  if (used === 0 && first?.[0] === "$collStats")
    return runStages(context, statistics(context, name, first[1]), after);
  return runStages(context, scan(context, name, query), stages.slice(used));
}

/** Compiles every stage before reading a document, so that an error in a later stage is reported at once. */
function runStages(
  context: CommandContext,
  input: Stream<PipelineItem>,
  stages: NamedStage[],
): Stream<PipelineItem> {
  const compiled = stages.map(([name, spec]) =>
    name === "$unionWith" ? unionWith(context, spec) : stageOf(name, spec, context.budget),
  );
  return compiled.reduce((docs, stage) => stage(docs), input);
}

/** Appends the results of a pipeline on this or another collection. */
function unionWith(context: CommandContext, spec: unknown): Stage {
  const { coll, pipeline = [], ...more } = isDoc(spec) ? spec : { coll: spec };
  if (typeof coll !== "string" || !Array.isArray(pipeline) || Object.keys(more).length > 0)
    throw new MongoError(9, "$unionWith takes the name of a collection and a pipeline");
  const added = resultsOf(context, coll, partsOf(context, pipeline));
  return (input) => concatStreams(input, added);
}

function* concatStreams(first: Stream<PipelineItem>, second: Stream<PipelineItem>): Stream<PipelineItem> {
  yield* first;
  yield* second;
}

function* bytesOf(items: Stream<PipelineItem>): Stream<Uint8Array> {
  for (const item of items) yield item?.bytes;
}

function* scan({ store, db }: CommandContext, name: string, query: Query): Stream<PipelineItem> {
  const collection = store.catalog.find(db, name);
  if (collection) yield* findRows(store, collection, query);
}

function* countDocuments(
  { store, db }: CommandContext,
  name: string,
  query: Query,
  spec: unknown,
): Stream<PipelineItem> {
  const collection = store.catalog.find(db, name);
  const n = collection ? yield* countRows(store, collection, query) : 0;
  // Like `$group`, counting an empty input yields no document.
  if (n > 0 && isDoc(spec)) yield new DecodedItem({ _id: spec["_id"], n: new Int32(n) });
}

function* indexStats({ store, db, now }: CommandContext, name: string): Stream<PipelineItem> {
  for (const index of store.catalog.find(db, name)?.indexes ?? []) {
    const accesses = { ops: 0, since: now };
    yield new DecodedItem({ name: index.name, key: index.spec["key"], host: "localhost", accesses });
  }
}

/** `$collStats`: the count or the storage statistics. */
function* statistics(context: CommandContext, name: string, spec: unknown): Stream<PipelineItem> {
  if (!isDoc(spec)) throw new MongoError(40447, "$collStats must take a nested object");
  for (const part of Object.keys(spec))
    if (part !== "count" && part !== "storageStats") throw errors.notImplemented(`$collStats ${part}`);
  const { ns, ...rest } = yield* collectionStats(context, name);
  const storageStats = "storageStats" in spec ? { storageStats: rest } : {};
  yield new DecodedItem({ ns, ...storageStats, ...("count" in spec ? { count: rest["count"] } : {}) });
}

export const aggregateCommands: Record<string, Command> = { aggregate };
