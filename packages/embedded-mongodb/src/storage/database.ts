import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { errors, MongoError } from "../errors.js";

/** A value that SQLite can bind. */
export type SqlValue = number | string | bigint | Uint8Array | null;

type Statement = Libsql.Statement;

const MAX_STATEMENTS = 400;

/** SQLite's extended codes for a failed write, because of a full or a broken disk. */
const WRITE_FAILED = /^SQLITE_IOERR_(WRITE|SHMSIZE|SHMMAP|TRUNCATE|FSYNC|SHMOPEN)$/;
const PROBE = Buffer.alloc(65536);

/** Probes whether the file cannot grow: the disk is full, or a quota or file size limit is reached. */
function cannotGrow(file: string): boolean {
  const probe = `${file}.probe`;
  const sizes = [file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0);
  try {
    const handle = openSync(probe, "w", 0o600);
    try {
      return writeSync(handle, PROBE, 0, PROBE.length, Math.max(...sizes)) < PROBE.length;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return error instanceof Error && "code" in error && /^(ENOSPC|EDQUOT|EFBIG)$/.test(String(error.code));
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Whether a unique index rejected the statement, by SQLite's code, which `translate` leaves unchanged. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE";
}

/** Translates SQLite's errors about `file` to MongoDB's; other errors pass unchanged. */
export function translate(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const code = error.code;
  if (code === "SQLITE_FULL" || (WRITE_FAILED.test(code) && cannotGrow(file)))
    return new MongoError(14031, `No space to write the database (${code})`);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new MongoError(322, `The database file is damaged: ${error.message}`);
  }
  if (/^SQLITE_(IOERR|CANTOPEN|READONLY|PERM|NOLFS)/.test(code)) {
    return new MongoError(39, `The database could not be read or written (${code})`);
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new MongoError(46, error.message);
  if (code === "SQLITE_ERROR" && error.message.startsWith("no such table")) {
    return errors.dropped();
  }
  if (code === "SQLITE_TOOBIG") return new MongoError(10334, error.message);
  return error;
}

/**
 * One SQLite connection with its prepared statements. Parameters and rows are arrays: the binding aborts the process
 * on a bare Buffer parameter, and otherwise returns ArrayBuffers.
 */
export class Database {
  readonly #connection: Libsql.Database;
  readonly #statements = new Map<string, Statement>();

  /** A statement waits up to `busyTimeout` milliseconds for a lock. */
  constructor(
    readonly file: string,
    { busyTimeout = 5000, readOnly = false } = {},
  ) {
    this.#connection = new Libsql(readOnly ? `${pathToFileURL(file).href}?mode=ro` : file, {
      timeout: busyTimeout,
    });
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  run(sql: string, parameters: SqlValue[] = []): void {
    this.#prepare(sql).run(parameters);
  }

  get<Row extends unknown[]>(sql: string, parameters: SqlValue[] = []): Row | undefined {
    return this.#prepare(sql).get(parameters) as Row | undefined;
  }

  /** The number in the only column of a statement's row; 0 without a row. */
  number(sql: string, parameters: SqlValue[] = []): number {
    return Number(this.get<[number]>(sql, parameters)?.[0] ?? 0);
  }

  all<Row extends unknown[]>(sql: string, parameters: SqlValue[] = []): Row[] {
    return this.#prepare(sql).all(parameters) as Row[];
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  /** LRU cache of prepared statements by their text. */
  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement) {
      this.#statements.delete(sql);
    } else {
      statement = this.#connection.prepare(sql);
      if (statement.reader) statement.raw();
      const { value: oldest = "" } = this.#statements.keys().next();
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Opens a connection with settings that make acknowledged writes survive a crash. */
export function openForService(file: string): Database {
  const database = new Database(file);
  for (const [name, value] of [
    ["journal_mode", "WAL"],
    ["synchronous", "FULL"],
    // For macOS, where a plain fsync leaves data in the disk's cache.
    ["fullfsync", "1"],
    ["checkpoint_fullfsync", "1"],
    ["cache_size", "-8000"],
    // Overwrites deleted content where that needs no extra I/O.
    ["secure_delete", "FAST"],
    ["temp_store", "MEMORY"],
    ["journal_size_limit", "16777216"],
  ]) {
    database.all(`PRAGMA ${name} = ${value}`);
  }
  return database;
}
