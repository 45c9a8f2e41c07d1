import { chmodSync, renameSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Database, translate } from "../storage/database.js";
import { sweepExpired } from "../storage/expiry.js";
import { backup, checkIntegrity } from "../storage/maintenance.js";
import { Engine } from "./engine.js";
import { Listener } from "./listener.js";
import { publishAddress, type Places } from "./places.js";

/** What the worker is started with. */
export type WorkerOptions = {
  places: Places;
  ttlIntervalMs: number;
};

export type ToWorker =
  { kind: "stop" } | { kind: "backup"; id: number; file: string } | { kind: "check"; id: number };

export type FromWorker =
  | { kind: "ready"; owner: boolean }
  | { kind: "log"; message: string }
  | { kind: "failed"; message: string }
  | { kind: "stopped" }
  | { kind: "done"; id: number; error?: string; problems?: string[] };

/** How often a process that is not the owner tries to become it. */
const WATCH_MS = 150;
/** How long an owner may take from its lock to its first answer. */
const PATIENCE_MS = 30_000;

const port = parentPort;
const { places, ttlIntervalMs } = workerData as WorkerOptions;
let stopping = false;
let release: (() => Promise<void>) | undefined;

function tell(message: FromWorker): void {
  port?.postMessage(message);
}

function messageOf(thrown: unknown): string {
  const error = translate(thrown);
  return error instanceof Error ? error.message : String(error);
}

/** Waits for the lock that the system frees when its process dies, however it dies. */
async function becomeOwner(): Promise<Database> {
  const lock = new Database(places.lock, 0);
  lock.exec("PRAGMA locking_mode = EXCLUSIVE");
  let announced = false;
  const giveUp = Date.now() + PATIENCE_MS;
  while (!stopping) {
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return lock;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")))
        throw error;
    }
    if (!announced && (await isAnswering())) {
      announced = true;
      tell({ kind: "ready", owner: false });
    }
    if (!announced && Date.now() > giveUp)
      throw new Error("The process that owns the database does not answer");
    await sleep(WATCH_MS);
  }
  return lock;
}

function isAnswering(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(places.socket);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

async function serve(lock: Database): Promise<void> {
  const engine = new Engine({
    file: places.database,
    address: places.socket,
    log: (message) => tell({ kind: "log", message }),
  });
  const listener = new Listener(engine);
  if (process.platform === "win32") {
    await listener.listen(places.socket);
  } else {
    // Only the owner comes here, so a socket file that is there was left by a process that died.
    rmSync(places.cradle, { force: true });
    await listener.listen(places.cradle);
    chmodSync(places.cradle, 0o600);
    renameSync(places.cradle, places.socket);
  }
  publishAddress(places);
  const timer = setInterval(() => {
    engine.sweep(Date.now());
    expire(engine);
  }, ttlIntervalMs);
  release = async () => {
    clearInterval(timer);
    await listener.close();
    engine.close();
    rmSync(places.addressFile, { force: true });
    rmSync(places.socket, { force: true });
    lock.close();
  };
  tell({ kind: "ready", owner: true });
}

/** Removes expired documents in portions, so that others are served in between. */
function expire(engine: Engine): void {
  let more = false;
  engine.maintain((store) => (more = sweepExpired(store, Date.now())));
  if (more) setTimeout(() => expire(engine), 20);
}

async function stop(): Promise<void> {
  stopping = true;
  await release?.();
  tell({ kind: "stopped" });
  port?.close();
}

port?.on("message", (message: ToWorker) => {
  if (message.kind === "stop") {
    void stop();
    return;
  }
  const { id } = message;
  try {
    if (message.kind === "backup") backup(places.database, message.file);
    const problems = message.kind === "check" ? checkIntegrity(places.database) : undefined;
    tell({ kind: "done", id, problems });
  } catch (error) {
    tell({ kind: "done", id, error: messageOf(error) });
  }
});

try {
  const lock = await becomeOwner();
  if (stopping) lock.close();
  else await serve(lock);
} catch (error) {
  tell({ kind: "failed", message: messageOf(error) });
  port?.close();
}
