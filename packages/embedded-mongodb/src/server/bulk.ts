import { isResourceError, MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import type { Coroutine } from "../storage/budget.js";
import { flagArgument } from "./arguments.js";
import type { CommandContext } from "./context.js";

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
