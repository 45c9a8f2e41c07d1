import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";

/** How long a session lives: the idle limit moves with use, the absolute one does not. */
const SESSION_LIMITS = {
  short: { idle: 30 * MINUTE, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 30 * DAY },
} as const;

/** The administrators' area closes after this long without use, even if the session lasts longer. */
export const ADMIN_IDLE_MS = 15 * MINUTE;

/** Use is written down at most this often. */
export const USE_RECORD_INTERVAL_MS = MINUTE;

/**
 * When a session that is used at `at` ends, unless it is used again. One that locks asks for the password before that, and what
 * is being typed waits behind the lock: only the absolute limit counts.
 */
export function sessionExpiry(at: Date, endsAt: Date, remember: boolean, locks = false): Date {
  if (locks) return endsAt;
  const { idle } = SESSION_LIMITS[remember ? "remembered" : "short"];
  return new Date(Math.min(at.getTime() + idle, endsAt.getTime()));
}

/** When a session that starts now ends, however much it is used. */
export function sessionEnd(startedAt: Date, remember: boolean): Date {
  return new Date(startedAt.getTime() + SESSION_LIMITS[remember ? "remembered" : "short"].absolute);
}

/** After how many minutes without use a session can be locked. */
export const LOCK_MINUTES = [1, 5, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

/** A choice as a form, a cookie or a record has it; null for none, and for what is no choice. */
export const parseLockMinutes = (given: unknown): LockMinutes | null =>
  LOCK_MINUTES.find((minutes) => String(minutes) === String(given)) ?? null;

type Lockable = { lockedAt?: Date; lockAfter?: LockMinutes };

/** Whether a session asks for the password before it shows anything. Once locked it stays so, also if the clock is set back. */
export function isLockDue({ lockedAt, lockAfter }: Lockable, lastUse: Date, at: Date): boolean {
  if (lockedAt) return true;
  return lockAfter !== undefined && timeUntilLock({ lockAfter }, lastUse, at) <= 0;
}

/** After how many milliseconds without use it locks. */
export function timeUntilLock({ lockAfter }: Lockable, lastUse: Date, at: Date): number {
  return lockAfter === undefined
    ? Number.MAX_SAFE_INTEGER
    : lastUse.getTime() + lockAfter * MINUTE - at.getTime();
}

/** How often a use is told: to the server by a page, to other processes by the server. */
export const reportIntervalMs = (lockAfter: number): number => (lockAfter * MINUTE) / 4;

/** How long a browser that has signed in counts as known to an account. */
export const KNOWN_DEVICE_DAYS = 180;

/** At most this many accounts are remembered by one browser. */
export const MAX_KNOWN_ACCOUNTS = 5;

/**
 * The range of addresses that is stored with a session, as people read it: what is not known of an address is an x.
 * "192.0.2.0/24" is "192.0.2.x", "2001:db8:1:200::/56" is "2001:db8:1:2xx:x:x:x:x".
 */
export function formatNetwork(network: string): string {
  return network
    .replace(/\.0\/24$/, ".x")
    .replace(
      /:([0-9a-f]{1,4})::\/56$/,
      (_, group: string) => `:${group === "0" ? "" : group.slice(0, -2)}xx:x:x:x:x`,
    );
}
