import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { CommitCounters } from "./server/commit-counters.js";
import type { MaintenanceOrder, MaintenanceReport } from "./server/maintenance-worker.js";
import { preparePaths, requestPurge } from "./server/paths.js";
import type { FromWorker, ToWorker, WorkerOptions } from "./server/worker.js";
import { FORMAT } from "./storage/file-format.js";
import { removeReplacedFolders } from "./storage/swap-database.js";
import { readFormat, upgradeOwner } from "./upgrade-state.js";

export {
  CorruptDatabaseError,
  DirectoryInUseError,
  /** @deprecated Use `CorruptDatabaseError`. */
  CorruptDatabaseError as UnsoundDatabaseError,
} from "./errors.js";

export { takeLock } from "./lock.js";

export type StartOptions = {
  /** The database is in `<dataDir>/db`; the socket and the file with its address are in `<dataDir>`. */
  dataDir: string;
  /** Path of the socket. All processes on one data directory must set the same path. */
  socketPath?: string;
  /** Logs unexpected failures. */
  log?: (message: string) => void;
  /** Interval of removing expired documents in milliseconds, 60,000 by default. */
  ttlIntervalMs?: number;
};

/** A running server, or the connection to the one that another process runs. */
export type EmbeddedServer = {
  /** Address for any MongoDB driver on this machine. */
  readonly uri: string;
  /** Whether this process owns the database; otherwise another process does. */
  isOwner(): boolean;
  /**
   * A counter that changes with every commit that may have changed the collection, before the client gets the reply.
   * Undefined while another process owns the database, because its commits are not counted here.
   */
  changes(collection: string): number | undefined;
  /** Closes the database; another process that joined becomes the owner. */
  stop(): Promise<void>;
  /** Writes a consistent copy to a new file while the server runs. */
  backup(file: string): Promise<void>;
  /** @returns the problems of the files; empty if they are sound */
  integrityCheck(): Promise<string[]>;
  /** Requests that the next start purges deleted and replaced content from the files. */
  forgetAtNextStart(): void;
};

const OLD_SPACE_MB = 512;
/** Semi-space of the worker. With a quarter of it, every sixth millisecond was spent on garbage collection. */
const SEMI_SPACE_MB = 16;
const MAINTENANCE_SEMI_SPACE_MB = 4;
/** Delay before a failed worker is restarted; it doubles while workers fail before they are ready. */
const RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 30_000;

/**
 * Starts the server on a data directory, or joins the one that runs there already. Resolves when the server accepts
 * connections. If the owner dies, one of the processes that joined replaces it at the same address.
 */
export async function start(options: StartOptions): Promise<EmbeddedServer> {
  const host = new Host(options);
  await host.ready;
  return host;
}

// The functions below work on files without a server and load SQLite into the calling thread on first use.

export type ReplaceOptions = {
  dataDir: string;
  /**
   * Creates the new database in the data directory `folder`: as the file `db/database.sqlite`, or with a server that it
   * starts and stops there. An error leaves the old database unchanged. `documents` counts the old database's documents
   * by collection name.
   */
  make(folder: string, documents: () => Map<string, number>): Promise<void>;
};

/**
 * Atomically replaces the database of a directory that no process uses: a crash leaves the old or the new database.
 * @returns the folder with the old database until `removeReplaced`, if there was an old database
 * @throws DirectoryInUseError before anything is changed
 */
export async function replaceDatabase(options: ReplaceOptions): Promise<string | undefined> {
  const { replaceDatabase: replace } = await import("./replace.js");
  return replace(options);
}

/** Removes the earlier databases that `replaceDatabase` and `endUpgrade` kept, except the folder `except`. */
export function removeReplaced(dataDir: string, except?: string): void {
  removeReplacedFolders(join(dataDir, "db"), except);
}

/** The format of the files (0 without files), and the target format of this version's upgrade. */
export async function formatOf(dataDir: string): Promise<{ found: number; known: number }> {
  return { found: await readFormat(dataDir), known: FORMAT };
}

// An upgrade that changes many documents does not fit in one transaction. It therefore starts with a copy of the database
// and lasts until `endUpgrade`. After a crash, the version that started it resumes it, and any other version undoes it.

/** Copies the database, which may be in use, unless a copy exists. `by` identifies the program that upgrades. */
export async function startUpgrade(dataDir: string, by: string): Promise<void> {
  const { startUpgrade: begin } = await import("./upgrade.js");
  begin(dataDir, by);
}

/** @returns the `by` of an unfinished upgrade */
export function upgradeInProgress(dataDir: string): string | undefined {
  return upgradeOwner(dataDir);
}

/** Finishes a successful upgrade. @returns the folder with the copy until `removeReplaced` */
export async function endUpgrade(dataDir: string): Promise<string | undefined> {
  const { endUpgrade: end } = await import("./upgrade.js");
  return end(dataDir);
}

/** Atomically restores the copy. @throws DirectoryInUseError before anything is changed */
export async function undoUpgrade(dataDir: string): Promise<void> {
  const { undoUpgrade: undo } = await import("./upgrade.js");
  undo(dataDir);
}

