import { ObjectId } from "bson";
import { MongoError } from "../errors.js";
import { checkDepth, decode, encode, isDoc, type Doc } from "../language/bson.js";
import { equalValues } from "../language/compare.js";
import { matches, type Filter } from "../language/filter.js";
import { compileProjection } from "../language/projection.js";
import { compileUpdate, type CompiledUpdate } from "../language/update.js";
import type { Collection } from "../storage/catalog.js";
import { find, type Query } from "../storage/find.js";
import type { Steps } from "../storage/work.js";
import { Row } from "../storage/walk.js";
import {
  checkFields,
  collectionArgument,
  docArgument,
  documents,
  flagArgument,
  numberArgument,
  rawDocuments,
} from "./arguments.js";
import { eachStatement } from "./bulk.js";
import { still, type Command, type Context } from "./context.js";
import { queryOf } from "./queries.js";
import { MAX_DOCUMENT_BYTES } from "./wire.js";

const BULK_FIELDS = "ordered bypassDocumentValidation let encryptionInformation";

const insert: Command = {
  kind: "write",
  fields: `documents ${BULK_FIELDS}`,
  retryable: true,
  *run(context) {
    const name = collectionArgument(context.command);
    return yield* eachStatement(context, rawDocuments(context.request, "documents"), (raw, _, reply) => {
      insertRaw(context, ensureCollection(context, name), raw);
      reply.n++;
    });
  },
};

const update: Command = {
  kind: "write",
  fields: `updates ${BULK_FIELDS}`,
  retryable: true,
  *run(context) {
    const name = collectionArgument(context.command);
    const statements = statementsOf(context, "updates", "q u multi upsert arrayFilters hint collation");
    const {
      n,
      nModified = 0,
      ...rest
    } = yield* eachStatement(context, statements, function* (statement, index, reply) {
      const change = prepareChange(context, statement, "q", "u");
      const multi = isMulti(context, flagArgument(statement, "multi"));
      if (multi && change.update.isReplacement)
        throw new MongoError(9, "multi update is not supported for replacement-style update");
      const known = context.store.catalog.find(context.db, name);
      let found = false;
      for (const row of known ? yield* selected(context, known, change.query, multi ? 0 : 1) : []) {
        found = true;
        if (multi && context.work.due) yield;
        const collection = still(context, known as Collection);
        const current = renewed(context, collection, row, change.query.filter);
        if (!current) continue;
        reply.n++;
        if (applyChange(context, collection, change, row.row, current).changed)
          reply.nModified = (reply.nModified ?? 0) + 1;
      }
      if (!found && flagArgument(statement, "upsert")) {
        const doc = upsert(context, name, change);
        (reply.upserted ??= []).push({ index, _id: doc["_id"] });
        reply.n++;
      }
    });
    return { n, nModified, ...rest };
  },
};

const remove: Command = {
  kind: "write",
  fields: `deletes ${BULK_FIELDS}`,
  retryable: true,
  *run(context) {
    const name = collectionArgument(context.command);
    return yield* eachStatement(
      context,
      statementsOf(context, "deletes", "q limit hint collation"),
      function* (statement, _, reply) {
        const limit = numberArgument(statement, "limit", 0);
        if (limit !== 0 && limit !== 1)
          throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
        isMulti(context, limit === 0);
        const query = queryOf(context, statement, "q");
        const known = context.store.catalog.find(context.db, name);
        for (const row of known ? yield* selected(context, known, query, limit) : []) {
          if (limit === 0 && context.work.due) yield;
          const collection = still(context, known as Collection);
          const current = renewed(context, collection, row, query.filter);
          if (!current) continue;
          context.store.remove(collection, row.row, current);
          reply.n++;
        }
      },
    );
  },
};

function statementsOf({ request }: Context, name: string, fields: string): Doc[] {
  const statements = documents(request, name);
  for (const statement of statements) checkFields(statement, fields, name);
  return statements;
}

/** A write of many documents can be cut off in the middle: it has no number, so that no retry does a part twice. */
function isMulti({ numbered }: Context, multi: boolean): boolean {
  if (multi && numbered) throw new MongoError(72, "Cannot use retryable writes with multi=true");
  return multi;
}

