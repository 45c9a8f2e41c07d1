import { errors, MongoError } from "../errors.js";
import { isDoc, type Doc } from "../language/bson.js";
import { parseFilter, type Filter } from "../language/filter.js";
import { equalValues, identical } from "../language/sort.js";
import type { Coroutine } from "../storage/budget.js";
import type { Collection, Index } from "../storage/catalog.js";
import { findRows } from "../storage/find.js";
import {
  checkFields,
  collectionArgument,
  docArgument,
  documents,
  flagArgument,
  numberArgument,
} from "./arguments.js";
import { openDocsCursor, reopenCollection, type Command, type CommandContext } from "./context.js";

const INDEX_OPTIONS = new Set(
  "v key name ns unique sparse background expireAfterSeconds partialFilterExpression collation".split(" "),
);
const REFUSED_TYPES = new Set(["text", "2d", "2dsphere", "hashed", "geoHaystack", "columnstore"]);
const REFUSED_OPTIONS = new Set(
  "weights default_language 2dsphereIndexVersion wildcardProjection hidden".split(" "),
);

function collectionOf(context: CommandContext): Collection {
  const name = collectionArgument(context.command);
  const collection = context.store.catalog.find(context.db, name);
  if (!collection) throw errors.namespaceNotFound(`${context.db}.${name}`);
  return collection;
}

const createIndexes: Command = {
  kind: "write",
  fields: "indexes commitQuorum",
  *run(context) {
    const { store, db } = context;
    const name = collectionArgument(context.command);
    const known = store.catalog.find(db, name);
    const specs = documents(context.request, "indexes");
    if (specs.length === 0) throw errors.badValue("Must specify at least one index to create");
    const wanted = specs.map(checkIndexSpec);
    let collection = known ?? store.catalog.create(db, name, {});
    const numIndexesBefore = collection.indexes.length;
    for (const spec of wanted) {
      collection = yield* awaitBuild(context, collection, spec["name"]);
      if (!isPresent(collection, spec)) collection = yield* buildIndex(context, collection, spec);
    }
    const numIndexesAfter = collection.indexes.length;
    return {
      numIndexesBefore,
      numIndexesAfter,
      createdCollectionAutomatically: !known,
      ...(numIndexesAfter === numIndexesBefore ? { note: "all indexes already exist" } : {}),
    };
  },
};

/** Waits until no index of this name is being built. */
function* awaitBuild(context: CommandContext, collection: Collection, name: unknown): Coroutine<Collection> {
  let current = collection;
  while (current.indexes.some((index) => index.building && index.name === name)) {
    yield;
    current = reopenCollection(context, collection);
  }
  return current;
}

/**
 * Builds an index while other commands write. Writers maintain the index from its first time slice on, so some entries
 * exist already when the scan reaches their documents. If the build fails, the unfinished index is removed.
 */
function* buildIndex(context: CommandContext, collection: Collection, spec: Doc): Coroutine<Collection> {
  const { store, budget } = context;
  const { id } = store.catalog.addIndex(collection, spec);
  const current = (): [Collection, Index] => {
    const now = reopenCollection(context, collection);
    const index = now.indexes.find((each) => each.id === id);
    if (!index) throw new MongoError(276, `The index ${String(spec["name"])} was dropped while it was built`);
    return [now, index];
  };
  let isFinished = false;
  try {
    for (const row of findRows(store, collection, { filter: parseFilter({}), budget })) {
      if (!row) yield;
      else store.buildEntry(...current(), row.doc, row.rowid);
    }
    store.catalog.finishIndex(current()[1], spec);
    isFinished = true;
    return current()[0];
  } finally {
    if (!isFinished) {
      context.maintain("removing an unfinished index", ({ catalog }) => {
        const left = catalog.find(collection.db, collection.name);
        const index = left?.indexes.find((each) => each.id === id);
        if (left && index?.building) catalog.dropIndex(left, index);
      });
    }
  }
}

