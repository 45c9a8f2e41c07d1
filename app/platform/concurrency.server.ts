import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";

/** The number of tasks that run at a time and that wait; the limit refuses any further task. */
type Bounds = { concurrent: number; waiting: number };

/** Gives a slot back; resolves when it is free. */
export type Release = () => Promise<void>;

export class LimitReachedError extends Error {
  override name = "LimitReachedError";
}

/** A concurrency limit for each key, first come, first served. A key is forgotten with the last of its work. */
export class ConcurrencyLimit<Key> {
  readonly #limits = new Map<Key, LimitFunction>();

  constructor(readonly bounds: Bounds) {}

  /** Whether a further task of the key would wait or be refused. */
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
    return new Promise((grant, refuse) => {
      const hold = (free: () => void) =>
        grant(async () => {
          free();
          await held;
        });
      const held = this.run(key, () => new Promise<void>(hold));
      held.catch(refuse);
    });
  }

  /**
   * How many keys have work.
   * @internal Exported for tests.
   */
  get size(): number {
    return this.#limits.size;
  }
}

/** Priorities in the queue for password hashes and for provider tokens, the first served first. */
const RANKS = ["known device", "sign-in", "member", "registration"] as const;
export type HashPriority = { rank: (typeof RANKS)[number]; network: string };

/** At most this many from one network keep their rank; its others wait behind everyone else. */
const OF_A_NETWORK = 2;

type Waiting<T> = { job: T; turn: HashPriority; place: number; order: number };

/** The order in which hashes are made. Pure: it holds what waits, and runs nothing. */
export class HashQueue<T> {
  #waiting: Waiting<T>[] = [];
  #order = 0;

  constructor(private readonly most: number) {}

  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Takes its place in the queue. @returns the job that lost its place: the last of a full queue, which may be the one
   * that came
   */
  add(job: T, turn: HashPriority): T | undefined {
    const before = this.#waiting.filter((other) => other.turn.network === turn.network).length;
    const crowd = turn.network !== "" && turn.rank !== "known device" && before >= OF_A_NETWORK;
    const place = RANKS.indexOf(turn.rank) + (crowd ? RANKS.length : 0);
    this.#waiting.push({ job, turn, place, order: this.#order++ });
    this.#waiting.sort((a, b) => a.place - b.place || a.order - b.order);
    return this.#waiting.length > this.most ? this.#waiting.pop()?.job : undefined;
  }

  next(): T | undefined {
    return this.#waiting.shift()?.job;
  }
}

/** Others wait no longer than this for their turn because of work that goes on and on. */
const HELD_MS = 25;

/**
 * For work in many small pieces, between which others are let through: await what it gives before each piece. It costs
 * nothing until the thread has been held for a while.
 */
export function createYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
