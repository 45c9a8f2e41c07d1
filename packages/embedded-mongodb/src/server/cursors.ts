import { randomBytes } from "node:crypto";
import { Long } from "bson";
import { MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import { DEFAULT_TIME_LIMIT_MS, type Budget, type Coroutine, type Stream } from "../storage/budget.js";
import { RawDocuments } from "./wire.js";

type Cursor = CursorOptions & {
  results: Stream<Uint8Array>;
  /** Number of results before the limit is reached. */
  left: number;
  usedAt: number;
  /** Whether a batch is being read. */
  busy: boolean;
};

/** A batch ends after the document that makes it reach this size, so that every document read is returned. */
const BATCH_BYTES = 1024 * 1024;
const FIRST_BATCH = 101;
const IDLE_MS = 600_000;

export type CursorOptions = {
  namespace: string;
  batchSize: number | undefined;
  singleBatch?: boolean;
  session: string | undefined;
  immortal?: boolean;
  /** Maximum number of results; 0 or undefined for all. */
  limit?: number;
  /** Time budget for computing the results. */
  budget: Budget;
  /** Whether the client set a time limit, which then covers all batches together. */
  limited?: boolean;
};

/** The open cursors of the server. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  get size(): number {
    return this.#cursors.size;
  }

  /** Replies with the first batch, and keeps a cursor for the rest. */
  *open(results: Stream<Uint8Array>, options: CursorOptions): Coroutine<Doc> {
    const left = options.limit || Infinity;
    const cursor: Cursor = { ...options, results, left, usedAt: Date.now(), busy: false };
    const [batch, open] = yield* take(cursor, options.batchSize ?? FIRST_BATCH);
    let id = Long.ZERO;
    if (open && !options.singleBatch) {
      id = Long.fromBytesLE([...randomBytes(8)]).and(Long.MAX_VALUE);
      this.#cursors.set(id.toString(), cursor);
    }
    return { firstBatch: new RawDocuments(batch), id, ns: options.namespace };
  }

  /** Replies with the next batch. `adopt` receives the cursor's budget, so that the caller's running time counts on it. */
  *more(id: string, batchSize: number, namespace: string, adopt: (budget: Budget) => void): Coroutine<Doc> {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace)
      throw new MongoError(13, `The cursor belongs to ${cursor.namespace}, not to ${namespace}`);
    if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    if (!cursor.limited) cursor.budget.renew(DEFAULT_TIME_LIMIT_MS);
    adopt(cursor.budget);
    let open = false;
    try {
      const [batch, more] = yield* take(cursor, batchSize > 0 ? batchSize : Infinity);
      open = more;
      return {
        nextBatch: new RawDocuments(batch),
        id: open ? Long.fromString(id) : Long.ZERO,
        ns: namespace,
      };
    } finally {
      cursor.busy = false;
      cursor.usedAt = Date.now();
      // Also reached when the client disconnects during a batch.
      if (!open) this.#cursors.delete(id);
    }
  }

  kill(id: string): boolean {
    return this.#cursors.delete(id);
  }

  /** Ends the cursors of a session. */
  endSession(session: string): void {
    for (const [id, cursor] of this.#cursors) if (cursor.session === session) this.#cursors.delete(id);
  }

  /** Drops cursors that were idle for ten minutes. */
  sweep(now: number): void {
    for (const [id, { immortal, busy, usedAt }] of this.#cursors) {
      if (!immortal && !busy && now - usedAt > IDLE_MS) this.#cursors.delete(id);
    }
  }
}

/** Reads up to `size` results, fewer if they are large; `more` tells whether others may follow. */
function* take(cursor: Cursor, size: number): Coroutine<[batch: Uint8Array[], more: boolean]> {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (batch.length < size && bytes < BATCH_BYTES) {
    const { done, value } = cursor.results.next();
    if (done) return [batch, false];
    if (!value) {
      yield;
      continue;
    }
    batch.push(value);
    bytes += value.length;
    if (--cursor.left <= 0) return [batch, false];
  }
  return [batch, true];
}
