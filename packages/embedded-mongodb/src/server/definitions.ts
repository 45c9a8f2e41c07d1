import { Binary } from "bson";
import { errors, MongoError } from "../errors.js";
import { encode, type Doc } from "../language/bson.js";
import { equalValues, parseCollation } from "../language/compare.js";
import { matches, parseFilter } from "../language/filter.js";
import type { Collection, Index } from "../storage/catalog.js";
import { find as findRows } from "../storage/scan.js";
import type { Store } from "../storage/store.js";
import {
  collectionArgument,
  docArgument,
  documents,
  flagArgument,
  isDoc,
  numberArgument,
} from "./arguments.js";
import type { Command, Context } from "./context.js";

const CREATE_OPTIONS = new Set(["collation", "writeConcern", "comment", "autoIndexId", "idIndex"]);
const GENERIC = new Set([
  "lsid",
  "txnNumber",
  "autocommit",
  "startTransaction",
  "maxTimeMS",
  "apiVersion",
  "apiStrict",
]);
const INDEX_OPTIONS = new Set([
  "v",
  "key",
  "name",
  "ns",
  "unique",
  "sparse",
  "background",
  "expireAfterSeconds",
  "partialFilterExpression",
  "collation",
]);

const create: Command = {
  kind: "write",
  transactional: true,
  run(context) {
    const { command, store, db } = context;
    const name = collectionArgument(command);
    for (const [option, value] of Object.entries(command).slice(1)) {
      if (option.startsWith("$") || CREATE_OPTIONS.has(option) || GENERIC.has(option)) continue;
      if (value === false || value === undefined || value === null) continue;
      throw errors.notImplemented(`create with the option '${option}'`);
    }
    const collation = parseCollation(command["collation"]);
    const existing = store.catalog.find(db, name);
    if (existing) {
      if (equalValues(existing.collation ?? null, collation ?? null)) return {};
      throw new MongoError(48, `namespace ${db}.${name} already exists, but with different options`);
    }
    store.catalog.create(db, name, collation ? { collation } : {});
    return {};
  },
};

const drop: Command = {
  kind: "definition",
  run(context) {
    const collection = existing(context, collectionArgument(context.command), true);
    // MongoDB says ok when there is nothing to drop (since 7.0).
    if (!collection) return {};
    const nIndexesWas = collection.indexes.length;
    context.store.catalog.drop(collection);
    return { nIndexesWas, ns: `${context.db}.${collection.name}` };
  },
};

const dropDatabase: Command = {
  kind: "definition",
  run({ store, db }) {
    const collections = store.catalog.list(db);
    for (const collection of collections) store.catalog.drop(collection);
    return collections.length > 0 ? { dropped: db } : {};
  },
};

const renameCollection: Command = {
  kind: "definition",
  run({ command, store }) {
    const [fromDb, from] = splitNamespace(command["renameCollection"]);
    const [toDb, to] = splitNamespace(command["to"]);
    const collection = store.catalog.find(fromDb, from);
    if (!collection) throw new MongoError(26, `Source collection ${fromDb}.${from} does not exist`);
    const target = store.catalog.find(toDb, to);
    if (target && !flagArgument(command, "dropTarget")) throw new MongoError(48, "target namespace exists");
    if (target) store.catalog.drop(target);
    store.catalog.rename(collection, toDb, to);
    return {};
  },
};

function splitNamespace(value: unknown): [db: string, name: string] {
  const text = typeof value === "string" ? value : "";
  const dot = text.indexOf(".");
  if (dot < 1) throw errors.invalidNamespace(text);
  return [text.slice(0, dot), text.slice(dot + 1)];
}

function existing(context: Context, name: string, optional: true): Collection | undefined;
function existing(context: Context, name: string): Collection;
function existing(context: Context, name: string, optional = false): Collection | undefined {
  const collection = context.store.catalog.find(context.db, name);
  if (!collection && !optional) throw errors.namespaceNotFound(`${context.db}.${name}`);
  return collection;
}

