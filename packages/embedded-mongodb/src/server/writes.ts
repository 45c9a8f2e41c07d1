import { ObjectId } from "bson";
import { MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import { equalValues, type Collation } from "../language/compare.js";
import { parseFilter, type Filter } from "../language/filter.js";
import { compileProjection } from "../language/projection.js";
import { compileSort } from "../language/sort.js";
import { compileUpdate, type CompiledUpdate } from "../language/update.js";
import type { Collection } from "../storage/catalog.js";
import { find, type Query, type Row } from "../storage/scan.js";
import {
  collectionArgument,
  docArgument,
  documents,
  flagArgument,
  isDoc,
  numberArgument,
  rawDocuments,
} from "./arguments.js";
import { collationOf, deadlineOf, isOrdered, type Command, type Context } from "./context.js";
import { MAX_DOCUMENT_BYTES } from "./wire.js";

/** Errors of the machine, not of one statement: the whole command fails with them. */
const FATAL_CODES = new Set([14031, 39, 46, 322]);

/** Whether an error comes from the disk rather than from the request. */
export function isResourceError(error: unknown): boolean {
  return error instanceof MongoError && FATAL_CODES.has(error.code);
}

const insert: Command = {
  kind: "write",
  transactional: true,
  retryable: true,
  run(context) {
    const collection = ensureCollection(context, collectionArgument(context.command));
    let n = 0;
    const writeErrors = eachStatement(context, rawDocuments(context.request, "documents"), (raw) => {
      insertRaw(context, collection, raw);
      n++;
    });
    return { n, ...writeErrors };
  },
};

const update: Command = {
  kind: "write",
  transactional: true,
  retryable: true,
  run(context) {
    const name = collectionArgument(context.command);
    let n = 0;
    let nModified = 0;
    const upserted: Doc[] = [];
    const writeErrors = eachStatement(context, documents(context.request, "updates"), (statement, index) => {
      const change = prepareChange(context, name, statement, "q", "u");
      const multi = flagArgument(statement, "multi");
      if (multi && change.update.isReplacement) {
        throw new MongoError(9, "multi update is not supported for replacement-style update");
      }
      const found = change.collection
        ? selected(context, change.collection, change.query, multi ? 0 : 1)
        : [];
      for (const row of found) {
        const before = current(context, change.collection as Collection, row);
        if (!before) continue;
        n++;
        if (applyChange(context, change.collection as Collection, change, row.row, before).changed)
          nModified++;
      }
      if (found.length === 0 && flagArgument(statement, "upsert")) {
        const doc = upsert(context, name, change);
        upserted.push({ index, _id: doc["_id"] });
        n++;
      }
    });
    return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...writeErrors };
  },
};

const remove: Command = {
  kind: "write",
  transactional: true,
  retryable: true,
  run(context) {
    const collection = context.store.catalog.find(context.db, collectionArgument(context.command));
    let n = 0;
    const writeErrors = eachStatement(context, documents(context.request, "deletes"), (statement) => {
      const limit = numberArgument(statement, "limit", 0);
      if (limit !== 0 && limit !== 1) {
        throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
      }
      const query = queryOf(context, collection, docArgument(statement, "q"), statement);
      if (!collection) return;
      for (const row of selected(context, collection, query, limit)) {
        const doc = current(context, collection, row);
        if (!doc) continue;
        context.store.remove(collection, row.row, doc);
        n++;
      }
    });
    return { n, ...writeErrors };
  },
};

const findAndModify: Command = {
  kind: "write",
  transactional: true,
  retryable: true,
  run(context) {
    const { command, store } = context;
    const name = collectionArgument(command);
    const wantsNew = flagArgument(command, "new");
    const collection = store.catalog.find(context.db, name);
    const fields = docArgument(command, command["fields"] === undefined ? "projection" : "fields");
    const project = (doc: Doc | null, filter: Filter) =>
      doc && Object.keys(fields).length > 0
        ? compileProjection(fields, filter, { now: context.now })(doc)
        : doc;
    if (flagArgument(command, "remove")) {
      if (command["update"] !== undefined || wantsNew || flagArgument(command, "upsert")) {
        throw new MongoError(
          9,
          "Cannot specify both an update and remove=true, nor new or upsert with remove",
        );
      }
      const query = queryOf(context, collection, docArgument(command, "query"), command);
      const [row] = collection ? selected(context, collection, query, 1) : [];
      if (!row || !collection) return { lastErrorObject: { n: 0 }, value: null };
      const value = project(row.doc, query.filter);
      store.remove(collection, row.row, row.doc);
      return { lastErrorObject: { n: 1 }, value };
    }
    if (command["update"] === undefined)
      throw new MongoError(9, "Either an update or remove=true must be specified");
    const change = prepareChange(context, name, command, "query", "update");
    const [row] = collection ? selected(context, collection, change.query, 1) : [];
    if (row && collection) {
      const { doc } = applyChange(context, collection, change, row.row, row.doc);
      const value = project(wantsNew ? doc : row.doc, change.query.filter);
      return { lastErrorObject: { n: 1, updatedExisting: true }, value };
    }
    if (!flagArgument(command, "upsert")) {
      return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    }
    const doc = upsert(context, name, change);
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: doc["_id"] },
      value: wantsNew ? project(doc, change.query.filter) : null,
    };
  },
};

