import { Long } from "bson";
import { MongoError } from "../errors.js";
import { encode, isDoc, valuesAt, type Doc } from "../language/bson.js";
import { parseFilter, type Filter } from "../language/filter.js";
import { encodeKey } from "../language/key.js";
import { compileByteProjection } from "../language/project-bytes.js";
import { compileProjection } from "../language/projection.js";
import { compileSort } from "../language/sort.js";
import type { Stream } from "../storage/budget.js";
import type { Collection } from "../storage/catalog.js";
import { countRows, findDistinct, findRows, planFor, planForDistinct, type Query } from "../storage/find.js";
import type { Plan } from "../storage/plan.js";
import type { Row } from "../storage/scan.js";
import {
  checkFields,
  collectionArgument,
  countArgument,
  docArgument,
  flagArgument,
  numberArgument,
  refuseOptions,
} from "./arguments.js";
import { openCursor, type Command, type CommandContext } from "./context.js";
import { MAX_DOCUMENT_BYTES } from "./wire.js";

const FIND_FIELDS =
  "filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowPartialResults allowDiskUse " +
  "oplogReplay collation let min max tailable awaitData returnKey showRecordId";
const FIND_REFUSED = ["min", "max", "tailable", "awaitData", "returnKey", "showRecordId"];

const find: Command = {
  kind: "read",
  fields: FIND_FIELDS,
  *run(context) {
    const { command } = context;
    const name = collectionArgument(command);
    refuseOptions(command, FIND_REFUSED, "find");
    const collection = context.store.catalog.find(context.db, name);
    const query = queryOf(context, command);
    const projection = docArgument(command, "projection");
    const project = Object.keys(projection).length > 0 ? projectionOf(projection, query.filter) : undefined;
    return yield* openCursor(context, name, found(context, collection, query, project), {
      batchSize: countArgument(command, "batchSize"),
      singleBatch: flagArgument(command, "singleBatch") || numberArgument(command, "limit", 0) < 0,
      immortal: flagArgument(command, "noCursorTimeout"),
      limit: query.limit,
    });
  },
};

/** Compiles a projection, if possible to one that copies bytes without decoding them. @throws MongoError for an invalid one */
function projectionOf(spec: Doc, filter: Filter): (row: Row) => Uint8Array {
  const ofDocument = compileProjection(spec, filter);
  const ofBytes = compileByteProjection(spec);
  return ofBytes ? ({ bytes }) => ofBytes(bytes) : ({ doc }) => encode(ofDocument(doc));
}

function* found(
  { store }: CommandContext,
  collection: Collection | undefined,
  query: Query,
  project: ((row: Row) => Uint8Array) | undefined,
): Stream<Uint8Array> {
  if (!collection) return;
  for (const row of findRows(store, collection, query)) yield row && project ? project(row) : row?.bytes;
}

/** The query of a find, count, distinct or write statement. */
export function queryOf({ budget }: CommandContext, command: Doc, filterField = "filter"): Query {
  const sort = docArgument(command, "sort");
  return {
    filter: parseFilter(docArgument(command, filterField)),
    sort: Object.keys(sort).length > 0 ? compileSort(sort) : undefined,
    hint: command["hint"] ?? undefined,
    skip: countArgument(command, "skip"),
    limit: Math.abs(numberArgument(command, "limit", 0)),
    budget,
  };
}

const getMore: Command = {
  kind: "read",
  fields: "collection batchSize term lastKnownCommittedOpTime",
  *run({ command, cursors, db, adopt }) {
    const name = command["collection"];
    const id = command["getMore"];
    if (typeof name !== "string") throw new MongoError(40414, "BSON field 'getMore.collection' is missing");
    if (!(id instanceof Long))
      throw new MongoError(14, "BSON field 'getMore.getMore' is the wrong type, expected 'long'");
    const size = countArgument(command, "batchSize") ?? 0;
    return { cursor: yield* cursors.more(id.toString(), size, `${db}.${name}`, adopt) };
  },
};

