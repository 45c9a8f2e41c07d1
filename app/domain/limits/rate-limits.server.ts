import { duplicateKeyFields } from "#models/db/failures.server";
import { RateLimitCounterModel } from "#models/rate-limit-counter.server";
import { HOUR } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { sign } from "~/platform/signing.server";
import {
  BACKOFFS,
  countAttempt,
  lockoutSecondsLeft,
  recordFailure,
  remainingBackoffMs,
  type Attempts,
  type BackoffState,
  type LockoutScope,
} from "./lockout";

/** Counters are forgotten an hour after their last use; those with a window when it is over. */
const FORGET_MS = HOUR;

export type Reservation =
  | {
      allowed: true;
      /** Seconds to tell when this very try fails and is the last: 0 if more are left. */
      secondsIfFailed: number;
      /** Whether the counter was untouched before. */
      isFirst: boolean;
    }
  | { allowed: false; seconds: number };

/** Where failures count: hashed, so that the counters name no one. */
export function attemptKey(scope: string, account: string, network: string): string {
  return sign("attempts", `${scope}|${account}|${network}`);
}

/**
 * Takes one of the tries that are left, in the database and atomically: of a hundred at once only as many as are left
 * proceed, on however many processes. The write names the state it saw, and is tried again when another came first.
 */
export async function reserveAttempt(key: string, scope: LockoutScope): Promise<Reservation> {
  for (;;) {
    const at = now();
    const seen = await RateLimitCounterModel.findById(key).lean();
    const before: Attempts = seen ?? { failures: 0, lockedUntil: null };
    const after = countAttempt(before, scope, at);
    if (!after) return { allowed: false, seconds: lockoutSecondsLeft(before.lockedUntil, scope, at) };
    if (
      await writeCounter(
        key,
        seen && { failures: before.failures, lockedUntil: before.lockedUntil },
        after,
        at.getTime() + FORGET_MS,
      )
    ) {
      return {
        allowed: true,
        secondsIfFailed: lockoutSecondsLeft(after.lockedUntil, scope, at),
        isFirst: seen === null,
      };
    }
  }
}

/** Writes a counter if it still is what was seen. */
export async function writeCounter(
  key: string,
  seen: object | null,
  change: object,
  expiresAt: number,
): Promise<boolean> {
  const record = { ...change, expiresAt: new Date(expiresAt) };
  if (seen) {
    const result = await RateLimitCounterModel.updateOne({ _id: key, ...seen }, { $set: record });
    return result.modifiedCount === 1;
  }
  try {
    await RateLimitCounterModel.create({ _id: key, ...record });
    return true;
  } catch (error) {
    if (duplicateKeyFields(error)) return false;
    throw error;
  }
}

/** Success, and what does not count as a failure, clears the counter. */
export async function clearAttempts(key: string): Promise<void> {
  await RateLimitCounterModel.deleteOne({ _id: key });
}

/** A counter that grows within a window, as it stands. */
export async function readBackoff(key: string): Promise<BackoffState | null> {
  const seen = await RateLimitCounterModel.findById(key).lean();
  if (!seen?.windowStart || !seen.lastAt) return null;
  return { failures: seen.failures, windowStart: seen.windowStart, lastAt: seen.lastAt };
}

/** A plain allowance: whether one more of something is allowed, at most `most` in `windowMs` for `what`. */
export async function tryConsume(what: string, most: number, windowMs: number): Promise<boolean> {
  return (await consumeAllowance(what, most, windowMs)) === 0;
}

/** How places are given back: `altogether` bounds them all the same; `back` answers how many of the takers have done so. */
type Refunds = { altogether: number; back: (takers: number[]) => Promise<number> };

const allowanceKey = (what: string) => attemptKey("allowance", what, "");

/** The same, for answers that say how long to wait: 0 when it is allowed, else the seconds until it is. */
export async function consumeAllowance(
  what: string,
  most: number,
  windowMs: number,
  given?: Refunds,
): Promise<number> {
  const key = allowanceKey(what);
  for (;;) {
    const at = now();
    const seen = await readBackoff(key);
    const next = recordFailure(seen, { free: most, windowMs }, at);
    const end = next.windowStart.getTime() + windowMs;
    const isOver = next.failures > most && !(given && (await hasCapacity(key, next.failures, most, given)));
    if (isOver) return Math.max(1, Math.ceil(Math.min(windowMs, end - at.getTime()) / 1000));
    const change = given && next.failures === 1 ? { ...next, takers: [] } : next;
    if (await writeCounter(key, seen, change, end)) return 0;
  }
}

async function hasCapacity(key: string, taken: number, most: number, { altogether, back }: Refunds) {
  if (taken > altogether) return false;
  const counter = await RateLimitCounterModel.findById(key).select({ takers: 1 }).lean();
  return taken - (await back(counter?.takers ?? [])) <= most;
}

/** Says who took a place of an allowance, and so can give it back. */
export async function recordHolder(what: string, id: number): Promise<void> {
  await RateLimitCounterModel.updateOne({ _id: allowanceKey(what) }, { $push: { takers: id } });
}

type BackoffScope = keyof typeof BACKOFFS;

const backoffKey = (scope: BackoffScope, what: string) => attemptKey(`growing-${scope}`, what, "");

/** Seconds to wait under the second tier, 0 for none. */
export async function backoffSeconds(scope: BackoffScope, what: string): Promise<number> {
  const state = await readBackoff(backoffKey(scope, what));
  return Math.ceil(remainingBackoffMs(state, BACKOFFS[scope], now()) / 1000);
}

/** Counts one failure under the second tier. */
export async function recordBackoffFailure(scope: BackoffScope, what: string): Promise<void> {
  const key = backoffKey(scope, what);
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
export async function reserveWithBackoff(scope: BackoffScope, what: string): Promise<number> {
  const key = backoffKey(scope, what);
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

export async function refundBackoff(scope: BackoffScope, what: string): Promise<void> {
  const counted = { _id: backoffKey(scope, what), failures: { $gt: 0 } };
  await RateLimitCounterModel.updateOne(counted, { $inc: { failures: -1 } });
}

/** Forgets the failures of the second tier: a reset has proved whose account it is. */
export async function clearBackoff(scope: BackoffScope, what: string): Promise<void> {
  await RateLimitCounterModel.deleteOne({ _id: backoffKey(scope, what) });
}
