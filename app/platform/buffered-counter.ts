/** Counts buffered in memory until they are flushed to storage. */
export class BufferedCounter<Key extends string> {
  #counts = new Map<Key, number>();

  increment(key: Key, count = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Returns all counts and resets them. */
  drain(): Map<Key, number> {
    const counts = this.#counts;
    this.#counts = new Map();
    return counts;
  }

  /**
   * Flushes each count with `add`. A count whose `add` fails, the ones after it, and those counted during the flush stay
   * buffered; without the latter rule a busy instance would flush without end.
   */
  async flush(add: (key: Key, count: number) => Promise<void>): Promise<void> {
    for (const key of [...this.#counts.keys()]) {
      const count = this.#counts.get(key);
      if (count === undefined) continue;
      this.#counts.delete(key);
      try {
        await add(key, count);
      } catch (error) {
        this.increment(key, count);
        throw error;
      }
    }
  }
}