const killCursors: Command = {
  kind: "read",
  fields: "cursors",
  run({ command, cursors }) {
    const ids = Array.isArray(command["cursors"]) ? command["cursors"] : [];
    const cursorsKilled: unknown[] = [];
    const cursorsNotFound: unknown[] = [];
    for (const id of ids) (cursors.kill(String(id)) ? cursorsKilled : cursorsNotFound).push(id);
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
};

const count: Command = {
  kind: "read",
  fields: "query limit skip hint collation fields",
  *run(context) {
    const collection = context.store.catalog.find(context.db, collectionArgument(context.command));
    const query = queryOf(context, context.command, "query");
    return { n: collection ? yield* countRows(context.store, collection, query) : 0 };
  },
};

const distinct: Command = {
  kind: "read",
  fields: "key query collation hint",
  *run(context) {
    const { command, store } = context;
    const collection = store.catalog.find(context.db, collectionArgument(command));
    const key = command["key"];
    if (typeof key !== "string") throw new MongoError(14, "BSON field 'distinct.key' must be a string");
    const query = queryOf(context, command, "query");
    const values = new Map<string, unknown>();
    let bytes = 0;
    for (const row of collection ? findDistinct(store, collection, query, key) : []) {
      if (!row) yield;
      for (const value of row ? valuesAt(row.doc, key) : []) {
        const text = encodeKey([value], [1]).toString("latin1");
        if (values.has(text)) continue;
        values.set(text, value);
        bytes += text.length;
        if (bytes > MAX_DOCUMENT_BYTES) throw new MongoError(17217, "distinct too big, 16mb cap");
      }
    }
    return { values: [...values.values()] };
  },
};

/** Name of the filter's field in each command that `explain` supports. */
const EXPLAINED: Record<string, string> = { find: "filter", update: "q", delete: "q" };
for (const verb of ["count", "distinct", "findAndModify"]) EXPLAINED[verb] = "query";
const EXPLAINED_FIELDS = `${FIND_FIELDS} query fields key updates deletes ordered remove update new upsert arrayFilters`;

const explain: Command = {
  kind: "read",
  fields: "verbosity",
  *run(context) {
    const inner = docArgument(context.command, "explain");
    const [verb = ""] = Object.keys(inner);
    const name = collectionArgument(inner);
    if (verb === "aggregate") return yield* explainQuery(context, name, pipelineQuery(context, inner));
    const filterField = EXPLAINED[verb];
    if (!filterField) throw new MongoError(59, `Explain failed due to unknown command: ${verb}`);
    checkFields(
      inner,
      `${verb} $db lsid comment maxTimeMS readConcern writeConcern ${EXPLAINED_FIELDS}`,
      verb,
    );
    refuseOptions(inner, FIND_REFUSED, verb);
    const statements = inner["updates"] ?? inner["deletes"];
    const statement: unknown = Array.isArray(statements) ? statements[0] : inner;
    const query = queryOf(context, isDoc(statement) ? statement : {}, filterField);
    const key = verb === "distinct" ? inner["key"] : undefined;
    return yield* explainQuery(context, name, query, typeof key === "string" ? key : undefined);
  },
};

/** The query of a pipeline's first stages. */
function pipelineQuery(context: CommandContext, { pipeline }: Doc): Query {
  const [first, second] = Array.isArray(pipeline) ? (pipeline as Doc[]) : [];
  const filter = first?.["$match"] ?? {};
  const sort = first?.["$sort"] ?? second?.["$sort"] ?? {};
  return queryOf(context, { filter, sort });
}

/** Explains the plan of a query or of a distinct, with execution statistics if the client asks for them. */
export function* explainQuery(context: CommandContext, name: string, query: Query, valuesOf?: string) {
  const { store, command, db } = context;
  const collection = store.catalog.find(db, name);
  const namespace = `${db}.${name}`;
  if (!collection) return { queryPlanner: { namespace, winningPlan: { stage: "EOF" } } };
  const leaps = valuesOf === undefined ? undefined : planForDistinct(query, collection, valuesOf);
  const plan = leaps ?? planFor(store, collection, query);
  const tree = leaps ? { ...describePlan(leaps), stage: "DISTINCT_SCAN" } : describePlan(plan);
  const winningPlan = plan.sorted ? tree : { stage: "SORT", inputStage: tree };
  const answer: Doc = { explainVersion: "1", queryPlanner: { namespace, winningPlan, rejectedPlans: [] } };
  if (command["verbosity"] === "queryPlanner") return answer;
  const examined = { keys: 0, docs: 0 };
  const started = performance.now();
  let nReturned = 0;
  const measured = { ...query, examined };
  const rows =
    valuesOf === undefined
      ? findRows(store, collection, measured)
      : findDistinct(store, collection, measured, valuesOf);
  for (const row of rows) {
    if (row) nReturned++;
    else yield;
  }
  answer["executionStats"] = {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: examined.keys,
    totalDocsExamined: examined.docs,
  };
  return answer;
}

function describePlan(plan: Plan): Doc {
  if (plan.kind === "all") return { stage: "COLLSCAN", direction: plan.reverse ? "backward" : "forward" };
  if (plan.kind === "union")
    return { stage: "FETCH", inputStage: { stage: "OR", inputStages: plan.plans.map(describePlan) } };
  const { index } = plan;
  return {
    stage: "FETCH",
    inputStage: {
      stage: plan.merge ? "SORT_MERGE" : "IXSCAN",
      keyPattern: index.spec["key"],
      indexName: index.name,
      isMultiKey: plan.repeats,
      isUnique: index.unique,
      isSparse: index.sparse,
      isPartial: index.partial !== undefined,
      direction: plan.reverse ? "backward" : "forward",
      boundedFields: plan.equalities,
      ranges: plan.ranges.length,
    },
  };
}

export const queryCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  explain,
};
