import { isResourceError, MongoError } from "../errors.js";
import { decode, encode, type Doc } from "../language/bson.js";
import type { Coroutine } from "../storage/budget.js";
import type { DocumentStore } from "../storage/store.js";
import { flagArgument } from "./arguments.js";
import type { CommandContext } from "./context.js";
import { errorReply } from "./wire.js";

/** Retention of stored replies. It is short, because drivers retry at once and replies contain documents. */
const RETENTION_MS = 45_000;
/** Interval of removing old replies; with it, no reply is stored for more than a minute. */
export const RETRY_SWEEP_MS = 10_000;
/** Field of a stored document that is the progress of an unfinished bulk write, not a reply. */
const UNFINISHED = "$unfinished";

/** Session and transaction number of a retryable write. */
export type WriteNumber = {
  session: string;
  number: number;
};

/**
 * Stored replies of retryable writes. They are written in the transaction of the data, so that a retry after a crash is
 * recognised too.
 */
export class RetryableWrites {
  constructor(private readonly documents: DocumentStore) {}

  /** The stored reply of a write, or its progress. */
  find({ session, number }: WriteNumber): { reply?: Doc; progress?: Doc } {
    const sql = "SELECT number, reply FROM retries WHERE session = ?";
    const row = this.documents.database.get<[number, Buffer]>(sql, [Buffer.from(session, "hex")]);
    if (!row || row[0] < number) return {};
    if (row[0] > number) {
      const message = `Retryable write with txnNumber ${number} is prohibited on session; a newer one is known`;
      return { reply: errorReply(new MongoError(225, message)) };
    }
    const { [UNFINISHED]: unfinished, ...kept } = decode(row[1]);
    return unfinished === undefined ? { reply: kept } : { progress: kept };
  }

  store(write: WriteNumber, reply: Doc): void {
    this.documents.database.run(
      "INSERT INTO retries (session, number, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at, reply = excluded.reply",
      [Buffer.from(write.session, "hex"), write.number, Date.now(), encode(reply)],
    );
  }

  storeProgress(write: WriteNumber, progress: Doc): void {
    this.store(write, { ...progress, [UNFINISHED]: true });
  }

  /** Removes replies past their retention. */
  removeOld(now: number): void {
    this.documents.database.run("DELETE FROM retries WHERE at < ?", [now - RETENTION_MS]);
  }
}

/** The reply of a bulk write: each statement adds its counts and errors. */
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
 * Runs the statements of a bulk write. A failed statement is reported by its index and ends an ordered bulk. The bulk
 * yields to other commands; at each yield the completed statements and the progress are committed, and a retry of a
 * retryable bulk resumes after them.
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
      const isReported = errorBytes < MAX_ERROR_BYTES;
      const { code, message, extra } = error;
      (reply.writeErrors ??= []).push({
        index,
        code,
        errmsg: isReported ? message : "",
        ...(isReported ? extra : {}),
      });
      if (isOrdered) break;
    }
    if (context.numbered) Object.assign(progress, reply, { next: index + 1 });
  }
  return reply;
}
