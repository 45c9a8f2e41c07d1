import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";

/** Lifetime of a session: the idle limit is extended by use, the absolute one is not. */
const SESSION_LIMITS = {
  short: { idle: 30 * MINUTE, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 30 * DAY },
} as const;

/** Idle timeout of the administration, shorter than that of the session. */
export const ADMIN_IDLE_MS = 15 * MINUTE;

/** A session's use is recorded at most this often. */
export const USE_RECORD_INTERVAL_MS = MINUTE;

/**
 * End of a session that is used at `at` and then idle. A session with auto-lock has only the absolute limit, because the lock
 * replaces the idle limit and keeps what is being typed.
 */
export function sessionExpiry(at: Date, endsAt: Date, remember: boolean, hasAutoLock = false): Date {
  if (hasAutoLock) return endsAt;
  const { idle } = SESSION_LIMITS[remember ? "remembered" : "short"];
  return new Date(Math.min(at.getTime() + idle, endsAt.getTime()));
}

/** Absolute end of a session. */
export function sessionEnd(startedAt: Date, remember: boolean): Date {
  return new Date(startedAt.getTime() + SESSION_LIMITS[remember ? "remembered" : "short"].absolute);
}

/** Choices for auto-lock, in idle minutes. */
export const LOCK_MINUTES = [1, 5, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

/** Parses the choice from a form, a cookie or a record; null for none or an invalid one. */
export const parseLockMinutes = (value: unknown): LockMinutes | null =>
  LOCK_MINUTES.find((minutes) => String(minutes) === String(value)) ?? null;

type Lockable = { lockedAt?: Date; lockAfter?: LockMinutes };

/** Whether the session is or must be locked. A locked session stays locked if the clock is set back. */
export function isLockDue({ lockedAt, lockAfter }: Lockable, lastUse: Date, at: Date): boolean {
  if (lockedAt) return true;
  return lockAfter !== undefined && timeUntilLock({ lockAfter }, lastUse, at) <= 0;
}

/** Milliseconds until the auto-lock; MAX_SAFE_INTEGER without one. */
export function timeUntilLock({ lockAfter }: Lockable, lastUse: Date, at: Date): number {
  return lockAfter === undefined
    ? Number.MAX_SAFE_INTEGER
    : lastUse.getTime() + lockAfter * MINUTE - at.getTime();
}

/** Interval of the reports of use, for auto-lock: from a page to the server, and from it to other processes. */
export const reportIntervalMs = (lockAfter: number): number => (lockAfter * MINUTE) / 4;

/** After a sign-in, a browser counts as known to the account for this time. */
export const KNOWN_DEVICE_DAYS = 180;

/** Accounts that one browser remembers. */
export const MAX_KNOWN_ACCOUNTS = 5;

/** Formats a stored network: "192.0.2.0/24" as "192.0.2.x", "2001:db8:1:200::/56" as "2001:db8:1:2xx:x:x:x:x". */
export function formatNetwork(network: string): string {
  return network
    .replace(/\.0\/24$/, ".x")
    .replace(
      /:([0-9a-f]{1,4})::\/56$/,
      (_, group: string) => `:${group === "0" ? "" : group.slice(0, -2)}xx:x:x:x:x`,
    );
}
