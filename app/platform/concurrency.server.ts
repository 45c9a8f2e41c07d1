import path from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import pLimit, { type LimitFunction } from "p-limit";

/** The maximum numbers of running and of queued tasks; further ones are rejected. */
type Bounds = { concurrent: number; waiting: number };

/** Releases a slot; resolves when it is free. */
export type Release = () => Promise<void>;

export class LimitReachedError extends Error {
  override name = "LimitReachedError";
}

/** A concurrency limit for each key, first in, first out. Idle keys take no memory. */
export class ConcurrencyLimit<Key> {
  readonly #limits = new Map<Key, LimitFunction>();

  constructor(readonly bounds: Bounds) {}

  /** Whether a further task of the key would wait or be rejected. */
  isBusy(key: Key): boolean {
    return (this.#limits.get(key)?.activeCount ?? 0) >= this.bounds.concurrent;
  }

  /** @throws LimitReachedError */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const { concurrent, waiting } = this.bounds;
    const limit = this.#limits.get(key) ?? pLimit(concurrent);
    const count = () => limit.activeCount + limit.pendingCount;
    if (count() >= concurrent + waiting) throw new LimitReachedError();
    this.#limits.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (count() === 0 && this.#limits.get(key) === limit) this.#limits.delete(key);
    }
  }

  /** Acquires a slot that the caller releases. @throws LimitReachedError */
  acquire(key: Key): Promise<Release> {
    return new Promise((resolve, reject) => {
      const start = (finish: () => void) =>
        resolve(async () => {
          finish();
          await task;
        });
      const task = this.run(key, () => new Promise<void>(start));
      task.catch(reject);
    });
  }

  /**
   * The number of keys with running tasks.
   * @internal Exported for tests.
   */
  get size(): number {
    return this.#limits.size;
  }
}

/** Priorities of password hashes and OIDC token requests, highest first. */
const RANKS = ["known device", "sign-in", "member", "registration"] as const;
export type HashPriority = { rank: (typeof RANKS)[number]; network: string };

/** At most this many jobs of one network keep their rank; further ones queue behind those of all other networks. */
const MAX_RANKED_OF_NETWORK = 2;

type Queued<T> = { job: T; priority: HashPriority; rankIndex: number; order: number };

/** A bounded priority queue. It only orders jobs; the caller runs them. */
export class HashQueue<T> {
  #queued: Queued<T>[] = [];
  #order = 0;

  constructor(private readonly capacity: number) {}

  get length(): number {
    return this.#queued.length;
  }

  /** Adds a job. @returns the job that a full queue rejects: the last one, which may be the job just added */
  add(job: T, priority: HashPriority): T | undefined {
    const { rank, network } = priority;
    const ofNetwork = this.#queued.filter((other) => other.priority.network === network).length;
    const isDemoted = network !== "" && rank !== "known device" && ofNetwork >= MAX_RANKED_OF_NETWORK;
    const rankIndex = RANKS.indexOf(rank) + (isDemoted ? RANKS.length : 0);
    this.#queued.push({ job, priority, rankIndex, order: this.#order++ });
    this.#queued.sort((a, b) => a.rankIndex - b.rankIndex || a.order - b.order);
    return this.#queued.length > this.capacity ? this.#queued.pop()?.job : undefined;
  }

  next(): T | undefined {
    return this.#queued.shift()?.job;
  }
}

/** How long a CPU-bound loop may run before it yields to the event loop. */
const TIME_SLICE_MS = 25;

/** A function to await before each step of a CPU-bound loop: it yields to the event loop once per time slice. */
export function createYielder(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < TIME_SLICE_MS) return undefined;
    return yieldToEventLoop().then(() => {
      sliceStart = performance.now();
    });
  };
}

/**
 * Runs one task in a built worker, so that a crafted file cannot block the event loop.
 * @returns its message; undefined if the worker fails or exceeds its time or memory
 */
export async function runWorker<Message>(
  name: string,
  workerData: unknown,
  { ms, megabytes }: { ms: number; megabytes: number },
): Promise<Message | undefined> {
  const worker = new Worker(path.resolve(`.prepare/workers/${name}.js`), {
    env: {},
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise<Message | undefined>((resolve) => {
    const fail = () => resolve(undefined);
    const deadline = setTimeout(fail, ms);
    deadline.unref();
    worker.once("message", resolve).once("error", fail).once("exit", fail);
  }).finally(() => void worker.terminate());
}
