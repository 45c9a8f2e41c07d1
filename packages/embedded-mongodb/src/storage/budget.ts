import { MongoError } from "../errors.js";

/** Time slice of a command before the scheduler runs others. */
const SLICE_MS = 10;
export const DEFAULT_TIME_LIMIT_MS = 30_000;

/**
 * Time budget of one command. Only running time counts, not waiting time. Long commands are generators that yield
 * whenever `due` is true.
 */
export class Budget {
  #left: number;
  #began = 0;

  constructor(limit = DEFAULT_TIME_LIMIT_MS) {
    this.#left = limit;
  }

  /** Starts a time slice. */
  begin(): void {
    this.#began = performance.now();
  }

  /** Ends a time slice. */
  end(): void {
    this.#left -= performance.now() - this.#began;
  }

  /** Grants a new limit, for the next batch of a cursor. */
  renew(limit: number): void {
    this.#left = limit;
  }

  /** Whether the time slice is used up. @throws MongoError when the time limit is exceeded */
  get due(): boolean {
    const worked = performance.now() - this.#began;
    if (worked > this.#left) throw new MongoError(50, "operation exceeded time limit");
    return worked > SLICE_MS;
  }
}

/** Yields `undefined` at the end of a time slice and is resumed by the scheduler. */
export type Coroutine<Result> = Generator<undefined, Result>;
/** A coroutine that yields values. */
export type Stream<Value> = Generator<Value | undefined, void>;
