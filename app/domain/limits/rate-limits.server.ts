import { duplicateKeyFields } from "#models/db/failures.server";
import { RateLimitCounterModel } from "#models/operations.server";
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

/** Lockout counters expire this long after their last use; counters with a window expire with it. */
const COUNTER_TTL_MS = HOUR;

export type Reservation =
  | {
      allowed: true;
      /** Duration of the lockout if this is the last attempt and it fails; 0 if more attempts are left. */
      secondsIfFailed: number;
      /** Whether the counter did not exist before. */
      isFirst: boolean;
    }
  | { allowed: false; seconds: number };

/** Id of a counter: a keyed hash, so that the collection contains no names, email addresses or networks. */
export function attemptKey(scope: string, account: string, network: string): string {
  return sign("attempts", `${scope}|${account}|${network}`);
}

/**
 * Reserves one of the remaining attempts. Compare-and-set with retry on the stored counter, so that concurrent attempts in
 * any number of processes cannot exceed the limit.
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
        at.getTime() + COUNTER_TTL_MS,
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

/** Compare-and-set: writes a counter only if it still equals `seen`. @returns whether it was written */
async function writeCounter(
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

export async function clearAttempts(key: string): Promise<void> {
  await RateLimitCounterModel.deleteOne({ _id: key });
}

async function readBackoff(key: string): Promise<BackoffState | null> {
  const seen = await RateLimitCounterModel.findById(key).lean();
  if (!seen?.windowStart || !seen.lastAt) return null;
  return { failures: seen.failures, windowStart: seen.windowStart, lastAt: seen.lastAt };
}

/** Rate limit of `max` uses of `name` per `windowMs`. @returns whether one more use is allowed */
export async function tryConsume(name: string, max: number, windowMs: number): Promise<boolean> {
  return (await consumeRateLimit(name, max, windowMs)) === 0;
}

/**
 * Refunds of used slots. `back` returns how many of the holders no longer need their slot; `maxTotal` caps all uses,
 * refunded or not.
 */
type Refunds = { maxTotal: number; back: (holders: number[]) => Promise<number> };

const allowanceKey = (name: string) => attemptKey("allowance", name, "");

/** Rate limit of `max` uses of `name` per `windowMs`. @returns 0 if the use is allowed, else the seconds until the window ends */
export async function consumeRateLimit(
  name: string,
  max: number,
  windowMs: number,
  refunds?: Refunds,
): Promise<number> {
  const key = allowanceKey(name);
  for (;;) {
    const at = now();
    const seen = await readBackoff(key);
    const next = recordFailure(seen, { free: max, windowMs }, at);
    const end = next.windowStart.getTime() + windowMs;
    const isExceeded =
      next.failures > max && !(refunds && (await hasCapacity(key, next.failures, max, refunds)));
    if (isExceeded) return Math.max(1, Math.ceil(Math.min(windowMs, end - at.getTime()) / 1000));
    const change = refunds && next.failures === 1 ? { ...next, takers: [] } : next;
    if (await writeCounter(key, seen, change, end)) return 0;
  }
}

async function hasCapacity(key: string, used: number, max: number, { maxTotal, back }: Refunds) {
  if (used > maxTotal) return false;
  const counter = await RateLimitCounterModel.findById(key).select({ takers: 1 }).lean();
  return used - (await back(counter?.takers ?? [])) <= max;
}

/** Records an account that holds a slot of a rate limit, for `Refunds.back`. */
export async function recordHolder(name: string, id: number): Promise<void> {
  await RateLimitCounterModel.updateOne({ _id: allowanceKey(name) }, { $push: { takers: id } });
}

type BackoffScope = keyof typeof BACKOFFS;

const backoffKey = (scope: BackoffScope, name: string) => attemptKey(`growing-${scope}`, name, "");

/** Seconds until the backoff allows an attempt, 0 for none. */
export async function backoffSeconds(scope: BackoffScope, name: string): Promise<number> {
  const state = await readBackoff(backoffKey(scope, name));
  return Math.ceil(remainingBackoffMs(state, BACKOFFS[scope], now()) / 1000);
}

export async function recordBackoffFailure(scope: BackoffScope, name: string): Promise<void> {
  const key = backoffKey(scope, name);
  for (;;) {
    const at = now();
    const seen = await readBackoff(key);
    const next = recordFailure(seen, BACKOFFS[scope], at);
    if (await writeCounter(key, seen, next, next.windowStart.getTime() + BACKOFFS[scope].windowMs)) return;
  }
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the free attempts.
 * After success the caller refunds the attempt with `refundBackoff`.
 * @returns 0 if the attempt may proceed, else the seconds to wait
 */
export async function reserveWithBackoff(scope: BackoffScope, name: string): Promise<number> {
  const key = backoffKey(scope, name);
  const { free, windowMs } = BACKOFFS[scope];
  for (;;) {
    const at = now();
    // While attempts are free, an atomic increment succeeds without retries.
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

export async function refundBackoff(scope: BackoffScope, name: string): Promise<void> {
  const counted = { _id: backoffKey(scope, name), failures: { $gt: 0 } };
  await RateLimitCounterModel.updateOne(counted, { $inc: { failures: -1 } });
}

export async function clearBackoff(scope: BackoffScope, name: string): Promise<void> {
  await RateLimitCounterModel.deleteOne({ _id: backoffKey(scope, name) });
}
