import { ObjectId } from "bson";
import { MongoError } from "../errors.js";
import { checkDepth, decode, encode, isDoc, typeName, typeNumber, type Doc } from "../language/bson.js";
import { matches, type Filter } from "../language/filter.js";
import { compileProjection } from "../language/projection.js";
import { compileUpdate, type CompiledUpdate } from "../language/update.js";
import type { Coroutine, Stream } from "../storage/budget.js";
import type { Collection } from "../storage/catalog.js";
import { findRows, type Query } from "../storage/find.js";
import {
  checkFields,
  collectionArgument,
  docArgument,
  documents,
  flagArgument,
  numberArgument,
  rawDocuments,
} from "./arguments.js";
import { reopenCollection, type Command, type CommandContext } from "./context.js";
import { queryOf } from "./queries.js";
import { eachStatement } from "./retryable-writes.js";
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
      let found = false;
      for (const target of targets(context, name, change.query, multi ? 0 : 1)) {
        if (!target) {
          yield;
          continue;
        }
        found = true;
        reply.n++;
        if (applyChange(context, target, change).changed) reply.nModified = (reply.nModified ?? 0) + 1;
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
        for (const target of targets(context, name, queryOf(context, statement, "q"), limit)) {
          if (target) reply.n++;
          if (target) context.store.remove(target.collection, target.row, target.doc);
          else yield;
        }
      },
    );
  },
};

function statementsOf({ request }: CommandContext, name: string, fields: string): Doc[] {
  const statements = documents(request, name);
  for (const statement of statements) checkFields(statement, fields, name);
  return statements;
}

/** Rejects retryable multi-document writes: they can be interrupted, and a retry would apply a part twice. */
function isMulti({ numbered }: CommandContext, multi: boolean): boolean {
  if (multi && numbered) throw new MongoError(72, "Cannot use retryable writes with multi=true");
  return multi;
}

const findAndModify: Command = {
  kind: "write",
  fields:
    "query sort remove update new fields upsert hint arrayFilters collation let bypassDocumentValidation encryptionInformation",
  retryable: true,
  *run(context) {
    const { command } = context;
    const name = collectionArgument(command);
    const wantsNew = flagArgument(command, "new");
    const fields = docArgument(command, "fields");
    const project = (doc: Doc, filter: Filter) => compileProjection(fields, filter)(doc);
    if (flagArgument(command, "remove")) {
      if (command["update"] !== undefined || wantsNew || flagArgument(command, "upsert"))
        throw new MongoError(9, "'remove' goes with neither 'update' nor 'new' nor 'upsert'");
      const query = queryOf(context, command, "query");
      const target = yield* firstTarget(context, name, query);
      if (!target) return { lastErrorObject: { n: 0 }, value: null };
      const value = project(target.doc, query.filter);
      context.store.remove(target.collection, target.row, target.doc);
      return { lastErrorObject: { n: 1 }, value };
    }
    if (command["update"] === undefined)
      throw new MongoError(9, "Either an update or remove=true must be specified");
    const change = prepareChange(context, command, "query", "update");
    const target = yield* firstTarget(context, name, change.query);
    if (target) {
      const { doc } = applyChange(context, target, change);
      const value = project(wantsNew ? doc : target.doc, change.query.filter);
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

function prepareChange(
  context: CommandContext,
  statement: Doc,
  filterField: string,
  updateField: string,
): Change {
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

/** A document to change, as it is now. */
type Target = { collection: Collection; row: number; doc: Doc };

/**
 * The documents to change, selected before the first change, because a changed index key could make a document appear
 * again. For many documents only row numbers are held; documents that were removed or no longer match are skipped. With
 * `limit` 1 there is no yield between selection and change.
 */
function* targets(context: CommandContext, name: string, query: Query, limit: number): Stream<Target> {
  const { store, budget } = context;
  const known = store.catalog.find(context.db, name);
  if (!known) return;
  const rows: number[] = [];
  for (const found of findRows(store, known, { ...query, skip: 0, limit })) {
    if (!found) yield undefined;
    else if (limit !== 1) rows.push(found.rowid);
    else return yield { collection: reopenCollection(context, known), row: found.rowid, doc: found.doc };
  }
  for (const row of rows) {
    if (budget.due) yield undefined;
    const collection = reopenCollection(context, known);
    const bytes = store.fetch(collection, row);
    const doc = bytes && decode(bytes);
    if (doc && matches(query.filter, doc)) yield { collection, row, doc };
  }
}

function* firstTarget(context: CommandContext, name: string, query: Query): Coroutine<Target | undefined> {
  for (const target of targets(context, name, query, 1)) {
    if (target) return target;
    yield;
  }
  return undefined;
}

function applyChange(
  { store }: CommandContext,
  { collection, row, doc: before }: Target,
  { update, query }: Change,
): { doc: Doc; changed: boolean } {
  const result = update.apply(before, { filter: query.filter, isInsert: false });
  if (!result.changed) return result;
  checkDepth(result.doc);
  const bytes = encode(result.doc);
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  store.replace(collection, row, before, result.doc, bytes);
  return result;
}

function upsert(context: CommandContext, name: string, change: Change): Doc {
  const collection = ensureCollection(context, name);
  const seed = change.update.upsertSeed(change.query.filter);
  const { doc: made } = change.update.apply(seed, { filter: change.query.filter, isInsert: true });
  return insertDoc(context, collection, made);
}

function insertRaw(context: CommandContext, collection: Collection, raw: Buffer): void {
  checkSize(raw);
  const doc = decode(raw);
  // The client's own bytes are stored, unless `_id` is missing or not in the first place.
  const idIsFirst = raw[4] !== 0 && raw.toString("latin1", 5, 9) === "_id\0";
  insertDoc(context, collection, doc, idIsFirst ? raw : undefined);
}

/** Stores a document with `_id` as its first field, or unchanged as `raw`. Generates a missing `_id`. */
function insertDoc(context: CommandContext, collection: Collection, made: Doc, raw?: Buffer): Doc {
  const doc: Doc = raw ? made : { _id: new ObjectId(), ...made };
  checkId(doc["_id"]);
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
  if ([4, 6, 11].includes(typeNumber(id)))
    throw new MongoError(53, `The '_id' value cannot be of type ${typeName(id)}`);
  if (isDoc(id)) {
    const bad = Object.keys(id).find((key) => key.startsWith("$"));
    if (bad) throw new MongoError(52, `_id may not contain '$'-prefixed fields: ${bad}`);
  }
}

function ensureCollection(context: CommandContext, name: string): Collection {
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
