import { isResourceError, MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import type { Coroutine } from "../storage/budget.js";
import type { DocumentStore } from "../storage/store.js";
import { flagArgument } from "./arguments.js";
import type { CommandContext } from "./context.js";
import { failure } from "./wire.js";

/** A driver repeats a write at once or never; the answers hold documents, and are soon gone. */
const KEPT_MS = 45_000;
/** How often old answers are removed: each is kept for a minute at most. */
export const RETRY_SWEEP_MS = 10_000;
/** The mark of what is not an answer yet, but how far a bulk has come. */
const UNFINISHED = "$unfinished";

/** The number that a client gave to a write of its session. */
export type WriteNumber = {
  session: string;
  number: number;
};

/**
 * What numbered writes were answered. It is stored in the transaction of the data, so that a write that comes again
 * after a crash is recognised too.
 */
export class RetryableWrites {
  constructor(private readonly store: DocumentStore) {}

  /** The answer that a write got the first time, or how far it came. */
  find({ session, number }: WriteNumber): { reply?: Doc; progress?: Doc } {
    const sql = "SELECT number, reply FROM retries WHERE session = ?";
    const row = this.store.database.get<[number, Buffer]>(sql, [Buffer.from(session, "hex")]);
    if (!row || row[0] < number) return {};
    if (row[0] > number) {
      const message = `Retryable write with txnNumber ${number} is prohibited on session; a newer one is known`;
      return { reply: failure(new MongoError(225, message)) };
    }
    const { [UNFINISHED]: unfinished, ...kept } = decode(row[1]);
    return unfinished === undefined ? { reply: kept } : { progress: kept };
  }

  keep(write: WriteNumber, reply: Doc): void {
    this.store.database.run(
      "INSERT INTO retries (session, number, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at, reply = excluded.reply",
      [Buffer.from(write.session, "hex"), write.number, Date.now(), encode(reply)],
    );
  }

  keepProgress(write: WriteNumber, progress: Doc): void {
    this.keep(write, { ...progress, [UNFINISHED]: true });
  }

  /** Removes the answers that nobody will ask for again. */
  removeOld(now: number): void {
    this.store.database.run("DELETE FROM retries WHERE at < ?", [now - KEPT_MS]);
  }
}

/** The reply of a bulk write, accumulated. */
export type BulkReply = {
  n: number;
  nModified?: number;
  upserted?: Doc[];
  writeErrors?: Doc[];
};

const MAX_STATEMENTS = 100_000;
/** Beyond this size MongoDB returns only the error codes. */
const MAX_ERROR_BYTES = 1024 * 1024;

/**
 * Runs the statements of a bulk write; a failure is reported by index and ends an ordered bulk. It yields to other
 * commands; completed statements are committed by then, and a retryable bulk resumes there when it is retried.
 */
export function* eachStatement<T>(
  context: CommandContext,
  statements: readonly T[],
  run: (statement: T, index: number, reply: BulkReply) => Coroutine<void> | void,
): Coroutine<BulkReply> {
  if (statements.length === 0 || statements.length > MAX_STATEMENTS)
    throw new MongoError(16, `Write batches have between 1 and ${MAX_STATEMENTS} operations`);
  const { progress, command, budget } = context;
  const { next = 0, ...before } = progress as { next?: unknown } & Partial<BulkReply>;
  const reply: BulkReply = { ...before, n: Number(before.n ?? 0) };
  if (before.nModified !== undefined) reply.nModified = Number(before.nModified);
  const isOrdered = flagArgument(command, "ordered", true);
  let errorBytes = 0;
  for (let index = Number(next); index < statements.length; index++) {
    if (index > 0 && budget.due) yield;
    try {
      const coroutine = run(statements[index]!, index, reply);
      if (coroutine) yield* coroutine;
    } catch (error) {
      if (!(error instanceof MongoError) || isResourceError(error) || error.code === 50) throw error;
      errorBytes += error.message.length;
      const told = errorBytes < MAX_ERROR_BYTES;
      const { code, message, extra } = error;
      (reply.writeErrors ??= []).push({ index, code, errmsg: told ? message : "", ...(told ? extra : {}) });
      if (isOrdered) break;
    }
    if (context.numbered) Object.assign(progress, reply, { next: index + 1 });
  }
  return reply;
}
