import { randomUUID } from "node:crypto";
import type { Collation } from "../language/compare.js";
import { decode, encode, type Doc } from "../language/bson.js";
import { parseFilter, type Filter } from "../language/filter.js";
import { MongoError } from "../errors.js";
import type { IndexField } from "../language/key.js";
import type { Database } from "./database.js";

/** The layout of the files. A file with a larger number was written by a newer version and is refused. */
const SCHEMA_VERSION = 1;

/** An index as the planner and the writers need it. */
export type Index = {
  readonly id: number;
  readonly name: string;
  readonly table: string;
  readonly isId: boolean;
  readonly fields: readonly IndexField[];
  readonly paths: readonly string[];
  readonly directions: readonly (1 | -1)[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: Filter | undefined;
  readonly partialSpec: Doc | undefined;
  readonly collation: Collation | undefined;
  ttlSeconds: number | undefined;
  /** What listIndexes answers. */
  spec: Doc;
  /** For each field: whether some document has several values there. Never set back to false. */
  multikey: boolean[];
};

/** A collection with its indexes; the first index is always the one of `_id`. */
export type Collection = {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly table: string;
  readonly options: Doc;
  readonly collation: Collation | undefined;
  readonly indexes: Index[];
  /** Number of documents; undefined until it is needed the first time. */
  count: number | undefined;
};

type CollectionRow = [id: number, db: string, name: string, options: Buffer];
type IndexRow = [id: number, collection: number, spec: Buffer, multikey: string];

/** The collections and indexes of one connection, read from its file and kept in step with it. */
export class Catalog {
  readonly #collections = new Map<string, Collection>();
  /** Something was changed in memory that a rollback has to undo. */
  dirty = false;

  constructor(readonly database: Database) {
    const version = Number(database.get<[number]>("PRAGMA user_version")?.[0] ?? 0);
    if (version > SCHEMA_VERSION) {
      throw new MongoError(
        72,
        `The database has schema version ${version}, this program knows ${SCHEMA_VERSION}: use the newer program`,
      );
    }
    if (version === 0) {
      database.exec(`BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL,
          options BLOB NOT NULL, UNIQUE (db, name));
        CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, spec BLOB NOT NULL,
          multikey TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS retries (session BLOB PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL,
          reply BLOB NOT NULL) WITHOUT ROWID;
        PRAGMA user_version = ${SCHEMA_VERSION};
        COMMIT;`);
    }
    this.reload();
  }

  /** Reads everything again, after a rollback or when another connection changed it. */
  reload(): void {
    this.#collections.clear();
    this.dirty = false;
    const byId = new Map<number, Collection>();
    for (const row of this.database.all<CollectionRow>("SELECT id, db, name, options FROM collections")) {
      const [id, db, name, options] = row;
      const collection = makeCollection(id, db, name, decode(options));
      byId.set(id, collection);
      this.#collections.set(`${db}.${name}`, collection);
    }
    for (const row of this.database.all<IndexRow>(
      "SELECT id, collection, spec, multikey FROM indexes ORDER BY id",
    )) {
      const [id, collectionId, spec, multikey] = row;
      const collection = byId.get(collectionId);
      if (collection) collection.indexes.push(makeIndex(id, collection, decode(spec), multikey));
    }
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  list(db?: string): Collection[] {
    const all = [...this.#collections.values()].filter((item) => db === undefined || item.db === db);
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  create(db: string, name: string, options: Doc): Collection {
    checkNamespace(db, name);
    const stored = { ...options, uuid: randomUUID() };
    const { lastInsertRowid } = this.database.run(
      "INSERT INTO collections (db, name, options) VALUES (?, ?, ?)",
      [db, name, encode(stored)],
    );
    const collection = makeCollection(lastInsertRowid, db, name, stored);
    // AUTOINCREMENT would cost a second table write; natural order only needs rising numbers among the living.
    this.database.exec(
      `CREATE TABLE ${collection.table} (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL)`,
    );
    collection.count = 0;
    this.#collections.set(`${db}.${name}`, collection);
    this.dirty = true;
    return collection;
  }

  drop(collection: Collection): void {
    for (const index of collection.indexes.slice(1)) this.dropIndex(collection, index);
    this.database.exec(`DROP TABLE ${collection.table}`);
    this.database.run("DELETE FROM collections WHERE id = ?", [collection.id]);
    this.#collections.delete(`${collection.db}.${collection.name}`);
    this.dirty = true;
  }

  rename(collection: Collection, db: string, name: string): void {
    checkNamespace(db, name);
    this.database.run("UPDATE collections SET db = ?, name = ? WHERE id = ?", [db, name, collection.id]);
    this.reload();
    this.dirty = true;
  }

  addIndex(collection: Collection, spec: Doc): Index {
    const { lastInsertRowid } = this.database.run(
      "INSERT INTO indexes (collection, spec, multikey) VALUES (?, ?, '')",
      [collection.id, encode(spec)],
    );
    const index = makeIndex(lastInsertRowid, collection, spec, "");
    this.database.exec(
      `CREATE TABLE ${index.table} (k BLOB NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (k, r)) WITHOUT ROWID`,
    );
    collection.indexes.push(index);
    this.dirty = true;
    return index;
  }

  dropIndex(collection: Collection, index: Index): void {
    this.database.exec(`DROP TABLE ${index.table}`);
    this.database.run("DELETE FROM indexes WHERE id = ?", [index.id]);
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.dirty = true;
  }

  /** Writes down that some document has several values in a field of an index. */
  saveMultikey(index: Index, multikey: boolean[]): void {
    index.multikey = multikey;
    this.database.run("UPDATE indexes SET multikey = ? WHERE id = ?", [
      multikey.map(Number).join(""),
      index.id,
    ]);
    this.dirty = true;
  }

  saveSpec(index: Index, spec: Doc): void {
    this.database.run("UPDATE indexes SET spec = ? WHERE id = ?", [encode(spec), index.id]);
    index.spec = spec;
    index.ttlSeconds = ttlOf(spec);
    this.dirty = true;
  }
}

function checkNamespace(db: string, name: string): void {
  if (db === "" || db.length > 63 || /[\s/\\."$\0]/.test(db)) {
    throw new MongoError(73, `Invalid database name: '${db}'`);
  }
  if (name === "" || name.includes("\0") || name.includes("$") || /^\.|\.$/.test(name)) {
    throw new MongoError(73, `Invalid collection name: '${db}.${name}'`);
  }
  if (name.startsWith("system.")) throw new MongoError(73, `Invalid system namespace: ${db}.${name}`);
  if (Buffer.byteLength(`${db}.${name}`) > 255) {
    throw new MongoError(73, "Fully qualified namespace is too long (max 255 bytes)");
  }
}

function makeCollection(id: number, db: string, name: string, options: Doc): Collection {
  const collation = options["collation"] as Collation | undefined;
  const collection: Collection = {
    id,
    db,
    name,
    table: `c_${id}`,
    options,
    collation,
    indexes: [],
    count: undefined,
  };
  const spec: Doc = { v: 2, key: { _id: 1 }, name: "_id_", ...(collation ? { collation } : {}) };
  collection.indexes.push(makeIndex(0, collection, spec, ""));
  return collection;
}

function makeIndex(id: number, collection: Collection, spec: Doc, multikey: string): Index {
  const isId = id === 0;
  const fields = Object.entries(spec["key"] as Doc).map(([path, direction]): IndexField => [
    path,
    Number(direction) < 0 ? -1 : 1,
  ]);
  const partialSpec = spec["partialFilterExpression"] as Doc | undefined;
  const collation = spec["collation"] as Collation | undefined;
  return {
    id,
    name: String(spec["name"]),
    table: isId ? collection.table : `i_${id}`,
    isId,
    fields,
    paths: fields.map(([path]) => path),
    directions: fields.map(([, direction]) => direction),
    unique: isId || spec["unique"] === true,
    sparse: spec["sparse"] === true,
    partial: partialSpec && parseFilter(partialSpec, { collation, now: new Date(0) }),
    partialSpec,
    collation,
    ttlSeconds: ttlOf(spec),
    spec,
    multikey: fields.map((_, at) => multikey[at] === "1"),
  };
}

function ttlOf(spec: Doc): number | undefined {
  const seconds = spec["expireAfterSeconds"];
  return seconds === undefined ? undefined : Number(seconds);
}
