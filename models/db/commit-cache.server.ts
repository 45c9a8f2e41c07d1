import { LRUCache } from "lru-cache";
import { embeddedEngine } from "./connection.server";

type Kept<T> = { value: T; versions: number[] };

/**
 * Keeps what was read for as long as no commit can have changed it, which only the process that holds the database can
 * tell: with a server elsewhere, or another process in charge, everything is read again.
 */
export class CommitCache<T extends object> {
  readonly #kept: LRUCache<string, Kept<T>>;
  #engine: ReturnType<typeof embeddedEngine>;

  /** `collections` are those that `read` reads; of more than `most` values the one least recently asked for is forgotten. */
  constructor(
    readonly collections: readonly string[],
    most: number,
  ) {
    this.#kept = new LRUCache({ max: most });
  }

  /** What is kept by this key, or else what `read` finds. Callers must not change it. */
  async get(key: string, read: () => Promise<T | null>): Promise<T | null> {
    const versions = this.#versions();
    const known = this.#kept.get(key);
    if (known && versions && isSame(known.versions, versions)) return known.value;
    this.#kept.delete(key);
    // The versions are those from before reading: what is committed meanwhile may or may not be in the answer.
    const value = await read();
    if (value && versions) this.#kept.set(key, { value, versions });
    return value;
  }

  #versions(): number[] | undefined {
    const engine = embeddedEngine();
    // Another engine counts from the beginning: its numbers say nothing of what was read before.
    if (engine !== this.#engine) this.#kept.clear();
    this.#engine = engine;
    const versions = this.collections.map((name) => engine?.changes(name));
    return versions.every((version) => version !== undefined) ? versions : undefined;
  }
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.every((version, at) => version === other[at]);
