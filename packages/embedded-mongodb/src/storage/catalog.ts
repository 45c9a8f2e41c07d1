import { randomUUID } from "node:crypto";
import { errors, MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import { parseFilter, type Filter } from "../language/filter.js";
import type { Direction, IndexField } from "../language/key.js";
import type { Database } from "./database.js";
import { upgradeFormat } from "./file-format.js";

/** An index as the planner and the writers need it. */
export type Index = {
  readonly id: number;
  readonly name: string;
  readonly table: string;
  readonly isId: boolean;
  readonly fields: readonly IndexField[];
  readonly paths: readonly string[];
  readonly directions: readonly Direction[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: Filter | undefined;
  readonly partialSpec: Doc | undefined;
  readonly ttlSeconds: number | undefined;
  /** True while the index is built: writers maintain it, queries do not use it yet. */
  building: boolean;
  /** Specification as `listIndexes` returns it. */
  spec: Doc;
  /** For each field: whether a document has several values there. Never reset to false. */
  multikey: boolean[];
};

/** A collection with its indexes; the first index is always that of `_id`. */
export type Collection = {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly table: string;
  readonly options: Doc;
  readonly indexes: Index[];
  /** Number of documents; undefined until first needed. */
  count: number | undefined;
};

type CollectionRow = [id: number, db: string, name: string, options: Buffer];
type IndexRow = [id: number, collection: number, spec: Buffer, multikey: string];

/** Key in the stored specification of an unfinished index. */
const BUILDING = "$building";

/** Collections and indexes of one connection, in memory and in the file. */
export class Catalog {
  readonly #collections = new Map<string, Collection>();
  /** Next numbers, by table. Numbers are not reused, because a cursor between two batches may still refer to one. */
  readonly #next = new Map<string, number>();
  /** Dropped tables, which `removeDropped` deletes in batches. */
  readonly dropped = new Set<string>();
  /** Whether a rollback has to reload the catalog. */
  dirty = false;

  constructor(readonly database: Database) {
    upgradeFormat(database, () => this.reload());
  }

  /** A number for a new collection, index or document, unique while this process runs. */
  nextNumber(table: string, column: string): number {
    const sql = `SELECT ifnull(max(${column}), 0) + 1 FROM ${table}`;
    const next = this.#next.get(table) ?? this.database.number(sql);
    this.#next.set(table, next + 1);
    return next;
  }

  /** The number of a new table, distinct from dropped tables that still exist. */
  #nextTable(kind: "c" | "i"): number {
    const names = `(SELECT CAST(substr(name, 3) AS INTEGER) AS id FROM sqlite_schema WHERE name GLOB '${kind}_*')`;
    return this.nextNumber(names, "id");
  }

  /** Reads the catalog from the file, after a rollback or a change by another connection. */
  reload(): void {
    this.#collections.clear();
    this.dropped.clear();
    this.dirty = false;
    for (const [name] of this.database.all<[string]>("SELECT name FROM dropped")) this.dropped.add(name);
    const byId = new Map<number, Collection>();
    for (const row of this.database.all<CollectionRow>("SELECT id, db, name, options FROM collections")) {
      const [id, db, name, stored] = row;
      const options = decode(stored);
      refuseCollation(`${db}.${name}`, options);
      const collection = makeCollection(id, db, name, options);
      byId.set(id, collection);
      this.#collections.set(`${db}.${name}`, collection);
    }
    for (const row of this.database.all<IndexRow>(
      "SELECT id, collection, spec, multikey FROM indexes ORDER BY id",
    )) {
      const [id, collectionId, stored, multikey] = row;
      const collection = byId.get(collectionId);
      const spec = decode(stored);
      refuseCollation(`${collection?.db}.${collection?.name}: ${String(spec["name"])}`, spec);
      if (collection) collection.indexes.push(makeIndex(id, collection, spec, multikey));
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
    const id = this.#nextTable("c");
    const sql = "INSERT INTO collections (id, db, name, options) VALUES (?, ?, ?, ?)";
    this.database.run(sql, [id, db, name, encode(stored)]);
    const collection = makeCollection(id, db, name, stored);
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
    this.#markDropped(collection.table);
    this.database.run("DELETE FROM collections WHERE id = ?", [collection.id]);
    this.#collections.delete(`${collection.db}.${collection.name}`);
    this.dirty = true;
  }

  /** Adds an empty index that queries ignore until `finishIndex`. */
  addIndex(collection: Collection, spec: Doc): Index {
    const id = this.#nextTable("i");
    const stored = { ...spec, [BUILDING]: true };
    const sql = "INSERT INTO indexes (id, collection, spec, multikey) VALUES (?, ?, ?, '')";
    this.database.run(sql, [id, collection.id, encode(stored)]);
    const index = makeIndex(id, collection, stored, "");
    this.database.exec(
      `CREATE TABLE ${index.table} (k BLOB NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (k, r)) WITHOUT ROWID`,
    );
    collection.indexes.push(index);
    this.dirty = true;
    return index;
  }

  dropIndex(collection: Collection, index: Index): void {
    this.#markDropped(index.table);
    this.database.run("DELETE FROM indexes WHERE id = ?", [index.id]);
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.dirty = true;
  }

  /** Records a table as dropped; `removeDropped` deletes its rows. */
  #markDropped(table: string): void {
    this.database.run("INSERT INTO dropped (name) VALUES (?)", [table]);
    this.dropped.add(table);
  }

  /** Drops an empty table that was marked as dropped. */
  removeTable(table: string): void {
    this.database.exec(`DROP TABLE ${table}`);
    this.database.run("DELETE FROM dropped WHERE name = ?", [table]);
    this.dropped.delete(table);
    this.dirty = true;
  }

  /** @throws MongoError if the table was dropped while it was being read */
  refuseDropped(table: string): void {
    if (this.dropped.has(table)) throw errors.dropped();
  }

  /** Drops indexes that a crash left unfinished. */
  dropUnfinished(): void {
    for (const collection of this.list()) {
      for (const index of collection.indexes.filter(({ building }) => building))
        this.dropIndex(collection, index);
    }
  }

  /** Stores which fields of an index are multikey. */
  saveMultikey(index: Index, multikey: boolean[]): void {
    index.multikey = multikey;
    const flags = multikey.map(Number).join("");
    this.database.run("UPDATE indexes SET multikey = ? WHERE id = ?", [flags, index.id]);
    this.dirty = true;
  }

  /** Marks the index as complete and usable by queries. */
  finishIndex(index: Index, spec: Doc): void {
    this.database.run("UPDATE indexes SET spec = ? WHERE id = ?", [encode(spec), index.id]);
    index.spec = spec;
    index.building = false;
    this.dirty = true;
  }
}

/** Earlier versions could index text by a collation; such entries can no longer be maintained. */
function refuseCollation(name: string, { collation }: Doc): void {
  if (collation !== undefined) throw errors.notImplemented(`The collation of ${name} in the file`);
}

function checkNamespace(db: string, name: string): void {
  if (db === "" || db.length > 63 || /[\s/\\."$\0]/.test(db))
    throw new MongoError(73, `Invalid database name: '${db}'`);
  if (name === "" || name.includes("\0") || name.includes("$") || /^\.|\.$/.test(name))
    throw new MongoError(73, `Invalid collection name: '${db}.${name}'`);
  if (name.startsWith("system.")) throw new MongoError(73, `Invalid system namespace: ${db}.${name}`);
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw new MongoError(73, "Fully qualified namespace is too long (max 255 bytes)");
}

function makeCollection(id: number, db: string, name: string, options: Doc): Collection {
  const collection: Collection = {
    id,
    db,
    name,
    table: `c_${id}`,
    options,
    indexes: [],
    count: undefined,
  };
  const spec: Doc = { v: 2, key: { _id: 1 }, name: "_id_" };
  collection.indexes.push(makeIndex(0, collection, spec, ""));
  return collection;
}

function makeIndex(id: number, collection: Collection, stored: Doc, multikey: string): Index {
  const { [BUILDING]: building, ...spec } = stored;
  const isId = id === 0;
  const fields = Object.entries(spec["key"] as Doc).map(([path, direction]): IndexField => [
    path,
    Number(direction) < 0 ? -1 : 1,
  ]);
  const partialSpec = spec["partialFilterExpression"] as Doc | undefined;
  const seconds = spec["expireAfterSeconds"];
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
    partial: partialSpec && parseFilter(partialSpec),
    partialSpec,
    ttlSeconds: seconds === undefined ? undefined : Number(seconds),
    building: building === true,
    spec,
    multikey: fields.map((_, at) => multikey[at] === "1"),
  };
}
