import { randomBytes } from "node:crypto";
import { Long } from "bson";
import { MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import { DEFAULT_TIME_LIMIT_MS, type Budget, type Coroutine, type Stream } from "../storage/budget.js";
import { RawDocuments } from "./wire.js";

type Cursor = CursorOptions & {
  results: Stream<Uint8Array>;
  /** How many results are still wanted. */
  left: number;
  usedAt: number;
  /** A batch is being read. */
  busy: boolean;
};

/** A batch ends with the document that makes it this large: no document is read without being answered. */
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
  /** The caller's time: the results are made on it. */
  budget: Budget;
  /** The limit of time that the client gave is one for all batches. */
  limited?: boolean;
};

/** The open cursors of the server. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  get size(): number {
    return this.#cursors.size;
  }

  /** Answers the first batch and keeps the rest. */
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

  /** Answers the next batch. The work of a cursor goes on under the hands of `adopt`, who gets it to time it. */
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
      // Also when the client has gone in the middle of it.
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

  /** Drops cursors that nobody has used for ten minutes. */
  sweep(now: number): void {
    for (const [id, { immortal, busy, usedAt }] of this.#cursors) {
      if (!immortal && !busy && now - usedAt > IDLE_MS) this.#cursors.delete(id);
    }
  }
}

/** Up to `size` results, fewer when they are large; says whether there may be more. */
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
