import { randomBytes } from "node:crypto";
import { Long } from "bson";
import { MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import { RawDocuments } from "./wire.js";

type Cursor = {
  namespace: string;
  results: Iterator<Uint8Array>;
  /** Read from `results` but not answered yet. */
  next: Uint8Array | undefined;
  session: string | undefined;
  transaction: boolean;
  immortal: boolean;
  /** How many results are still wanted. */
  left: number;
  usedAt: number;
};

/** A batch stays well below the largest message, and what a batch holds is all that a cursor holds. */
const BATCH_BYTES = 1024 * 1024;
const IDLE_MS = 600_000;

export type CursorOptions = {
  namespace: string;
  batchSize: number | undefined;
  singleBatch?: boolean;
  session: string | undefined;
  transaction: boolean;
  immortal?: boolean;
  /** All that is wanted, 0 or undefined for everything. */
  limit?: number;
};

/** The open cursors of the server. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  get size(): number {
    return this.#cursors.size;
  }

  /** Answers the first batch and keeps the rest. */
  open(results: Iterable<Uint8Array>, options: CursorOptions): Doc {
    const iterator = results[Symbol.iterator]();
    const cursor: Cursor = {
      namespace: options.namespace,
      results: iterator,
      next: undefined,
      session: options.session,
      transaction: options.transaction,
      immortal: options.immortal ?? false,
      left: options.limit || Infinity,
      usedAt: Date.now(),
    };
    const size = options.batchSize ?? 101;
    let id = Long.ZERO;
    let batch: Uint8Array[] = [];
    let open = true;
    if (size > 0) [batch, open] = take(cursor, size);
    if (open && !options.singleBatch) {
      id = Long.fromBytesLE([...randomBytes(8)]).and(Long.MAX_VALUE);
      this.#cursors.set(id.toString(), cursor);
    }
    return { firstBatch: new RawDocuments(batch), id, ns: options.namespace };
  }

  /** Answers the next batch. */
  more(id: string, batchSize: number, namespace: string): Doc {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new MongoError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    cursor.usedAt = Date.now();
    let open = false;
    try {
      const [batch, more] = take(cursor, batchSize > 0 ? batchSize : Infinity);
      open = more;
      return {
        nextBatch: new RawDocuments(batch),
        id: open ? Long.fromString(id) : Long.ZERO,
        ns: namespace,
      };
    } finally {
      if (!open) this.#cursors.delete(id);
    }
  }

  kill(id: string): boolean {
    return this.#cursors.delete(id);
  }

  /** Ends the cursors of a session, or only those that its transaction opened. */
  endSession(session: string, onlyTransaction = false): void {
    for (const [id, cursor] of this.#cursors) {
      if (cursor.session === session && (cursor.transaction || !onlyTransaction)) this.#cursors.delete(id);
    }
  }

  /** Drops cursors that nobody has used for ten minutes. */
  sweep(now: number): void {
    for (const [id, cursor] of this.#cursors) {
      if (!cursor.immortal && now - cursor.usedAt > IDLE_MS) this.#cursors.delete(id);
    }
  }
}

/** Up to `size` results, fewer when they are large; says whether there may be more. */
function take(cursor: Cursor, size: number): [batch: Uint8Array[], more: boolean] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  // Nothing is read ahead of its batch: it might be out of date when it is asked for.
  while (batch.length < size) {
    if (!cursor.next) {
      const result = cursor.results.next();
      if (result.done) return [batch, false];
      cursor.next = result.value;
    }
    if (batch.length > 0 && bytes + cursor.next.length > BATCH_BYTES) return [batch, true];
    batch.push(cursor.next);
    bytes += cursor.next.length;
    cursor.next = undefined;
    if (--cursor.left <= 0) return [batch, false];
  }
  return [batch, true];
}
