import { duplicateKeyFields } from "#models/db/failures.server";
import { LoginAttemptModel } from "#models/login-attempt.server";
import { now } from "~/platform/clock";
import { sign } from "~/platform/signing.server";
import { reserveAttempt, secondsLeft, type Attempts, type LockoutScope } from "./lockout";

/** Counters are forgotten an hour after their last use. */
const FORGET_MS = 60 * 60 * 1000;

export type Reservation =
  | {
      allowed: true;
      /** Seconds to tell when this very try fails and is the last: 0 if more are left. */ secondsIfFailed: number;
    }
  | { allowed: false; seconds: number };

/** Where failures count: hashed, so that the counters name nobody. */
export function attemptKey(scope: LockoutScope, account: string, network: string): string {
  return sign("attempts", `${scope}|${account}|${network}`);
}

/**
 * Takes one of the tries that are left, in the database and atomically: of a hundred at once only as many as are left
 * go on, on however many processes. The write names the state it saw, and is tried again when another came first.
 */
export async function reserve(key: string, scope: LockoutScope): Promise<Reservation> {
  for (;;) {
    const at = now();
    const seen = await LoginAttemptModel.findById(key).lean();
    const before: Attempts = seen ?? { failures: 0, lockedUntil: null };
    const after = reserveAttempt(before, scope, at);
    if (!after) return { allowed: false, seconds: secondsLeft(before.lockedUntil, at) };
    const saved = await write(key, seen === null ? null : before, after, at);
    if (saved) return { allowed: true, secondsIfFailed: secondsLeft(after.lockedUntil, at) };
  }
}

async function write(key: string, before: Attempts | null, after: Attempts, at: Date): Promise<boolean> {
  const record = { ...after, expiresAt: new Date(at.getTime() + FORGET_MS) };
  if (before) {
    const { failures, lockedUntil } = before;
    const result = await LoginAttemptModel.updateOne({ _id: key, failures, lockedUntil }, { $set: record });
    return result.modifiedCount === 1;
  }
  try {
    await LoginAttemptModel.create({ _id: key, ...record });
    return true;
  } catch (error) {
    if (duplicateKeyFields(error)) return false;
    throw error;
  }
}

/** Success, and what does not count as a failure, clears the counter. */
export async function clearAttempts(key: string): Promise<void> {
  await LoginAttemptModel.deleteOne({ _id: key });
}