/**
 * Runs `work` with a private temporary folder (0700) in `parent` and removes it afterwards. `removeAbandoned` removes
 * the folders of killed processes.
 */
export async function withPrivateFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { withPrivateFolder: within } = await import("./private-folder.js");
  return within(parent, work);
}

/** Removes the folders that killed processes left in `parent`, but not those of running processes. */
export async function removeAbandoned(parent: string): Promise<void> {
  if (!existsSync(parent) || readdirSync(parent).length === 0) return;
  const { removeAbandoned: remove } = await import("./private-folder.js");
  remove(parent);
}

class Host implements EmbeddedServer {
  readonly ready: Promise<void>;
  readonly #workerOptions: WorkerOptions;
  readonly #log: (message: string) => void;
  readonly #changes = new CommitCounters();
  #worker: Worker | undefined;
  #restart: NodeJS.Timeout | undefined;
  #restartMs = RESTART_DELAY_MS;
  #uri = "";
  #owner = false;
  #stopping: Promise<void> | undefined;
  #started = false;
  #settle!: { resolve(): void; reject(error: Error): void };

  constructor(options: StartOptions) {
    const paths = preparePaths(options.dataDir, options.socketPath);
    this.#log = options.log ?? (() => undefined);
    const { ttlIntervalMs = 60_000 } = options;
    this.#workerOptions = { paths, ttlIntervalMs, changes: this.#changes.memory };
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.#worker = this.#launch();
  }

  get uri(): string {
    return this.#uri;
  }

  isOwner(): boolean {
    return this.#owner;
  }

  changes(collection: string): number | undefined {
    return this.#owner ? this.#changes.of(collection) : undefined;
  }

  stop(): Promise<void> {
    clearTimeout(this.#restart);
    this.#stopping ??= new Promise((resolve) => {
      const worker = this.#worker;
      if (!worker) return resolve();
      worker.once("exit", () => resolve());
      worker.postMessage({ kind: "stop" } satisfies ToWorker);
    });
    return this.#stopping;
  }

  async backup(file: string): Promise<void> {
    await this.#maintain(file);
  }

  integrityCheck(): Promise<string[]> {
    return this.#maintain(undefined);
  }

  forgetAtNextStart(): void {
    requestPurge(this.#workerOptions.paths.purgeMarker);
  }

  /** Runs a backup or an integrity check in a worker of its own, so that it blocks no command. */
  #maintain(backupTo: string | undefined): Promise<string[]> {
    if (this.#stopping) return Promise.reject(new Error("The embedded server is stopped"));
    const order: MaintenanceOrder = { database: this.#workerOptions.paths.database, backupTo };
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./server/maintenance-worker.js", import.meta.url), {
        workerData: order,
        name: "embedded-mongodb-maintenance",
        resourceLimits: {
          maxOldGenerationSizeMb: OLD_SPACE_MB,
          maxYoungGenerationSizeMb: MAINTENANCE_SEMI_SPACE_MB,
        },
      });
      worker.on("message", (report: MaintenanceReport) => {
        if ("error" in report) reject(new Error(report.error));
        else resolve(report.problems);
      });
      worker.on("error", reject);
      worker.on("exit", () => reject(new Error("The maintenance of the embedded database has ended early")));
    });
  }

  #launch(): Worker {
    const worker = new Worker(new URL("./server/worker.js", import.meta.url), {
      workerData: this.#workerOptions,
      name: "embedded-mongodb",
      resourceLimits: { maxOldGenerationSizeMb: OLD_SPACE_MB, maxYoungGenerationSizeMb: SEMI_SPACE_MB },
    });
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error) => this.#log(`embedded database: ${error.stack ?? error.message}`));
    worker.on("exit", () => this.#exited());
    return worker;
  }

  #receive(message: FromWorker): void {
    if (message.kind === "ready") {
      // Other owners may have written since this process last owned the database, so every counter changes.
      this.#changes.noteAll();
      this.#owner = message.owner;
      this.#uri = message.uri;
      this.#started = true;
      this.#restartMs = RESTART_DELAY_MS;
      this.#settle.resolve();
    } else if (message.kind === "log") {
      this.#log(message.message);
    } else {
      if (this.#started) this.#log(`embedded database: ${message.message}`);
      this.#settle.reject(new Error(message.message));
    }
  }

  /** Restarts a worker that failed; the files are as safe as after a crash. */
  #exited(): void {
    this.#owner = false;
    this.#worker = undefined;
    if (this.#stopping) return;
    if (!this.#started) {
      this.#settle.reject(new Error("The embedded server could not be started"));
      return;
    }
    this.#restart = setTimeout(() => (this.#worker = this.#launch()), this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, MAX_RESTART_DELAY_MS);
  }
}

export {
  /** @deprecated Use `startUpgrade`. */
  startUpgrade as beginUpgrade,
  /** @deprecated Use `upgradeInProgress`. */
  upgradeInProgress as upgradeUnderWay,
};
