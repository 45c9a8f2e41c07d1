import { RateLimitCounterModel } from "#models/rate-limit-counter.server";
import { now } from "~/platform/clock";
import { BACKOFFS, recordFailure, remainingBackoffMs } from "./lockout";
import { attemptKey, readBackoff, writeCounter } from "./rate-limits.server";

type GrowingScope = keyof typeof BACKOFFS;

const growingKey = (scope: GrowingScope, what: string) => attemptKey(`growing-${scope}`, what, "");

/** Seconds to wait under the second tier, 0 for none. */
export async function backoffSeconds(scope: GrowingScope, what: string): Promise<number> {
  const state = await readBackoff(growingKey(scope, what));
  return Math.ceil(remainingBackoffMs(state, BACKOFFS[scope], now()) / 1000);
}

/** Counts one failure under the second tier. */
export async function recordBackoffFailure(scope: GrowingScope, what: string): Promise<void> {
  const key = growingKey(scope, what);
  for (;;) {
    const at = now();
    const seen = await readBackoff(key);
    const next = recordFailure(seen, BACKOFFS[scope], at);
    if (await writeCounter(key, seen, next, next.windowStart.getTime() + BACKOFFS[scope].windowMs)) return;
  }
}

/**
 * Counts a try under the second tier before it is made, so that of a thousand at once no more proceed than are free. Answers
 * the seconds to wait instead, 0 for none; a try that succeeds is given back.
 */
export async function reserveWithBackoff(scope: GrowingScope, what: string): Promise<number> {
  const key = growingKey(scope, what);
  const { free, windowMs } = BACKOFFS[scope];
  for (;;) {
    const at = now();
    // While tries are free one write is enough, however many come at once.
    const isFree = { failures: { $lt: free }, windowStart: { $gt: new Date(at.getTime() - windowMs) } };
    const counted = { $inc: { failures: 1 }, $set: { lastAt: at } };
    if ((await RateLimitCounterModel.updateOne({ _id: key, ...isFree }, counted)).modifiedCount === 1)
      return 0;
    const seen = await readBackoff(key);
    const waitMs = remainingBackoffMs(seen, BACKOFFS[scope], at);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    const next = recordFailure(seen, BACKOFFS[scope], at);
    if (await writeCounter(key, seen, next, next.windowStart.getTime() + windowMs)) return 0;
  }
}

export async function refundBackoff(scope: GrowingScope, what: string): Promise<void> {
  const counted = { _id: growingKey(scope, what), failures: { $gt: 0 } };
  await RateLimitCounterModel.updateOne(counted, { $inc: { failures: -1 } });
}

/** Forgets the failures of the second tier: a reset has proved whose account it is. */
export async function clearBackoff(scope: GrowingScope, what: string): Promise<void> {
  await RateLimitCounterModel.deleteOne({ _id: growingKey(scope, what) });
}
