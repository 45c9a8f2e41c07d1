import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { translate, type Database } from "../storage/database.js";
import { tryLock } from "../storage/lock.js";
import { purgeIfRequested } from "../storage/maintenance.js";
import { removeExpired } from "../storage/removal.js";
import { finishSwap } from "../storage/swap-database.js";
import { CommitCounters } from "./commit-counters.js";
import { Listener } from "./listener.js";
import { isAnswering, prepareFolder, publishAddress, uriOf, type Paths } from "./paths.js";
import { RETRY_SWEEP_MS } from "./retryable-writes.js";
import { Schedule } from "./schedule.js";

export type WorkerOptions = {
  paths: Paths;
  ttlIntervalMs: number;
  /** Memory of the `CommitCounters`, which the main thread reads. */
  changes: SharedArrayBuffer;
};

export type ToWorker = { kind: "stop" };

export type FromWorker =
  | { kind: "ready"; owner: boolean; uri: string }
  | { kind: "log"; message: string }
  | { kind: "failed"; message: string };

/** While another process owns the database, this one tries to lock it at this interval. */
const WATCH_MS = 150;
/** If the owner does not accept connections within this time, this process fails to start. */
const LOCK_TIMEOUT_MS = 30_000;

const port = parentPort;
const { paths, ttlIntervalMs, changes } = workerData as WorkerOptions;
let stopping = false;
let release: (() => Promise<void>) | undefined;
/**
 * Whether this process has reported another owner's address. Its clients may then retry writes after a takeover, so a
 * purge, which deletes the stored replies, must not run.
 */
let hasReportedOwner = false;
/** Shared lock, held while this process uses the directory. */
let presence: Database | undefined;

function postToParent(message: FromWorker): void {
  port?.postMessage(message);
}

/** Waits for the owner's lock, which the system releases if the owner dies. Undefined if stopped while waiting. */
async function becomeOwner(): Promise<Database | undefined> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  while (!stopping) {
    presence ??= tryLock(paths.presence, "shared");
    const lock = presence && tryLock(paths.lock, "exclusive");
    if (lock) return lock;
    const socket = hasReportedOwner || !presence ? undefined : await findOwnerSocket();
    if (socket) {
      hasReportedOwner = true;
      postToParent({ kind: "ready", owner: false, uri: uriOf(socket) });
    }
    if (!hasReportedOwner && Date.now() > deadline)
      throw new Error(
        presence
          ? "The process that owns the database does not answer"
          : "Another process is exchanging the database",
      );
    await sleep(WATCH_MS);
  }
  return undefined;
}

async function findOwnerSocket(): Promise<string | undefined> {
  for (const location of paths.sockets) {
    if (!(await isAnswering(location.path))) continue;
    prepareFolder(location);
    return location.path;
  }
  return undefined;
}

async function serve(lock: Database): Promise<void> {
  const log = (message: string) => postToParent({ kind: "log", message });
  finishSwap(paths.directory);
  rmSync(paths.incoming, { recursive: true, force: true });
  if (!hasReportedOwner) purgeIfRequested(paths.database, paths.purgeMarker, log);
  const schedule = new Schedule({
    file: paths.database,
    address: "",
    changes: new CommitCounters(changes),
    log,
  });
  const listener = new Listener(schedule);
  const socket = await listener.open(paths.sockets);
  schedule.options.address = socket;
  publishAddress(paths, socket);
  const expiry = setInterval(() => {
    schedule.sweepCursors(Date.now());
    // Retried, because an earlier removal may have failed, for example on a full disk.
    schedule.removeDropped();
    schedule.maintain("removing what has expired", (store, budget) =>
      removeExpired(store, Date.now(), budget, log),
    );
  }, ttlIntervalMs);
  const retries = setInterval(() => schedule.sweepRetries(Date.now()), RETRY_SWEEP_MS);
  release = async () => {
    clearInterval(expiry);
    clearInterval(retries);
    const closed = listener.close();
    schedule.close();
    await closed;
    rmSync(paths.addressFile, { force: true });
    rmSync(socket, { force: true });
    lock.close();
  };
  postToParent({ kind: "ready", owner: true, uri: uriOf(socket) });
}

async function stop(): Promise<void> {
  stopping = true;
  try {
    await release?.();
  } finally {
    presence?.close();
    port?.close();
  }
}

port?.on("message", () => void stop());

try {
  const lock = await becomeOwner();
  if (stopping) lock?.close();
  else if (lock) await serve(lock);
} catch (thrown) {
  const error = translate(thrown, paths.database);
  postToParent({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  port?.close();
}
