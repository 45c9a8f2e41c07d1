import { LRUCache } from "lru-cache";
import mongoose from "mongoose";
import { env } from "~/platform/env.server";
import { isDatabaseUnavailable } from "./failures.server";

/**
 * Selects the engine: MONGODB_URI, or the embedded engine in DATA_DIR. Code above this file does not know which one runs;
 * both are accessed by the unmodified driver.
 */
type Engine = {
  stop(): Promise<void>;
  backup(file: string): Promise<void>;
  integrityCheck(): Promise<string[]>;
  changes(collection: string): number | undefined;
  forgetAtNextStart(): void;
};
type Running = { ready: Promise<void>; engine?: Engine };

// On globalThis, so that a development reload does not open a second connection.
const shared = globalThis as typeof globalThis & { database?: Running };

/** While a remote server is unavailable, requests fail in under a second. */
const REMOTE = { serverSelectionTimeoutMS: 800, connectTimeoutMS: 2_000 };
/**
 * The embedded engine is never unavailable, but may respond late on a busy machine, at its start, or while another process
 * takes it over. `connectTimeoutMS` is also the driver's heartbeat timeout, after which it aborts all operations.
 */
const EMBEDDED = { serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 30_000 };

const OPTIONS: mongoose.ConnectOptions = {
  bufferCommands: false,
  socketTimeoutMS: 20_000,
  // Writes are acknowledged only when they are on disk.
  writeConcern: { w: "majority", journal: true },
  autoIndex: false,
  autoCreate: false,
};

// Unknown fields in filters throw. Filters are not sanitized, because all input is parsed to plain values first.
mongoose.set("strictQuery", "throw");
mongoose.set("sanitizeFilter", false);

/** Receives background failures of the embedded engine, and a message while the start waits for the database. */
type Log = (message: string) => void;

/** How long this process waits at its start for a database that may still be starting too; the driver's default. */
const START_TIMEOUT_MS = 30_000;

async function open(running: Running, log: Log | undefined, timeoutMs: number): Promise<void> {
  const uri = env.MONGODB_URI ?? (await startEmbedded(running, log));
  const options = { ...OPTIONS, ...(env.MONGODB_URI ? REMOTE : EMBEDDED) };
  const timeout = AbortSignal.timeout(timeoutMs);
  for (let tries = 1; ; tries++) {
    try {
      await mongoose.connect(uri, options);
      return;
    } catch (error) {
      if (timeout.aborted || !isDatabaseUnavailable(error)) throw error;
      const reason = error instanceof Error ? error.message : "";
      if (tries === 1)
        log?.(
          `The database does not answer yet (${reason}): the start waits up to ${timeoutMs / 1000} seconds.`,
        );
    }
  }
}

async function startEmbedded(running: Running, log: Log | undefined): Promise<string> {
  const { start } = await import("embedded-mongodb");
  const engine = await start({ dataDir: env.DATA_DIR, log });
  running.engine = engine;
  return engine.uri;
}

/** Connects once; later calls await the same connection. */
export function connect(log?: Log, timeoutMs = START_TIMEOUT_MS): Promise<void> {
  if (!shared.database) {
    const running: Running = { ready: Promise.resolve() };
    running.ready = open(running, log, timeoutMs);
    shared.database = running;
  }
  return shared.database.ready;
}

/** Closes the connection and stops the embedded engine if this process runs it. */
export async function disconnect(): Promise<void> {
  const running = shared.database;
  delete shared.database;
  await mongoose.disconnect();
  await running?.engine?.stop();
}

/** The connected database, for access without models. */
export function liveDatabase(): mongoose.mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as mongoose.mongo.Db;
}

/** The embedded engine, if it is in use, for backups, checks and the commit cache. */
export function embeddedEngine(): Engine | undefined {
  return shared.database?.engine;
}

/** Resolves when the database responds. */
export async function ping(): Promise<void> {
  await mongoose.connection.db?.command({ ping: 1 });
}

type Cached<T> = { value: T; versions: number[] };

/**
 * Caches values until a commit changes one of the collections they were read from. Only the process that runs the embedded
 * engine knows of commits; in any other process, and with a remote server, every value is read again.
 */
export class CommitCache<T extends object> {
  readonly #cache: LRUCache<string, Cached<T>>;
  #engine: ReturnType<typeof embeddedEngine>;

  /** `collections` are those that `read` queries; `max` is the number of values of the LRU cache. */
  constructor(
    readonly collections: readonly string[],
    max: number,
  ) {
    this.#cache = new LRUCache({ max });
  }

  /** The cached value of a key, or the result of `read`. Callers must not modify it. */
  async get(key: string, read: () => Promise<T | null>): Promise<T | null> {
    const versions = this.#versions();
    const cached = this.#cache.get(key);
    if (cached && versions && isSame(cached.versions, versions)) return cached.value;
    this.#cache.delete(key);
    // The versions were taken before the read, so that a commit during the read invalidates the cached value.
    const value = await read();
    if (value && versions) this.#cache.set(key, { value, versions });
    return value;
  }

  #versions(): number[] | undefined {
    const engine = embeddedEngine();
    // Another engine counts its versions from the start, so they cannot be compared with the cached ones.
    if (engine !== this.#engine) this.#cache.clear();
    this.#engine = engine;
    const versions = this.collections.map((name) => engine?.changes(name));
    return versions.every((version) => version !== undefined) ? versions : undefined;
  }
}

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.every((version, index) => version === b[index]);
