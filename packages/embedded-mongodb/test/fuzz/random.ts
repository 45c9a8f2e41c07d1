/** Pseudo-random number generator: the same seed yields the same choices. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to before `limit` (mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** True with a probability of one in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Calls one of several generators. */
  choose<T>(...makers: (() => T)[]): T {
    return this.pick(makers)();
  }

  /** A list of `least` to `most` generated values. */
  list<T>(least: number, most: number, make: (at: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, at) => make(at));
  }
}
