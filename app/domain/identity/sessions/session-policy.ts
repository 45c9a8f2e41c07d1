import { DAY, HOUR, MINUTE } from "~/domain/calendar/durations";

/** How long a session lives: the idle limit moves with use, the absolute one does not. */
const SESSION_LIMITS = {
  short: { idle: 30 * MINUTE, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 30 * DAY },
} as const;

/** The administrators' area closes when it has not been used for so long, whatever the session's own limits. */
export const ADMIN_IDLE_MS = 15 * MINUTE;

/** Use is written down at most this often. */
export const SEEN_EVERY_MS = MINUTE;

/** When a session that is used at `at` ends, unless it is used again. */
export function sessionExpiry(at: Date, endsAt: Date, remember: boolean): Date {
  const { idle } = SESSION_LIMITS[remember ? "remembered" : "short"];
  return new Date(Math.min(at.getTime() + idle, endsAt.getTime()));
}

/** The moment at which a session that starts now is over in any case. */
export function sessionEnd(startedAt: Date, remember: boolean): Date {
  return new Date(startedAt.getTime() + SESSION_LIMITS[remember ? "remembered" : "short"].absolute);
}