const createIndexes: Command = {
  kind: "definition",
  run(context) {
    const { store, db } = context;
    const name = collectionArgument(context.command);
    const known = store.catalog.find(db, name);
    const specs = documents(context.request, "indexes");
    if (specs.length === 0) throw errors.badValue("Must specify at least one index to create");
    const collection = known ?? store.catalog.create(db, name, {});
    const numIndexesBefore = collection.indexes.length;
    for (const spec of specs) {
      const wanted = checkIndexSpec(spec, collection);
      if (isPresent(collection, wanted)) continue;
      const index = store.catalog.addIndex(collection, wanted);
      for (const row of findRows(store, collection, { filter: parseFilter({}, { now: context.now }) })) {
        store.buildEntry(collection, index, row.doc, row.row);
      }
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

/** The specification as it is stored; what this engine cannot index is refused. */
function checkIndexSpec(spec: Doc, collection: Collection): Doc {
  const key = spec["key"];
  if (!isDoc(key))
    throw new MongoError(9, "The 'key' field is a required property of an index specification");
  const entries = Object.entries(key);
  if (entries.length === 0) throw new MongoError(67, "Index keys cannot be an empty object");
  if (entries.length > 32) throw new MongoError(13103, "Index key pattern too large, max 32 fields");
  for (const [path, direction] of entries) {
    if (path.includes("$**")) throw errors.notImplemented("A wildcard index");
    if (typeof direction === "string") throw errors.notImplemented(`An index of type '${direction}'`);
    if (path === "" || path.startsWith("$") || path.split(".").includes("")) {
      throw new MongoError(67, `Index key contains an illegal field name: '${path}'`);
    }
    if (isDoc(direction) || Array.isArray(direction) || !(Number(direction) < 0 || Number(direction) > 0)) {
      throw new MongoError(67, `Values in v:2 index key pattern cannot be of this type or 0: '${path}'`);
    }
  }
  for (const option of Object.keys(spec)) {
    if (option === "hidden" && spec[option] === false) continue;
    if (
      ["weights", "default_language", "2dsphereIndexVersion", "wildcardProjection", "hidden"].includes(option)
    ) {
      throw errors.notImplemented(`The index option '${option}'`);
    }
    if (!INDEX_OPTIONS.has(option)) {
      throw new MongoError(197, `The field '${option}' is not valid for an index specification`);
    }
  }
  if (typeof spec["name"] !== "string" || spec["name"] === "") {
    throw new MongoError(9, "The 'name' field is a required property of an index specification");
  }
  const collation =
    spec["collation"] === undefined ? collection.collation : parseCollation(spec["collation"]);
  const result: Doc = { v: 2, key, name: spec["name"] };
  if (flagArgument(spec, "unique")) result["unique"] = true;
  if (flagArgument(spec, "sparse")) result["sparse"] = true;
  if (spec["partialFilterExpression"] !== undefined) {
    const partial = docArgument(spec, "partialFilterExpression");
    parseFilter(partial, { collation, now: new Date(0) });
    if (result["sparse"])
      throw new MongoError(67, "cannot mix 'partialFilterExpression' and 'sparse' options");
    result["partialFilterExpression"] = partial;
  }
  if (collation) result["collation"] = collation;
  if (spec["expireAfterSeconds"] !== undefined) {
    const seconds = numberArgument(spec, "expireAfterSeconds", 0);
    if (entries.length > 1 || entries[0]?.[0] === "_id") {
      throw new MongoError(67, "TTL indexes are single-field indexes, compound indexes do not support TTL");
    }
    if (seconds < 0 || seconds > 2_147_483_647) {
      throw new MongoError(
        67,
        "TTL index 'expireAfterSeconds' option must be within the range 0 to 2147483647",
      );
    }
    result["expireAfterSeconds"] = seconds;
  }
  return result;
}

/** Whether the same index is there; throws when it is there with other options or under another name. */
function isPresent(collection: Collection, wanted: Doc): boolean {
  const key = encode(wanted["key"] as Doc);
  for (const index of collection.indexes) {
    const sameKey = Buffer.compare(Buffer.from(encode(normalKey(index))), Buffer.from(key)) === 0;
    const sameName = index.name === wanted["name"];
    if (index.isId && sameKey) return true;
    const sameVariant =
      equalValues(index.spec["collation"] ?? null, wanted["collation"] ?? null) &&
      equalValues(index.spec["partialFilterExpression"] ?? null, wanted["partialFilterExpression"] ?? null) &&
      index.sparse === (wanted["sparse"] === true) &&
      index.unique === (wanted["unique"] === true);
    const sameOptions =
      sameVariant &&
      equalValues(index.spec["expireAfterSeconds"] ?? null, wanted["expireAfterSeconds"] ?? null);
    if (sameKey && sameOptions && sameName) return true;
    if (sameName && sameKey) {
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${index.name}`,
      );
    }
    if (sameName) {
      throw new MongoError(86, `An existing index has the same name as the requested index: ${index.name}`);
    }
    if (sameKey && sameVariant) {
      throw new MongoError(85, `Index already exists with a different name: ${index.name}`);
    }
  }
  return false;
}

function normalKey(index: Index): Doc {
  return index.spec["key"] as Doc;
}

const dropIndexes: Command = {
  kind: "definition",
  run(context) {
    const { command, store } = context;
    const collection = existing(context, collectionArgument(command));
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
  run(context) {
    const collection = existing(context, collectionArgument(context.command));
    const list = collection.indexes.map((index) => index.spec);
    return listCursor(context, `${context.db}.${collection.name}`, list);
  },
};

const listCollections: Command = {
  kind: "read",
  run(context) {
    const filter = parseFilter(docArgument(context.command, "filter"), { now: context.now });
    const nameOnly = flagArgument(context.command, "nameOnly");
    const list = context.store.catalog.list(context.db).map((collection): Doc => {
      const base = { name: collection.name, type: "collection" };
      if (nameOnly) return base;
      const uuid = Binary.createFromHexString(String(collection.options["uuid"]).replaceAll("-", ""), 4);
      const options = collection.collation ? { collation: collection.collation } : {};
      return { ...base, options, info: { readOnly: false, uuid }, idIndex: collection.indexes[0]?.spec };
    });
    return listCursor(
      context,
      `${context.db}.$cmd.listCollections`,
      list.filter((item) => matches(filter, item)),
    );
  },
};

function listCursor(context: Context, namespace: string, list: Doc[]): Doc {
  const size = docArgument(context.command, "cursor")["batchSize"];
  return {
    cursor: context.cursors.open(list.map(encode), {
      namespace,
      batchSize: size === undefined ? undefined : Number(size),
      session: context.session,
      transaction: context.transaction,
    }),
  };
}

const listDatabases: Command = {
  kind: "read",
  run({ command, store, now }) {
    const names = [...new Set(store.catalog.list().map((collection) => collection.db))].sort();
    const filter = parseFilter(docArgument(command, "filter"), { now });
    const databases = names
      .map((name): Doc =>
        flagArgument(command, "nameOnly") ? { name } : { name, sizeOnDisk: fileSize(store), empty: false },
      )
      .filter((item) => matches(filter, item));
    return { databases, ...(flagArgument(command, "nameOnly") ? {} : { totalSize: fileSize(store) }) };
  },
};

function fileSize(store: Store): number {
  const pages = Number(store.database.get<[number]>("PRAGMA page_count")?.[0] ?? 0);
  return pages * Number(store.database.get<[number]>("PRAGMA page_size")?.[0] ?? 0);
}

const collMod: Command = {
  kind: "definition",
  run(context) {
    const collection = existing(context, collectionArgument(context.command));
    for (const option of Object.keys(context.command).slice(1)) {
      if (
        option !== "index" &&
        !option.startsWith("$") &&
        !GENERIC.has(option) &&
        option !== "writeConcern"
      ) {
        throw errors.notImplemented(`collMod with the option '${option}'`);
      }
    }
    const change = docArgument(context.command, "index");
    if (change["expireAfterSeconds"] === undefined)
      throw errors.notImplemented("collMod without expireAfterSeconds");
    const index = indexNamed(collection, change["name"] ?? change["keyPattern"]);
    const seconds = numberArgument(change, "expireAfterSeconds", 0);
    const before = index.ttlSeconds;
    if (index.fields.length > 1 || index.isId || seconds < 0)
      throw new MongoError(72, "The index cannot be a TTL index");
    context.store.catalog.saveSpec(index, { ...index.spec, expireAfterSeconds: seconds });
    return {
      ...(before === undefined ? {} : { expireAfterSeconds_old: before }),
      expireAfterSeconds_new: seconds,
    };
  },
};

const dbStats: Command = {
  kind: "read",
  run({ store, db }) {
    const collections = store.catalog.list(db);
    const objects = collections.reduce((sum, collection) => sum + store.count(collection), 0);
    const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
    const storageSize = fileSize(store);
    return {
      db,
      collections: collections.length,
      views: 0,
      objects,
      indexes,
      storageSize,
      totalSize: storageSize,
    };
  },
};

const collStats: Command = {
  kind: "read",
  run(context) {
    const name = collectionArgument(context.command);
    return collectionStats(context.store, context.db, context.store.catalog.find(context.db, name), name);
  },
};

/** Sizes of a collection, as collStats and the stage $collStats show them. */
export function collectionStats(
  store: Store,
  db: string,
  collection: Collection | undefined,
  name: string,
): Doc {
  const bytes = (table: string) =>
    Number(store.database.get<[number]>("SELECT sum(pgsize) FROM dbstat WHERE name = ?", [table])?.[0] ?? 0);
  const indexSizes: Doc = {};
  let size = 0;
  for (const index of collection?.indexes ?? []) {
    indexSizes[index.name] = bytes(index.isId ? `sqlite_autoindex_${index.table}_1` : index.table);
  }
  if (collection) {
    size = Number(store.database.get<[number]>(`SELECT sum(length(d)) FROM ${collection.table}`)?.[0] ?? 0);
  }
  const count = collection ? store.count(collection) : 0;
  return {
    ns: `${db}.${name}`,
    size,
    count,
    avgObjSize: count > 0 ? Math.round(size / count) : 0,
    storageSize: collection ? bytes(collection.table) : 0,
    nindexes: collection?.indexes.length ?? 0,
    totalIndexSize: Object.values(indexSizes).reduce((sum: number, item) => sum + Number(item), 0),
    indexSizes,
    capped: false,
  };
}

export const definitionCommands: Record<string, Command> = {
  create,
  drop,
  dropDatabase,
  renameCollection,
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  listIndexes,
  listCollections,
  listDatabases,
  collMod,
  dbStats,
  dbstats: dbStats,
  collStats,
  collstats: collStats,
};
