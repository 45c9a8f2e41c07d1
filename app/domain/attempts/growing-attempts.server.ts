import { LoginAttemptModel } from "#models/login-attempt.server";
import { now } from "~/platform/clock";
import { attemptKey, growingState, writeCounter } from "./attempts.server";
import { addFailure, GROWING, waitLeft } from "./growing-wait";

type GrowingScope = keyof typeof GROWING;

const growingKey = (scope: GrowingScope, what: string) => attemptKey(`growing-${scope}`, what, "");

/** Seconds to wait under the second tier, 0 for none. */
export async function growingWait(scope: GrowingScope, what: string): Promise<number> {
  const state = await growingState(growingKey(scope, what));
  return Math.ceil(waitLeft(state, GROWING[scope], now()) / 1000);
}

/** Counts one failure under the second tier. */
export async function countGrowing(scope: GrowingScope, what: string): Promise<void> {
  const key = growingKey(scope, what);
  for (;;) {
    const at = now();
    const seen = await growingState(key);
    const next = addFailure(seen, GROWING[scope], at);
    if (await writeCounter(key, seen, next, next.windowStart.getTime() + GROWING[scope].windowMs)) return;
  }
}

/**
 * Counts a try under the second tier before it is made, so that of a thousand at once no more proceed than are free. Answers
 * the seconds to wait instead, 0 for none; a try that succeeds is given back.
 */
export async function reserveGrowing(scope: GrowingScope, what: string): Promise<number> {
  const key = growingKey(scope, what);
  const { free, windowMs } = GROWING[scope];
  for (;;) {
    const at = now();
    // While tries are free one write is enough, however many come at once.
    const isFree = { failures: { $lt: free }, windowStart: { $gt: new Date(at.getTime() - windowMs) } };
    const counted = { $inc: { failures: 1 }, $set: { lastAt: at } };
    if ((await LoginAttemptModel.updateOne({ _id: key, ...isFree }, counted)).modifiedCount === 1) return 0;
    const seen = await growingState(key);
    const waitMs = waitLeft(seen, GROWING[scope], at);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    const next = addFailure(seen, GROWING[scope], at);
    if (await writeCounter(key, seen, next, next.windowStart.getTime() + windowMs)) return 0;
  }
}

export async function giveBackGrowing(scope: GrowingScope, what: string): Promise<void> {
  const counted = { _id: growingKey(scope, what), failures: { $gt: 0 } };
  await LoginAttemptModel.updateOne(counted, { $inc: { failures: -1 } });
}

/** Forgets the failures of the second tier: a reset has proved whose account it is. */
export async function clearGrowing(scope: GrowingScope, what: string): Promise<void> {
  await LoginAttemptModel.deleteOne({ _id: growingKey(scope, what) });
}
