import { Long } from "bson";
import { MongoError } from "../errors.js";
import { runPipeline } from "../language/aggregate.js";
import { encode, valuesAt, type Doc } from "../language/bson.js";
import { parseCollation } from "../language/compare.js";
import { parseFilter } from "../language/filter.js";
import { encodeKey } from "../language/key.js";
import { compileProjection } from "../language/projection.js";
import { compileSort } from "../language/sort.js";
import type { Collection } from "../storage/catalog.js";
import type { Plan } from "../storage/plan.js";
import { count as countMatching, find as findRows, planFor, type Query } from "../storage/scan.js";
import {
  collectionArgument,
  countArgument,
  docArgument,
  flagArgument,
  isDoc,
  numberArgument,
} from "./arguments.js";
import { collationOf, deadlineOf, type Command, type Context } from "./context.js";
import { collectionStats } from "./definitions.js";
import { MAX_DOCUMENT_BYTES } from "./wire.js";

const find: Command = {
  kind: "read",
  transactional: true,
  run(context) {
    const { command } = context;
    const name = collectionArgument(command);
    for (const option of ["tailable", "returnKey", "showRecordId"]) {
      if (flagArgument(command, option)) throw new MongoError(238, `find with ${option} is not supported`);
    }
    const collection = context.store.catalog.find(context.db, name);
    const query = findQuery(context, collection, command);
    return { cursor: openFind(context, collection, name, query) };
  },
};

function openFind(context: Context, collection: Collection | undefined, name: string, query: Query): Doc {
  const { command } = context;
  const projection = docArgument(command, "projection");
  const project =
    Object.keys(projection).length > 0
      ? compileProjection(projection, query.filter, { now: context.now, let: letOf(context) })
      : undefined;
  const size = command["batchSize"];
  return context.cursors.open(collection ? findBytes(context, collection, query, project) : [], {
    namespace: `${context.db}.${name}`,
    batchSize: size === undefined || size === null ? undefined : countArgument(command, "batchSize"),
    singleBatch: flagArgument(command, "singleBatch") || numberArgument(command, "limit", 0) < 0,
    session: context.session,
    transaction: context.transaction,
    immortal: flagArgument(command, "noCursorTimeout"),
    limit: query.limit,
  });
}

function* findBytes(
  context: Context,
  collection: Collection,
  query: Query,
  project: ((doc: Doc) => Doc) | undefined,
): Generator<Uint8Array> {
  for (const row of findRows(context.source, collection, query)) {
    yield project ? encode(project(row.doc)) : row.bytes;
  }
}

/** What a find (or count, distinct) command asks. */
function findQuery(
  context: Context,
  collection: Collection | undefined,
  command: Doc,
  filterField = "filter",
): Query {
  const collation = collationOf(command["collation"], collection);
  const sort = docArgument(command, "sort");
  const limit = Math.abs(numberArgument(command, "limit", 0));
  return {
    filter: parseFilter(docArgument(command, filterField), {
      collation,
      now: context.now,
      let: letOf(context),
    }),
    sort: Object.keys(sort).length > 0 ? compileSort(sort, collation) : undefined,
    collation,
    hint: command["hint"],
    skip: countArgument(command, "skip"),
    limit,
    deadline: deadlineOf(context),
  };
}

function letOf(context: Context): Doc | undefined {
  return isDoc(context.command["let"]) ? context.command["let"] : undefined;
}

const getMore: Command = {
  kind: "read",
  transactional: true,
  run({ command, cursors, db }) {
    const name = command["collection"];
    const id = command["getMore"];
    if (typeof name !== "string") throw new MongoError(40414, "BSON field 'getMore.collection' is missing");
    if (!(id instanceof Long))
      throw new MongoError(14, "BSON field 'getMore.getMore' is the wrong type, expected 'long'");
    return { cursor: cursors.more(id.toString(), countArgument(command, "batchSize"), `${db}.${name}`) };
  },
};

const killCursors: Command = {
  kind: "read",
  transactional: true,
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
  run(context) {
    const collection = context.store.catalog.find(context.db, collectionArgument(context.command));
    const query = findQuery(context, collection, context.command, "query");
    return { n: collection ? countMatching(context.store, collection, query) : 0 };
  },
};

const distinct: Command = {
  kind: "read",
  transactional: true,
  run(context) {
    const { command } = context;
    const collection = context.store.catalog.find(context.db, collectionArgument(command));
    const key = command["key"];
    if (typeof key !== "string") throw new MongoError(14, "BSON field 'distinct.key' must be a string");
    const query = findQuery(context, collection, command, "query");
    const values = new Map<string, unknown>();
    let bytes = 0;
    for (const row of collection ? findRows(context.store, collection, query) : []) {
      for (const value of valuesAt(row.doc, key).values.flatMap((item) => item)) {
        if (value === undefined) continue;
        const text = encodeKey([value], [1], query.collation).toString("latin1");
        if (values.has(text)) continue;
        values.set(text, value);
        bytes += text.length;
        if (bytes > MAX_DOCUMENT_BYTES) throw new MongoError(17217, "distinct too big, 16mb cap");
      }
    }
    return { values: [...values.values()] };
  },
};

