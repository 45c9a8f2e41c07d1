import { HOUR, SECOND } from "~/domain/calendar/durations";

/** What an email says, before it is laid out (`~/platform/mail/letter.server`). Never a word of a journal. */
export type MailBody = {
  subject: string;
  /** Paragraphs before the link. */
  lines: string[];
  link?: { url: string; label: string };
  /** Paragraphs after it. */
  after: string[];
};

/** An email of one of the areas, as it is handed to the outbox. */
export type MailMessage = MailBody & {
  /** Names the sort of email in the log and for administrators. */
  kind: string;
  to: string;
  replyTo?: string;
  /** Where one post ends emails of this kind (RFC 8058). */
  unsubscribe?: string;
};

const GIVE_UP_AFTER = 24 * HOUR;
const MAX_JITTER = 1 / 5;
export const MAX_RETRY_WAIT_MS = HOUR * (1 + MAX_JITTER);

/**
 * When to try again after `tries` failures: ten seconds, doubling to an hour, with up to a fifth of jitter
 * (`random` is in [0, 1)). Null when a day has passed since the mail was made.
 */
export function nextRetryAt(tries: number, createdAt: Date, now: Date, random: number): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER) return null;
  const wait = Math.min(HOUR, 10 * SECOND * 2 ** Math.max(0, tries - 1));
  return new Date(now.getTime() + Math.round(wait * (1 + random * MAX_JITTER)));
}

/** Hebrew, Arabic and the other scripts that run from the right. */
const RTL_SCRIPTS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A name for a sentence of ours that begins with it: one that runs from the right stands apart (UAX 9), so that it does not
 * turn the sentence around.
 */
export const isolateBidi = (name: string): string => (RTL_SCRIPTS.test(name) ? `\u2068${name}\u2069` : name);
