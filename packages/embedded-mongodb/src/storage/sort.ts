import { MongoError } from "../errors.js";
import type { Budget, Stream } from "./budget.js";

const MAX_BYTES = 32 * 1024 * 1024;
const RUN_LENGTH = 512;
/** Estimated memory of an item in addition to its key and its value. */
const ITEM_OVERHEAD_BYTES = 160;

type Item<T> = {
  key: Buffer;
  /** Insertion number, which makes the sort stable. */
  at: number;
  size: number;
  value: T;
};

function compare<T>(a: Item<T>, b: Item<T>): number {
  return Buffer.compare(a.key, b.key) || a.at - b.at;
}

/**
 * A blocking sort in small steps: input is sorted in short runs, which are merged at the end. If only the first `wanted`
 * items are needed, little more than these are kept in memory.
 */
export class Sorter<T> {
  #runs: Item<T>[][] = [];
  #run: Item<T>[] = [];
  #count = 0;
  #bytes = 0;

  constructor(
    private readonly wanted: number,
    private readonly budget: Budget,
  ) {}

  /** Adds a value by its key. `size` is the additional memory of the value in bytes. */
  *add(key: Buffer, value: T, size = 0): Generator<undefined, void> {
    const item: Item<T> = { key, value, at: this.#count++, size: key.length + size + ITEM_OVERHEAD_BYTES };
    this.#bytes += item.size;
    this.#run.push(item);
    if (this.#run.length < RUN_LENGTH) return;
    this.#endRun();
    if (this.#runs.length * RUN_LENGTH >= this.wanted * 2 + RUN_LENGTH) yield* this.#prune();
    if (this.#bytes > MAX_BYTES)
      throw new MongoError(292, `Sort exceeded memory limit of ${MAX_BYTES} bytes`);
  }

  /** Yields the values in order. */
  *drain(): Stream<T> {
    for (const item of this.#merge()) yield item?.value;
  }

  #endRun(): void {
    if (this.#run.length > 0) this.#runs.push(this.#run.sort(compare));
    this.#run = [];
  }

  *#prune(): Generator<undefined, void> {
    const kept: Item<T>[] = [];
    for (const item of this.#merge()) {
      if (item) kept.push(item);
      else yield;
    }
    this.#bytes = kept.reduce((sum, { size }) => sum + size, 0);
    for (let at = 0; at < kept.length; at += RUN_LENGTH) this.#runs.push(kept.slice(at, at + RUN_LENGTH));
  }

  /** Merges the runs with a heap. */
  *#merge(): Stream<Item<T>> {
    this.#endRun();
    const heap = this.#runs.map((run) => ({ run, at: 0 })).filter(({ run }) => run.length > 0);
    this.#runs = [];
    const head = (at: number) => heap[at]!.run[heap[at]!.at]!;
    const sink = (from: number) => {
      for (let at = from, least = at; ; at = least) {
        for (const child of [2 * at + 1, 2 * at + 2])
          if (child < heap.length && compare(head(child), head(least)) < 0) least = child;
        if (least === at) return;
        [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      }
    };
    for (let at = heap.length >> 1; at >= 0; at--) if (at < heap.length) sink(at);
    for (let left = this.wanted; left > 0 && heap.length > 0; left--) {
      yield head(0);
      if (this.budget.due) yield undefined;
      const first = heap[0]!;
      if (++first.at === first.run.length) {
        const last = heap.pop()!;
        if (heap.length > 0 && last !== first) heap[0] = last;
      }
      sink(0);
    }
  }
}