type Change = {
  collection: Collection | undefined;
  query: Query;
  update: CompiledUpdate;
};

function prepareChange(
  context: Context,
  name: string,
  statement: Doc,
  filterField: string,
  updateField: string,
): Change {
  const collection = context.store.catalog.find(context.db, name);
  const query = queryOf(context, collection, docArgument(statement, filterField), statement);
  const spec = statement[updateField];
  if (!isDoc(spec) && !Array.isArray(spec)) {
    throw new MongoError(9, "Update argument must be either an object or an array");
  }
  const arrayFilters = statement["arrayFilters"];
  const update = compileUpdate(spec as Doc | Doc[], {
    arrayFilters: Array.isArray(arrayFilters) ? (arrayFilters as Doc[]) : undefined,
    collation: query.collation,
    now: context.now,
    let: variables(context, statement),
  });
  return { collection, query, update };
}

function variables(context: Context, statement: Doc): Doc | undefined {
  const own = statement["c"] ?? context.command["let"];
  return isDoc(own) ? own : undefined;
}

function queryOf(context: Context, collection: Collection | undefined, filter: Doc, statement: Doc): Query {
  const collation: Collation | undefined = collationOf(statement["collation"], collection);
  const sort = docArgument(statement, "sort");
  return {
    filter: parseFilter(filter, { collation, now: context.now, let: variables(context, statement) }),
    sort: Object.keys(sort).length > 0 ? compileSort(sort, collation) : undefined,
    collation,
    hint: statement["hint"],
    deadline: deadlineOf(context),
  };
}

/**
 * The rows to change, chosen before the first change: a document must not come up again because its
 * index key has moved. Of several only the row numbers are kept.
 */
function selected(context: Context, collection: Collection, query: Query, limit: number): Row[] {
  if (limit === 1) return [...find(context.store, collection, { ...query, limit })];
  const rows: Row[] = [];
  for (const row of find(context.store, collection, query)) rows.push(row.withoutContent());
  return rows;
}

function current(context: Context, collection: Collection, row: Row): Doc | undefined {
  if (row.bytes.length > 0) return row.doc;
  const bytes = context.store.fetch(collection, row.row);
  return bytes && decode(bytes);
}

function applyChange(
  context: Context,
  collection: Collection,
  change: Change,
  row: number,
  before: Doc,
): { doc: Doc; changed: boolean } {
  const result = change.update.apply(before, { filter: change.query.filter, isInsert: false });
  if (!result.changed) return result;
  const { doc } = result;
  if (!equalValues(doc["_id"], before["_id"])) {
    throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  const bytes = encode(doc);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  context.store.replace(collection, row, before, doc, bytes);
  return result;
}

function upsert(context: Context, name: string, change: Change): Doc {
  const collection = ensureCollection(context, name);
  const seed = change.update.upsertSeed(change.query.filter);
  const { doc: made } = change.update.apply(seed, { filter: change.query.filter, isInsert: true });
  const { _id = new ObjectId(), ...rest } = made;
  const doc: Doc = { _id, ...rest };
  checkId(_id);
  const bytes = encode(doc);
  checkSize(bytes);
  context.store.insert(collection, doc, bytes);
  return doc;
}

function insertRaw(context: Context, collection: Collection, raw: Buffer): void {
  checkSize(raw);
  const doc = decode(raw);
  // The client's own bytes are stored, unless `_id` is missing or not in the first place.
  const idIsFirst = raw[4] !== 0 && raw.toString("latin1", 5, 9) === "_id\0";
  if (idIsFirst) {
    checkId(doc["_id"]);
    context.store.insert(collection, doc, raw);
    return;
  }
  const { _id = new ObjectId(), ...rest } = doc;
  checkId(_id);
  const whole: Doc = { _id, ...rest };
  const bytes = encode(whole);
  checkSize(bytes);
  context.store.insert(collection, whole, bytes);
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(
      10334,
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  }
}

function checkId(id: unknown): void {
  const isPattern =
    typeof id === "object" && id !== null && "_bsontype" in id && id._bsontype === "BSONRegExp";
  if (Array.isArray(id) || isPattern || id === undefined) {
    const type = Array.isArray(id) ? "array" : isPattern ? "regex" : "undefined";
    throw new MongoError(53, `The '_id' value cannot be of type ${type}`);
  }
  if (isDoc(id)) {
    const bad = Object.keys(id).find((key) => key.startsWith("$"));
    if (bad)
      throw new MongoError(
        52,
        `_id fields may not contain '$'-prefixed fields: ${bad} is not valid for storage.`,
      );
  }
}

function ensureCollection(context: Context, name: string): Collection {
  const { catalog } = context.store;
  return catalog.find(context.db, name) ?? catalog.create(context.db, name, {});
}

/** Runs the statements of a bulk; a failed one is reported by its index and ends an ordered bulk. */
function eachStatement<T>(
  context: Context,
  statements: readonly T[],
  run: (statement: T, index: number) => void,
): { writeErrors?: Doc[] } {
  if (statements.length === 0 || statements.length > 100_000) {
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${statements.length} operations.`,
    );
  }
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      if (!(error instanceof MongoError) || isResourceError(error)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (isOrdered(context) || context.transaction) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
