import { LRUCache } from "lru-cache";
import mongoose from "mongoose";
import { env } from "~/platform/env.server";
import { isDatabaseUnavailable } from "./failures.server";

/**
 * The one predicate of the two engines: MONGODB_URI, or else the embedded engine in DATA_DIR. Nothing above this file
 * knows which one runs. Both are reached by the unmodified driver.
 */
type Engine = {
  stop(): Promise<void>;
  backup(file: string): Promise<void>;
  integrityCheck(): Promise<string[]>;
  changes(collection: string): number | undefined;
  forgetAtNextStart(): void;
};
type Running = { ready: Promise<void>; engine?: Engine };

// Kept on globalThis so that a development reload does not open a second connection.
const shared = globalThis as typeof globalThis & { database?: Running };

/** A server elsewhere: when it is away a request is answered in well under a second instead of hanging. */
const ELSEWHERE = { serverSelectionTimeoutMS: 800, connectTimeoutMS: 2_000 };
/**
 * The engine of this machine is never away, but on a busy one it may pause, begin, or be taken over from another process
 * for longer, and answers all the same. `connectTimeoutMS` is also the time that the driver gives a sign of life before it
 * ends every operation on a server.
 */
const EMBEDDED = { serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 30_000 };

const OPTIONS: mongoose.ConnectOptions = {
  bufferCommands: false,
  socketTimeoutMS: 20_000,
  // A write the user was told of is on disk.
  writeConcern: { w: "majority", journal: true },
  autoIndex: false,
  autoCreate: false,
};

// A filter written in code means what it says; values from outside never become operators.
mongoose.set("strictQuery", "throw");
mongoose.set("sanitizeFilter", false);

/** Takes what the embedded engine reports of failures in the background, and that a start waits for the database. */
type Log = (message: string) => void;

/** How long a start waits for a database, which may be starting itself: as long as the driver does unless it is told otherwise. */
const START_MS = 30_000;

async function open(running: Running, log: Log | undefined, startMs: number): Promise<void> {
  const uri = env.MONGODB_URI ?? (await startEmbedded(running, log));
  const options = { ...OPTIONS, ...(env.MONGODB_URI ? ELSEWHERE : EMBEDDED) };
  const patience = AbortSignal.timeout(startMs);
  for (let tries = 1; ; tries++) {
    try {
      await mongoose.connect(uri, options);
      return;
    } catch (error) {
      if (patience.aborted || !isDatabaseUnavailable(error)) throw error;
      const reason = error instanceof Error ? error.message : "";
      if (tries === 1)
        log?.(
          `The database does not answer yet (${reason}): the start waits up to ${startMs / 1000} seconds.`,
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

/** Connects once; later calls wait for the same connection. */
export function connect(log?: Log, startMs = START_MS): Promise<void> {
  if (!shared.database) {
    const running: Running = { ready: Promise.resolve() };
    running.ready = open(running, log, startMs);
    shared.database = running;
  }
  return shared.database.ready;
}

/** Closes the connection and ends the embedded engine when this process runs it. */
export async function disconnect(): Promise<void> {
  const running = shared.database;
  delete shared.database;
  await mongoose.disconnect();
  await running?.engine?.stop();
}

/** The database that is connected, past the models. */
export function liveDatabase(): mongoose.mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error("not connected");
  return db as mongoose.mongo.Db;
}

/** The embedded engine when it is the one in use, for backups, checks and what is remembered. */
export function embeddedEngine(): Engine | undefined {
  return shared.database?.engine;
}

/** Resolves when the database answers. */
export async function ping(): Promise<void> {
  await mongoose.connection.db?.command({ ping: 1 });
}

type Kept<T> = { value: T; versions: number[] };

/**
 * Keeps what was read for as long as no commit can have changed it, which only the process that holds the database can
 * tell: with a server elsewhere, or another process in charge, everything is read again.
 */
export class CommitCache<T extends object> {
  readonly #kept: LRUCache<string, Kept<T>>;
  #engine: ReturnType<typeof embeddedEngine>;

  /** `collections` are those that `read` reads; of more than `most` values the one least recently asked for is forgotten. */
  constructor(
    readonly collections: readonly string[],
    most: number,
  ) {
    this.#kept = new LRUCache({ max: most });
  }

  /** What is kept by this key, or else what `read` finds. Callers must not change it. */
  async get(key: string, read: () => Promise<T | null>): Promise<T | null> {
    const versions = this.#versions();
    const known = this.#kept.get(key);
    if (known && versions && isSame(known.versions, versions)) return known.value;
    this.#kept.delete(key);
    // The versions are those from before reading: what is committed meanwhile may or may not be in the answer.
    const value = await read();
    if (value && versions) this.#kept.set(key, { value, versions });
    return value;
  }

  #versions(): number[] | undefined {
    const engine = embeddedEngine();
    // Another engine counts from the beginning: its numbers say nothing of what was read before.
    if (engine !== this.#engine) this.#kept.clear();
    this.#engine = engine;
    const versions = this.collections.map((name) => engine?.changes(name));
    return versions.every((version) => version !== undefined) ? versions : undefined;
  }
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.every((version, at) => version === other[at]);
