import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";

/** How long a session lives: the idle limit moves with use, the absolute one does not. */
const SESSION_LIMITS = {
  short: { idle: 30 * MINUTE, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 30 * DAY },
} as const;

/** The administrators' area closes after this long without use, even if the session lasts longer. */
export const ADMIN_IDLE_MS = 15 * MINUTE;

/** Use is written down at most this often. */
export const SEEN_EVERY_MS = MINUTE;

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
