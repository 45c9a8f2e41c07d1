import { MINUTE } from "~/domain/calendar/durations";

/** After how many minutes without use a session can be locked. */
export const LOCK_MINUTES = [1, 5, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

/** A choice as a form, a cookie or a record has it; null for none, and for what is no choice. */
export const lockMinutes = (given: unknown): LockMinutes | null =>
  LOCK_MINUTES.find((minutes) => String(minutes) === String(given)) ?? null;

type Lockable = { lockedAt?: Date; lockAfter?: LockMinutes };

/** Whether a session asks for the password before it shows anything. Once locked it stays so, also if the clock is set back. */
export function isLockDue({ lockedAt, lockAfter }: Lockable, lastUse: Date, at: Date): boolean {
  if (lockedAt) return true;
  return lockAfter !== undefined && timeLeft({ lockAfter }, lastUse, at) <= 0;
}

/** After how many milliseconds without use it locks. */
export function timeLeft({ lockAfter }: Lockable, lastUse: Date, at: Date): number {
  return lockAfter === undefined
    ? Number.MAX_SAFE_INTEGER
    : lastUse.getTime() + lockAfter * MINUTE - at.getTime();
}

/** How often a use is told: to the server by a page, to other processes by the server. */
export const toldEvery = (lockAfter: number): number => (lockAfter * MINUTE) / 4;
