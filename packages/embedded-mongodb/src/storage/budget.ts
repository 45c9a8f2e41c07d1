import { MongoError } from "../errors.js";

/** How long a command holds the thread before others are let through. */
const SLICE_MS = 10;
/** The work of a command that names no limit of its own. */
export const DEFAULT_TIME_LIMIT_MS = 30_000;

/**
 * The time that one command may take, counted while it works and not while it waits for its turn. What takes long is
 * written as a generator and yields whenever `due` says so.
 */
export class Budget {
  #left: number;
  #began = 0;

  constructor(limit = DEFAULT_TIME_LIMIT_MS) {
    this.#left = limit;
  }

  /** A turn begins. */
  begin(): void {
    this.#began = performance.now();
  }

  /** A turn ends. */
  end(): void {
    this.#left -= performance.now() - this.#began;
  }

  /** Grants a new limit, for the next batch of a cursor. */
  renew(limit: number): void {
    this.#left = limit;
  }

  /** Whether it is time to let others through. @throws MongoError when the limit is reached */
  get due(): boolean {
    const worked = performance.now() - this.#began;
    if (worked > this.#left) throw new MongoError(50, "operation exceeded time limit");
    return worked > SLICE_MS;
  }
}

/** What yields `undefined` when its turn is over and is asked again later. */
export type Coroutine<Result> = Generator<undefined, Result>;
/** The same for something that gives values one after another. */
export type Stream<Value> = Generator<Value | undefined, void>;
