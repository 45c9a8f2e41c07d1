import mongoose from "mongoose";
import { env } from "~/platform/env.server";

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

const OPTIONS: mongoose.ConnectOptions = {
  // With the database away a request is answered in well under a second instead of hanging.
  bufferCommands: false,
  serverSelectionTimeoutMS: 800,
  // Also the time that the driver gives a server's sign of life before it ends every operation on it. The embedded
  // engine may pause for longer than a server elsewhere, and answers all the same.
  connectTimeoutMS: env.MONGODB_URI ? 2_000 : 30_000,
  socketTimeoutMS: 20_000,
  // A write the user was told of is on disk.
  writeConcern: { w: "majority", journal: true },
  autoIndex: false,
  autoCreate: false,
};

// A filter written in code means what it says; values from outside never become operators.
mongoose.set("strictQuery", "throw");
mongoose.set("sanitizeFilter", false);

/** Takes the embedded engine's reports of failures in the background. */
type Log = (message: string) => void;

async function open(running: Running, log: Log | undefined): Promise<void> {
  const uri = env.MONGODB_URI ?? (await startEmbedded(running, log));
  await mongoose.connect(uri, OPTIONS);
}

async function startEmbedded(running: Running, log: Log | undefined): Promise<string> {
  const { start } = await import("embedded-mongodb");
  const engine = await start({ dataDir: env.DATA_DIR, log });
  running.engine = engine;
  return engine.uri;
}

/** Connects once; later calls wait for the same connection. */
export function connect(log?: Log): Promise<void> {
  if (!shared.database) {
    const running: Running = { ready: Promise.resolve() };
    running.ready = open(running, log);
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

/** The embedded engine when it is the one in use, for backups, checks and what is remembered. */
export function embeddedEngine(): Engine | undefined {
  return shared.database?.engine;
}

/** Resolves when the database answers. */
export async function ping(): Promise<void> {
  await mongoose.connection.db?.command({ ping: 1 });
}
