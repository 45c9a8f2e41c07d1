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