const aggregate: Command = {
  kind: "read",
  transactional: true,
  run(context) {
    const { command } = context;
    const target = command["aggregate"];
    const pipeline = command["pipeline"];
    if (!Array.isArray(pipeline) || !pipeline.every(isDoc)) {
      throw new MongoError(14, "'pipeline' option must be specified as an array of objects");
    }
    const cursorOptions = command["cursor"];
    if (!isDoc(cursorOptions) && command["explain"] === undefined) {
      throw new MongoError(
        9,
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    }
    const name = typeof target === "string" ? target : undefined;
    if (flagArgument(command, "explain")) return explainAggregate(context, name, pipeline);
    const options = isDoc(cursorOptions) ? cursorOptions : {};
    const results = aggregateDocs(context, name, pipeline);
    return {
      cursor: context.cursors.open(encoded(results), {
        namespace: `${context.db}.${name ?? "$cmd.aggregate"}`,
        batchSize: options["batchSize"] === undefined ? undefined : countArgument(options, "batchSize"),
        session: context.session,
        transaction: context.transaction,
      }),
    };
  },
};

function aggregateDocs(context: Context, name: string | undefined, pipeline: Doc[]): Iterable<Doc> {
  const own = name === undefined ? undefined : context.store.catalog.find(context.db, name);
  const collation = collationOf(context.command["collation"], own);
  const deadline = deadlineOf(context);
  const { now } = context;
  const lookUp = (other: string) => context.store.catalog.find(context.db, other);
  return runPipeline(
    pipeline,
    {
      *scan(from, filter, sort, limit) {
        const collection = lookUp(from);
        if (!collection) return;
        const query: Query = {
          filter: parseFilter(filter ?? {}, { collation, now, let: letOf(context) }),
          sort: sort && compileSort(sort, collation),
          collation,
          hint: from === name ? context.command["hint"] : undefined,
          limit: limit ?? 0,
          deadline,
        };
        for (const row of findRows(context.source, collection, query)) yield row.doc;
      },
      count(from, filter) {
        const collection = lookUp(from);
        if (!collection) return 0;
        const parsed = parseFilter(filter ?? {}, { collation, now, let: letOf(context) });
        return countMatching(context.source, collection, { filter: parsed, collation, deadline });
      },
      *indexStats(from) {
        for (const index of lookUp(from)?.indexes ?? []) {
          yield {
            name: index.name,
            key: index.spec["key"],
            host: "localhost",
            accesses: { ops: 0, since: now },
          };
        }
      },
      collectionStats: (from) => collectionStats(context.store, context.db, lookUp(from), from),
    },
    { collection: name, now, random: Math.random, let: letOf(context), collation },
  );
}

function* encoded(docs: Iterable<Doc>): Generator<Uint8Array> {
  for (const doc of docs) {
    const bytes = encode(doc);
    if (bytes.length > MAX_DOCUMENT_BYTES) {
      throw new MongoError(
        10334,
        `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16793600(16MB)`,
      );
    }
    yield bytes;
  }
}

const explain: Command = {
  kind: "read",
  run(context) {
    const inner = docArgument(context.command, "explain");
    const [verb = ""] = Object.keys(inner);
    const name = collectionArgument(inner);
    if (verb === "aggregate") return explainAggregate(context, name, (inner["pipeline"] ?? []) as Doc[]);
    const statements = inner["updates"] ?? inner["deletes"];
    const statement = Array.isArray(statements) && isDoc(statements[0]) ? statements[0] : inner;
    const field = { find: "filter", count: "query", distinct: "query", findAndModify: "query" }[verb] ?? "q";
    return explainQuery(
      context,
      name,
      findQuery(context, context.store.catalog.find(context.db, name), statement, field),
    );
  },
};

function explainAggregate(context: Context, name: string | undefined, pipeline: Doc[]): Doc {
  const collection = name === undefined ? undefined : context.store.catalog.find(context.db, name);
  const [first, second] = pipeline;
  const collation = collection?.collation ?? parseCollation(context.command["collation"]);
  const match = isDoc(first?.["$match"]) ? first["$match"] : {};
  const sort = first?.["$sort"] ?? second?.["$sort"];
  return explainQuery(context, name ?? "", {
    filter: parseFilter(match, { collation, now: context.now }),
    sort: isDoc(sort) ? compileSort(sort, collation) : undefined,
    collation,
  });
}

function explainQuery(context: Context, name: string, query: Query): Doc {
  const collection = context.store.catalog.find(context.db, name);
  const namespace = `${context.db}.${name}`;
  if (!collection) return { queryPlanner: { namespace, winningPlan: { stage: "EOF" } } };
  const plan = planFor(context.store, collection, query);
  const tree = describePlan(plan);
  const winningPlan = plan.sorted ? tree : { stage: "SORT", inputStage: tree };
  const answer: Doc = { explainVersion: "1", queryPlanner: { namespace, winningPlan, rejectedPlans: [] } };
  if (context.command["verbosity"] !== "queryPlanner") {
    const examined = { keys: 0, docs: 0 };
    const started = performance.now();
    let nReturned = 0;
    for (const row of findRows(context.store, collection, { ...query, examined })) nReturned += row ? 1 : 0;
    answer["executionStats"] = {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: examined.keys,
      totalDocsExamined: examined.docs,
    };
  }
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
  aggregate,
  explain,
};
