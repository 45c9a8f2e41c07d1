import { Binary, ObjectId } from "bson";
import type { Doc } from "../language/bson.js";
import { matches, parseFilter } from "../language/filter.js";
import type { Budget, Coroutine } from "../storage/budget.js";
import type { DocumentStore } from "../storage/store.js";
import { collectionArgument, docArgument, flagArgument, refuseOptions } from "./arguments.js";
import { openDocsCursor, sessionKey, type Command, type CommandContext } from "./context.js";
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES } from "./wire.js";

/** Options of `create` for unsupported kinds of collections. */
const CREATE_REFUSED =
  "capped size max timeseries expireAfterSeconds clusteredIndex validator validationLevel validationAction viewOn " +
  "pipeline storageEngine indexOptionDefaults changeStreamPreAndPostImages encryptedFields";

const create: Command = {
  kind: "write",
  fields: `autoIndexId idIndex collation ${CREATE_REFUSED}`,
  run({ command, store, db }) {
    const name = collectionArgument(command);
    refuseOptions(command, CREATE_REFUSED.split(" "), "create");
    if (!store.catalog.find(db, name)) store.catalog.create(db, name, {});
    return {};
  },
};

const drop: Command = {
  kind: "write",
  fields: "",
  run(context) {
    const collection = context.store.catalog.find(context.db, collectionArgument(context.command));
    // Like MongoDB since 7.0, replies ok when there is nothing to drop.
    if (!collection) return {};
    const nIndexesWas = collection.indexes.length;
    context.store.catalog.drop(collection);
    return { nIndexesWas, ns: `${context.db}.${collection.name}` };
  },
};

const dropDatabase: Command = {
  kind: "write",
  fields: "",
  run({ store, db }) {
    const collections = store.catalog.list(db);
    for (const collection of collections) store.catalog.drop(collection);
    return collections.length > 0 ? { dropped: db } : {};
  },
};

const listCollections: Command = {
  kind: "read",
  fields: "filter nameOnly authorizedCollections cursor",
  run(context) {
    const filter = parseFilter(docArgument(context.command, "filter"));
    const nameOnly = flagArgument(context.command, "nameOnly");
    const list = context.store.catalog.list(context.db).map((collection): Doc => {
      const base = { name: collection.name, type: "collection" };
      if (nameOnly) return base;
      const uuid = Binary.createFromHexString(String(collection.options["uuid"]).replaceAll("-", ""), 4);
      return { ...base, options: {}, info: { readOnly: false, uuid }, idIndex: collection.indexes[0]?.spec };
    });
    const asked = list.filter((item) => matches(filter, item));
    return openDocsCursor(context, "$cmd.listCollections", asked);
  },
};

const listDatabases: Command = {
  kind: "read",
  fields: "filter nameOnly authorizedDatabases",
  run({ command, store }) {
    const names = [...new Set(store.catalog.list().map((collection) => collection.db))].sort();
    const filter = parseFilter(docArgument(command, "filter"));
    const totalSize = fileSize(store);
    const nameOnly = flagArgument(command, "nameOnly");
    const databases = names
      .map((name): Doc => (nameOnly ? { name } : { name, sizeOnDisk: totalSize, empty: false }))
      .filter((item) => matches(filter, item));
    return nameOnly ? { databases } : { databases, totalSize };
  },
};

function fileSize({ database }: DocumentStore): number {
  return database.number("PRAGMA page_count") * database.number("PRAGMA page_size");
}

const dbStats: Command = {
  kind: "read",
  fields: "scale freeStorage",
  run({ store, db }) {
    const collections = store.catalog.list(db);
    const objects = collections.reduce((sum, collection) => sum + store.count(collection), 0);
    const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
    const storageSize = fileSize(store);
    const sizes = { storageSize, totalSize: storageSize };
    return { db, collections: collections.length, views: 0, objects, indexes, ...sizes };
  },
};

const collStats: Command = {
  kind: "read",
  fields: "scale",
  run: (context) => collectionStats(context, collectionArgument(context.command)),
};

