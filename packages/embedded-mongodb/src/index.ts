import { Worker } from "node:worker_threads";
import { preparePlaces } from "./server/places.js";
import type { FromWorker, ToWorker, WorkerOptions } from "./server/worker.js";

/** Where and how the server runs. */
export type StartOptions = {
  /** Data goes into `<dataDir>/db`, the socket and its address beside it. */
  dataDir: string;
  /** Another place for the socket; all processes on one data directory must give the same. */
  socketPath?: string;
  /** Takes lines about unexpected failures. */
  log?: (message: string) => void;
  /** Pause between two removals of expired documents, 60,000 by default. */
  ttlIntervalMs?: number;
};

/** A running server, or the connection to the one that another process runs. */
export type EmbeddedServer = {
  /** Address for any MongoDB driver on this machine. */
  readonly uri: string;
  /** Whether this process holds the data, or another one does. */
  isOwner(): boolean;
  /** Closes the database; another process that watches takes over. */
  stop(): Promise<void>;
  /** Writes a consistent copy to a new file while the server runs. */
  backup(file: string): Promise<void>;
  /** What is wrong with the files: an empty list when they are sound. */
  integrityCheck(): Promise<string[]>;
};

const OLD_SPACE_MB = 512;
const YOUNG_SPACE_MB = 8;
const RESTART_MS = 200;

/**
 * Starts the server on a data directory, or joins the one that runs there already. Resolves when the
 * address answers. If the owner dies, one of the processes that joined takes its place on the same address.
 */
export async function start(options: StartOptions): Promise<EmbeddedServer> {
  const host = new Host(options);
  await host.ready;
  return host;
}

type Waiting = {
  resolve(problems: string[]): void;
  reject(error: Error): void;
};

class Host implements EmbeddedServer {
  readonly uri: string;
  readonly ready: Promise<void>;
  readonly #workerOptions: WorkerOptions;
  readonly #log: (message: string) => void;
  readonly #requests = new Map<number, Waiting>();
  #worker: Worker;
  #owner = false;
  #stopping: Promise<void> | undefined;
  #started = false;
  #nextId = 1;
  #settle!: { resolve(): void; reject(error: Error): void };

  constructor(options: StartOptions) {
    const places = preparePlaces(options.dataDir, options.socketPath);
    this.uri = places.uri;
    this.#log = options.log ?? (() => undefined);
    this.#workerOptions = { places, ttlIntervalMs: options.ttlIntervalMs ?? 60_000 };
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.#worker = this.#launch();
  }

  isOwner(): boolean {
    return this.#owner;
  }

  stop(): Promise<void> {
    this.#stopping ??= new Promise((resolve) => {
      this.#worker.once("exit", () => resolve());
      this.#post({ kind: "stop" });
    });
    return this.#stopping;
  }

  async backup(file: string): Promise<void> {
    await this.#ask((id) => ({ kind: "backup", id, file }));
  }

  integrityCheck(): Promise<string[]> {
    return this.#ask((id) => ({ kind: "check", id }));
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #ask(message: (id: number) => ToWorker): Promise<string[]> {
    if (this.#stopping) return Promise.reject(new Error("The embedded server is stopped"));
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#requests.set(id, { resolve, reject });
      this.#post(message(id));
    });
  }

  #launch(): Worker {
    const worker = new Worker(new URL("./server/worker.js", import.meta.url), {
      workerData: this.#workerOptions,
      name: "embedded-mongodb",
      // A small young generation keeps the memory of a busy server near what it really holds.
      resourceLimits: { maxOldGenerationSizeMb: OLD_SPACE_MB, maxYoungGenerationSizeMb: YOUNG_SPACE_MB },
    });
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error) => this.#log(`embedded database: ${error.stack ?? error.message}`));
    worker.on("exit", () => this.#exited());
    return worker;
  }

  #receive(message: FromWorker): void {
    if (message.kind === "ready") {
      this.#owner = message.owner;
      this.#started = true;
      this.#settle.resolve();
    } else if (message.kind === "log") {
      this.#log(message.message);
    } else if (message.kind === "failed") {
      if (this.#started) this.#log(`embedded database: ${message.message}`);
      this.#settle.reject(new Error(message.message));
    } else if (message.kind === "done") {
      const waiting = this.#requests.get(message.id);
      this.#requests.delete(message.id);
      if (message.error !== undefined) waiting?.reject(new Error(message.error));
      else waiting?.resolve(message.problems ?? []);
    }
  }

  /** A worker that dies by an error is replaced: the files are as safe as after a crash. */
  #exited(): void {
    this.#owner = false;
    for (const { reject } of this.#requests.values()) reject(new Error("The embedded server has ended"));
    this.#requests.clear();
    if (this.#stopping) return;
    if (!this.#started) {
      this.#settle.reject(new Error("The embedded server could not be started"));
      return;
    }
    setTimeout(() => {
      if (!this.#stopping) this.#worker = this.#launch();
    }, RESTART_MS);
  }
}