const findAndModify: Command = {
  kind: "write",
  fields:
    "query sort remove update new fields upsert hint arrayFilters collation let bypassDocumentValidation encryptionInformation",
  retryable: true,
  *run(context) {
    const { command, store } = context;
    const name = collectionArgument(command);
    const wantsNew = flagArgument(command, "new");
    const collection = store.catalog.find(context.db, name);
    const fields = docArgument(command, "fields");
    const project = (doc: Doc, filter: Filter) => compileProjection(fields, filter)(doc);
    if (flagArgument(command, "remove")) {
      if (command["update"] !== undefined || wantsNew || flagArgument(command, "upsert"))
        throw new MongoError(9, "'remove' goes with neither 'update' nor 'new' nor 'upsert'");
      const query = queryOf(context, command, "query");
      const row = yield* first(context, collection, query);
      if (!row || !collection) return { lastErrorObject: { n: 0 }, value: null };
      const value = project(row.doc, query.filter);
      store.remove(still(context, collection), row.row, row.doc);
      return { lastErrorObject: { n: 1 }, value };
    }
    if (command["update"] === undefined)
      throw new MongoError(9, "Either an update or remove=true must be specified");
    const change = prepareChange(context, command, "query", "update");
    const row = yield* first(context, collection, change.query);
    if (row && collection) {
      const { doc } = applyChange(context, still(context, collection), change, row.row, row.doc);
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
  query: Query;
  update: CompiledUpdate;
};

function prepareChange(context: Context, statement: Doc, filterField: string, updateField: string): Change {
  const query = queryOf(context, statement, filterField);
  const spec = statement[updateField];
  if (!isDoc(spec) && !Array.isArray(spec))
    throw new MongoError(9, "Update argument must be either an object or an array");
  const arrayFilters = statement["arrayFilters"];
  const update = compileUpdate(spec as Doc | Doc[], {
    arrayFilters: Array.isArray(arrayFilters) ? (arrayFilters as Doc[]) : undefined,
    now: context.now,
  });
  return { query, update };
}

/** A row that was found; of many only the number is kept. */
type Selected = Row | { row: number; doc?: undefined };

/**
 * The rows to change, chosen before the first change: a document must not come up again because its index key has
 * moved. With `limit` 1 nobody comes in between before the first of them is changed.
 */
function* selected(context: Context, collection: Collection, query: Query, limit: number): Steps<Selected[]> {
  const rows: Selected[] = [];
  for (const row of find(context.store, collection, { ...query, skip: 0, limit })) {
    if (!row) yield;
    else if (limit === 1) return [row];
    else rows.push({ row: row.row });
  }
  return rows;
}

function* first(context: Context, collection: Collection | undefined, query: Query): Steps<Row | undefined> {
  const [row] = collection ? yield* selected(context, collection, query, 1) : [];
  return row instanceof Row ? row : undefined;
}

/** The document as it is now; undefined when it is gone, or was changed since and is not asked for any more. */
function renewed({ store }: Context, collection: Collection, row: Selected, filter: Filter): Doc | undefined {
  if (row.doc) return row.doc;
  const bytes = store.fetch(collection, row.row);
  const doc = bytes && decode(bytes);
  return doc && matches(filter, doc) ? doc : undefined;
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
  if (!equalValues(doc["_id"], before["_id"]))
    throw new MongoError(66, "The update would modify the immutable field '_id'");
  checkDepth(doc);
  const bytes = encode(doc);
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  context.store.replace(collection, row, before, doc, bytes);
  return result;
}

function upsert(context: Context, name: string, change: Change): Doc {
  const collection = ensureCollection(context, name);
  const seed = change.update.upsertSeed(change.query.filter);
  const { doc: made } = change.update.apply(seed, { filter: change.query.filter, isInsert: true });
  return insertDoc(context, collection, made);
}

function insertRaw(context: Context, collection: Collection, raw: Buffer): void {
  checkSize(raw);
  const doc = decode(raw);
  // The client's own bytes are stored, unless `_id` is missing or not in the first place.
  const idIsFirst = raw[4] !== 0 && raw.toString("latin1", 5, 9) === "_id\0";
  insertDoc(context, collection, doc, idIsFirst ? raw : undefined);
}

/** Stores a document, with an identifier in the first place. */
function insertDoc(context: Context, collection: Collection, made: Doc, raw?: Buffer): Doc {
  const { _id = new ObjectId() } = made;
  const doc: Doc = raw ? made : { _id, ...made };
  checkId(_id);
  checkDepth(doc);
  const bytes = raw ?? encode(doc);
  checkSize(bytes);
  context.store.insert(collection, doc, bytes);
  return doc;
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(10334, `object to insert too large: ${bytes.length} bytes`);
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
    if (bad) throw new MongoError(52, `_id may not contain '$'-prefixed fields: ${bad}`);
  }
}

function ensureCollection(context: Context, name: string): Collection {
  const { catalog } = context.store;
  return catalog.find(context.db, name) ?? catalog.create(context.db, name, {});
}

export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