/** The specification to store. @throws MongoError for an unsupported one */
function checkIndexSpec(spec: Doc): Doc {
  const key = spec["key"];
  if (!isDoc(key))
    throw new MongoError(9, "The 'key' field is a required property of an index specification");
  const entries = Object.entries(key);
  if (entries.length === 0) throw new MongoError(67, "Index keys cannot be an empty object");
  if (entries.length > 32) throw new MongoError(13103, "Index key pattern too large, max 32 fields");
  for (const [path, direction] of entries) {
    if (path.includes("$**")) throw errors.notImplemented("A wildcard index");
    if (typeof direction === "string") {
      if (REFUSED_TYPES.has(direction)) throw errors.notImplemented(`An index of type '${direction}'`);
      throw new MongoError(67, `Unknown index plugin '${direction}'`);
    }
    if (path === "" || path.startsWith("$") || path.split(".").includes(""))
      throw new MongoError(67, `Index key contains an illegal field name: '${path}'`);
    if (isDoc(direction) || Array.isArray(direction) || !(Number(direction) < 0 || Number(direction) > 0))
      throw new MongoError(67, `Values in v:2 index key pattern cannot be of this type or 0: '${path}'`);
  }
  for (const option of Object.keys(spec)) {
    if (option === "hidden" && spec[option] === false) continue;
    if (REFUSED_OPTIONS.has(option)) throw errors.notImplemented(`The index option '${option}'`);
    if (!INDEX_OPTIONS.has(option))
      throw new MongoError(197, `The field '${option}' is not valid for an index specification`);
  }
  if (typeof spec["name"] !== "string" || spec["name"] === "")
    throw new MongoError(9, "The 'name' field is a required property of an index specification");
  checkFields({ collation: spec["collation"] }, "collation", "createIndexes");
  const result: Doc = { v: 2, key, name: spec["name"] };
  if (flagArgument(spec, "unique")) result["unique"] = true;
  if (flagArgument(spec, "sparse")) result["sparse"] = true;
  if (spec["partialFilterExpression"] !== undefined) {
    const partial = docArgument(spec, "partialFilterExpression");
    checkPartial(parseFilter(partial));
    if (result["sparse"])
      throw new MongoError(67, "cannot mix 'partialFilterExpression' and 'sparse' options");
    result["partialFilterExpression"] = partial;
  }
  if (spec["expireAfterSeconds"] !== undefined) {
    const seconds = numberArgument(spec, "expireAfterSeconds", 0);
    if (entries.length > 1 || entries[0]?.[0] === "_id")
      throw new MongoError(67, "TTL indexes are single-field indexes, compound indexes do not support TTL");
    if (seconds < 0 || seconds > 2_147_483_647)
      throw new MongoError(67, "'expireAfterSeconds' must be within the range 0 to 2147483647");
    result["expireAfterSeconds"] = seconds;
  }
  return result;
}

/** @throws MongoError for conditions that MongoDB does not allow in a partial index */
function checkPartial(filter: Filter): void {
  if (filter.kind === "and" || filter.kind === "or") {
    filter.of.forEach(checkPartial);
    return;
  }
  const isKnown =
    filter.kind === "cmp" ||
    (filter.kind === "in" && filter.patterns.length === 0) ||
    (filter.kind === "test" && (filter.op === "$type" || (filter.op === "$exists" && filter.test(0))));
  if (isKnown) return;
  const what = "op" in filter ? `${filter.op}: ${String(filter.argument)}` : filter.kind;
  throw new MongoError(67, `Expression not supported in partial index: ${what}`);
}

/** Whether the index exists. @throws MongoError if it exists with other options or another name */
function isPresent(collection: Collection, wanted: Doc): boolean {
  for (const index of collection.indexes) {
    const sameKey = identical(index.spec["key"] as Doc, wanted["key"] as Doc);
    const sameName = index.name === wanted["name"];
    if (index.isId && sameKey) return true;
    const sameVariant =
      equalValues(index.spec["partialFilterExpression"] ?? null, wanted["partialFilterExpression"] ?? null) &&
      index.sparse === (wanted["sparse"] === true) &&
      index.unique === (wanted["unique"] === true);
    const seconds = index.spec["expireAfterSeconds"] ?? null;
    const sameOptions = sameVariant && equalValues(seconds, wanted["expireAfterSeconds"] ?? null);
    if (sameKey && sameOptions && sameName) return true;
    if (sameName)
      throw new MongoError(86, `An existing index has the same name as the requested index: ${index.name}`);
    if (sameKey && sameVariant)
      throw new MongoError(85, `Index already exists with a different name: ${index.name}`);
  }
  return false;
}

const dropIndexes: Command = {
  kind: "write",
  fields: "index",
  run(context) {
    const { command, store } = context;
    const collection = collectionOf(context);
    const nIndexesWas = collection.indexes.length;
    const target = command["index"];
    const chosen: Index[] = [];
    if (target === "*") {
      chosen.push(...collection.indexes.slice(1));
    } else {
      for (const item of Array.isArray(target) ? target : [target]) chosen.push(indexNamed(collection, item));
    }
    for (const index of chosen) {
      if (index.isId) throw new MongoError(72, "cannot drop _id index");
      store.catalog.dropIndex(collection, index);
    }
    return { nIndexesWas };
  },
};

function indexNamed(collection: Collection, target: unknown): Index {
  const index = collection.indexes.find((item) =>
    typeof target === "string" ? item.name === target : equalValues(item.spec["key"], target),
  );
  if (!index)
    throw new MongoError(27, `index not found with name [${typeof target === "string" ? target : "by key"}]`);
  return index;
}

const listIndexes: Command = {
  kind: "read",
  fields: "cursor includeBuildUUIDs",
  run(context) {
    const collection = collectionOf(context);
    const list = collection.indexes.filter(({ building }) => !building).map((index) => index.spec);
    return openDocsCursor(context, collection.name, list);
  },
};

export const indexCommands: Record<string, Command> = {
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  listIndexes,
};
