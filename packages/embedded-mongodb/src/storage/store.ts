import { MongoError } from "../errors.js";
import { formatValue, type Doc } from "../language/bson.js";
import { matches } from "../language/filter.js";
import { encodeKey, indexKeys } from "../language/key.js";
import { equalValues } from "../language/sort.js";
import { Catalog, type Collection, type Index } from "./catalog.js";
import { isUniqueViolation, type Database } from "./database.js";

/** The index entries of one document in one index. */
type Entries = {
  index: Index;
  keys: Map<string, { key: Buffer; values: unknown[] }>;
  varies: boolean[];
};

/** Reads and writes documents and their index entries over one connection. */
export class DocumentStore {
  readonly catalog: Catalog;
  /** Incremented by every write, so that scans discard rows that they read ahead. */
  version = 0;
  /** Names of the collections changed since the set was last cleared. */
  readonly changed = new Set<string>();

  constructor(readonly database: Database) {
    this.catalog = new Catalog(database);
  }

  /**
   * Stores a new document, whose BSON is `bytes`, and its index entries. If a unique index rejects it, nothing is stored.
   */
  insert(collection: Collection, doc: Doc, bytes: Uint8Array): void {
    this.#note(collection);
    const key = idKey(doc["_id"]);
    const row = this.catalog.nextNumber(collection.table, "r");
    try {
      this.database.run(`INSERT INTO ${collection.table} (r, k, d) VALUES (?, ?, ?)`, [row, key, bytes]);
    } catch (error) {
      if (isUniqueViolation(error)) throw duplicate(collection, collection.indexes[0] as Index, [doc["_id"]]);
      throw error;
    }
    try {
      for (const entries of this.#entriesOf(collection, doc)) {
        this.#refuseDuplicates(collection, entries, row);
        this.#addEntries(entries, row);
      }
    } catch (error) {
      // Undone without a savepoint, because one for every document would double the work of the common case.
      if (this.database.inTransaction) this.#erase(collection, doc, row);
      throw error;
    }
    if (collection.count !== undefined) collection.count++;
  }

  /** Replaces the document in `row`; only the index entries that differ are touched. */
  replace(collection: Collection, row: number, before: Doc, after: Doc, bytes: Uint8Array): void {
    this.#note(collection);
    const changes: { entries: Entries; old: Entries }[] = [];
    const olds = this.#entriesOf(collection, before);
    const news = this.#entriesOf(collection, after);
    news.forEach((entries, at) => {
      const old = olds[at] as Entries;
      for (const text of entries.keys.keys()) {
        if (old.keys.delete(text)) entries.keys.delete(text);
      }
      this.#refuseDuplicates(collection, entries, row);
      if (entries.keys.size > 0 || old.keys.size > 0) changes.push({ entries, old });
    });
    this.database.run(`UPDATE ${collection.table} SET d = ? WHERE r = ?`, [bytes, row]);
    for (const { entries, old } of changes) {
      this.#removeEntries(old, row);
      this.#addEntries(entries, row);
    }
  }

  /** Removes the document in `row`. */
  remove(collection: Collection, row: number, doc: Doc): void {
    this.#note(collection);
    this.#erase(collection, doc, row);
    if (collection.count !== undefined) collection.count--;
  }

  #note({ name }: Collection): void {
    this.version++;
    this.changed.add(name);
  }

  /** The stored bytes of a row; undefined if it was removed. */
  fetch(collection: Collection, row: number): Buffer | undefined {
    this.catalog.refuseDropped(collection.table);
    return this.database.get<[Buffer]>(`SELECT d FROM ${collection.table} WHERE r = ?`, [row])?.[0];
  }

  /** Writes the entries of one document into an index that is being built. */
  buildEntry(collection: Collection, index: Index, doc: Doc, row: number): void {
    const entries = this.#entriesIn(index, doc);
    this.#refuseDuplicates(collection, entries, row);
    this.#addEntries(entries, row);
  }

  /** The exact number of documents, kept in memory after the first call. */
  count(collection: Collection): number {
    return (collection.count ??= this.database.number(`SELECT count(*) FROM ${collection.table}`));
  }

  /**
   * Reloads state in memory after a rollback. `continues`: the rollback was to a savepoint, so the transaction's earlier
   * changes may still be rolled back.
   */
  afterRollback(continues: boolean): void {
    if (this.catalog.dirty) {
      this.catalog.reload();
      this.catalog.dirty = continues;
    } else for (const collection of this.catalog.list()) collection.count = undefined;
  }

  /** Lists the entries that the indexes should hold for a document, for the integrity check. */
  expectedEntries(index: Index, doc: Doc): Buffer[] {
    return [...this.#entriesIn(index, doc).keys.values()].map((entry) => entry.key);
  }

  #entriesOf(collection: Collection, doc: Doc): Entries[] {
    return collection.indexes.slice(1).map((index) => this.#entriesIn(index, doc));
  }

  #entriesIn(index: Index, doc: Doc): Entries {
    const keys: Entries["keys"] = new Map();
    const varies = index.fields.map(() => false);
    if (!index.partial || matches(index.partial, doc)) {
      const found = indexKeys(doc, index.fields, { sparse: index.sparse });
      for (const values of found) {
        values.forEach((value, at) => (varies[at] ||= !equalValues(value, found[0]?.[at])));
        const key = encodeKey(values, index.directions);
        keys.set(key.toString("latin1"), { key, values });
      }
    }
    return { index, keys, varies };
  }

  #refuseDuplicates(collection: Collection, { index, keys }: Entries, row: number): void {
    if (!index.unique) return;
    const sql = `SELECT r FROM ${index.table} WHERE k = ? AND r <> ? LIMIT 1`;
    for (const { key, values } of keys.values()) {
      if (this.database.get(sql, [key, row])) throw duplicate(collection, index, values);
    }
  }

  #addEntries({ index, keys, varies }: Entries, row: number): void {
    if (varies.some((flag, at) => flag && !index.multikey[at])) {
      const multikey = index.multikey.map((flag, at) => flag || varies[at] === true);
      this.catalog.saveMultikey(index, multikey);
    }
    const sql = `INSERT OR IGNORE INTO ${index.table} (k, r) VALUES (?, ?)`;
    for (const { key } of keys.values()) this.database.run(sql, [key, row]);
  }

  #removeEntries({ index, keys }: Entries, row: number): void {
    const sql = `DELETE FROM ${index.table} WHERE k = ? AND r = ?`;
    for (const { key } of keys.values()) this.database.run(sql, [key, row]);
  }

  #erase(collection: Collection, doc: Doc, row: number): void {
    for (const index of collection.indexes.slice(1)) {
      try {
        this.#removeEntries(this.#entriesIn(index, doc), row);
      } catch (error) {
        // A document that the index cannot hold, for example with parallel arrays, has no entries in it.
        if (!(error instanceof MongoError)) throw error;
      }
    }
    this.database.run(`DELETE FROM ${collection.table} WHERE r = ?`, [row]);
  }
}

/** The key of an `_id` in its collection. */
export function idKey(id: unknown): Buffer {
  return encodeKey([id], [1]);
}

function duplicate({ db, name }: Collection, index: Index, values: readonly unknown[]): Error {
  const keyValue: Doc = {};
  index.paths.forEach((path, at) => (keyValue[path] = values[at] ?? null));
  const message = `E11000 duplicate key error collection: ${db}.${name} index: ${index.name} dup key: ${formatValue(keyValue)}`;
  return new MongoError(11000, message, { keyPattern: index.spec["key"], keyValue });
}
