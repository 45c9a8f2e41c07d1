import { HOUR, SECOND } from "~/domain/calendar/durations";

/** Content of an email before rendering (`~/platform/mail/render-mail.server`). Never includes journal text. */
export type MailBody = {
  subject: string;
  /** Paragraphs before the link. */
  lines: string[];
  link?: { url: string; label: string };
  /** Paragraphs after the link. */
  after: string[];
};

/** An email as it is queued in the outbox. */
export type MailMessage = MailBody & {
  /** Kind of email in the log and in the administrators' list. */
  kind: string;
  to: string;
  replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string;
};

const GIVE_UP_AFTER = 24 * HOUR;
const MAX_JITTER = 1 / 5;
export const MAX_RETRY_WAIT_MS = HOUR * (1 + MAX_JITTER);

/**
 * Time of the next attempt after `tries` failures: ten seconds, doubling to an hour, plus up to a fifth of jitter
 * (`random` is in [0, 1)). Null when the email is a day old.
 */
export function nextRetryAt(tries: number, createdAt: Date, now: Date, random: number): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER) return null;
  const wait = Math.min(HOUR, 10 * SECOND * 2 ** Math.max(0, tries - 1));
  return new Date(now.getTime() + Math.round(wait * (1 + random * MAX_JITTER)));
}

/** Hebrew, Arabic and other right-to-left scripts. */
const RTL_SCRIPTS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Wraps a right-to-left name in bidi isolates (UAX 9), so that it does not reverse the sentence around it. */
export const isolateBidi = (name: string): string => (RTL_SCRIPTS.test(name) ? `\u2068${name}\u2069` : name);
