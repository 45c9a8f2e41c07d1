/** Counts that wait in memory and are written later. */
export class BufferedCounter<Key extends string> {
  #counts = new Map<Key, number>();

  note(key: Key, count = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Takes away everything. */
  take(): Map<Key, number> {
    const taken = this.#counts;
    this.#counts = new Map();
    return taken;
  }

  /**
   * Takes each away and adds it elsewhere. What could not be added, and what comes after it, waits for the next time; so does
   * what is counted meanwhile, or a house with visitors would write without an end.
   */
  async write(add: (key: Key, count: number) => Promise<void>): Promise<void> {
    for (const key of [...this.#counts.keys()]) {
      const count = this.#counts.get(key);
      if (count === undefined) continue;
      this.#counts.delete(key);
      try {
        await add(key, count);
      } catch (error) {
        this.note(key, count);
        throw error;
      }
    }
  }
}