/** Statistics of a collection for collStats and $collStats; sizes are the bytes of its content. */
export function* collectionStats({ store, db, budget }: CommandContext, name: string): Coroutine<Doc> {
  const collection = store.catalog.find(db, name);
  const indexSizes: Record<string, number> = {};
  for (const index of collection?.indexes ?? [])
    indexSizes[index.name] = yield* bytesIn(store, index.table, "k", budget);
  const size = collection ? yield* bytesIn(store, collection.table, "d", budget) : 0;
  const count = collection ? store.count(collection) : 0;
  return {
    ns: `${db}.${name}`,
    size,
    count,
    avgObjSize: count > 0 ? Math.round(size / count) : 0,
    storageSize: size,
    nindexes: collection?.indexes.length ?? 0,
    totalIndexSize: Object.values(indexSizes).reduce((sum, bytes) => sum + bytes, 0),
    indexSizes,
    capped: false,
  };
}

function* bytesIn(
  { catalog, database }: DocumentStore,
  table: string,
  column: "d" | "k",
  budget: Budget,
): Coroutine<number> {
  const sql = `SELECT k, r, length(${column}) FROM ${table} WHERE (k, r) > (?, ?) ORDER BY k, r LIMIT 1000`;
  let total = 0;
  for (let position: [Buffer, number] = [Buffer.alloc(0), 0]; ;) {
    catalog.refuseDropped(table);
    const rows = database.all<[Buffer, number, number]>(sql, position);
    const last = rows.at(-1);
    if (!last) return total;
    for (const [, , bytes] of rows) total += bytes;
    position = [last[0], last[1]];
    if (budget.due) yield;
  }
}

export const definitionCommands: Record<string, Command> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  dbStats,
  dbstats: dbStats,
  collStats,
  collstats: collStats,
};

/** The MongoDB release whose behaviour and wire version this server follows. */
const SERVER_VERSION = "7.0.0";
const processId = new ObjectId();

function hello(context: CommandContext): Doc {
  const legacy = !("hello" in context.command);
  return {
    [legacy ? "ismaster" : "isWritablePrimary"]: true,
    ...(legacy || context.command["helloOk"] ? { helloOk: true } : {}),
    // A replica set of one member, because drivers use sessions and retryable writes only with a replica set.
    setName: "embedded",
    setVersion: 1,
    secondary: false,
    hosts: [context.address],
    primary: context.address,
    me: context.address,
    electionId: processId,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: context.now,
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  };
}

/** A read command whose reply takes one step. */
function answer(make: (context: CommandContext) => Doc): Command {
  return { kind: "read", fields: undefined, run: make };
}

const endSessions = answer(({ command, cursors }) => {
  const [verb = ""] = Object.keys(command);
  const sessions = command[verb];
  for (const session of Array.isArray(sessions) ? sessions : []) {
    const key = sessionKey(session);
    if (key) cursors.endSession(key);
  }
  return {};
});

export const administrationCommands: Record<string, Command> = {
  hello: answer(hello),
  ismaster: answer(hello),
  isMaster: answer(hello),
  ping: answer(() => ({})),
  buildInfo: answer(buildInfo),
  buildinfo: answer(buildInfo),
  serverStatus: answer((context) => ({
    host: "localhost",
    version: SERVER_VERSION,
    process: "embedded-mongodb",
    pid: process.pid,
    localTime: context.now,
    uptime: Math.round(process.uptime()),
    storageEngine: { name: "sqlite", persistent: true },
    ...context.status(),
  })),
  connectionStatus: answer(() => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } })),
  whatsmyuri: answer(({ address }) => ({ you: address })),
  getParameter: answer(() => ({ featureCompatibilityVersion: { version: "7.0" } })),
  getCmdLineOpts: answer(() => ({ argv: ["embedded-mongodb"], parsed: {} })),
  getLog: answer(() => ({ totalLinesWritten: 0, log: [] })),
  hostInfo: answer(() => ({ system: { hostname: "localhost" }, os: { type: process.platform } })),
  endSessions,
};

function buildInfo(): Doc {
  const versionArray = SERVER_VERSION.split(".").map(Number).concat(0);
  const about = { gitVersion: "", modules: ["embedded-mongodb"], bits: 64, storageEngines: ["sqlite"] };
  return { version: SERVER_VERSION, versionArray, maxBsonObjectSize: MAX_DOCUMENT_BYTES, ...about };
}
