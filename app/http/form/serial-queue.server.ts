import { BodyError, TOO_MUCH_AT_ONCE } from "~/http/body-limits.server";
import { ConcurrencyLimit, LimitReachedError, type Release } from "~/platform/concurrency-limit.server";

const queues = new ConcurrencyLimit<string>({ concurrent: 1, waiting: 100 });

/**
 * Waits until the earlier large forms of the member have been read, so that fifty files sent at once cost no more memory
 * than one. Each name has its own queue. @throws BodyError when the queue is full
 */
export async function enterSerialQueue(memberId: number, name = ""): Promise<Release> {
  try {
    return await queues.acquire(`${memberId}|${name}`);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    throw new BodyError(503, TOO_MUCH_AT_ONCE);
  }
}

/** Runs one task of the member at a time. @throws BodyError when the queue is full */
export async function runInSerialQueue<T>(memberId: number, task: () => Promise<T>): Promise<T> {
  const leave = await enterSerialQueue(memberId);
  try {
    return await task();
  } finally {
    await leave();
  }
}
