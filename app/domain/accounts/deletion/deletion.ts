import { DAY } from "~/domain/calendar/durations";
import { addDays, isDay } from "~/domain/calendar/local-day";
import type { MailBody, MailMessage } from "~/domain/reminders/mail/mail-message";
import { t } from "~/i18n/t";

/** A deletion can be cancelled for this many days. */
export const UNDO_DAYS = 7;

/**
 * Whether `day` can be the last day of a deletion that is pending `today` (UTC). The day is in the member's zone, which can be
 * one day ahead or behind.
 */
export const isUndoDay = (day: string, today: string): boolean =>
  isDay(day) && day >= addDays(today, -1) && day <= addDays(today, UNDO_DAYS + 1);

/** The word to type as confirmation of a deletion. */
export const DELETE_WORD = "delete";

/** Response to an API sign-in while the deletion is pending. */
export const PENDING_DELETION_MESSAGE = t(
  "This account is being deleted. Sign in on the website to undo that or to export your journal.",
);

type DeletionMail =
  | { kind: "deletion-started"; to: string; day: string }
  | { kind: "deletion-undone"; to: string };

/** Emails about a deletion. `day` is formatted for display. */
export function deletionMail(order: DeletionMail, origin: string): MailMessage {
  return { kind: order.kind, to: order.to, ...deletionMailBody(order, origin) };
}

function deletionMailBody(order: DeletionMail, origin: string): MailBody {
  if (order.kind === "deletion-undone") {
    return {
      subject: t("Your account will not be deleted"),
      lines: [t("The deletion of your Still and Know account has been cancelled. Everything is as it was.")],
      link: { url: `${origin}/auth/login`, label: t("Sign in") },
      after: [t("If you did not cancel it, please choose a new password.")],
    };
  }
  return {
    subject: t("Your account is being deleted"),
    lines: [
      t(
        "As you asked, your Still and Know account and everything in it will be deleted on {day}. You have been signed out everywhere.",
        { day: order.day },
      ),
      t("Until then you can sign in to undo this, or to export your journal:"),
    ],
    link: { url: `${origin}/auth/login`, label: t("Sign in") },
    after: [
      t(
        "After that it is gone for good; no one can restore it, not even us. If you did not ask for this, sign in, undo it, and choose a new password.",
      ),
    ],
  };
}

/** Signing in with the old password within this time cancels a journal reset. */
export const JOURNAL_RESET_DELAY_MS = 7 * DAY;

/** Messages about a pending reset of a sealed journal. `day` is formatted for display. */
export const journalResetTexts = (day: string) => ({
  asked: {
    title: t("Your new beginning is on {day}", { day }),
    text: t(
      "Every device has been signed out. Until then you can undo it: sign in with your old password, and everything stays as it was.",
    ),
    tone: "info" as const,
  },
  notYet: {
    title: t("This password works from {day}", { day }),
    text: t(
      "On that day your journal starts over, empty. Until then your old password still opens it, if you remember it.",
    ),
  },
});

export const JOURNAL_RESET_CANCELLED = {
  title: t("Your journal stays"),
  text: t(
    "Someone had asked to destroy what is written in it and to begin again. You can still open it, so nothing will be destroyed.",
  ),
  tone: "success" as const,
};

type JournalResetMail = { kind: "beginning-asked" | "begun-again"; to: string; day: string };

/** Emails for the request and the completion of a journal reset. `day` is formatted for display. */
export function journalResetMail({ kind, to, day }: JournalResetMail, origin: string): MailMessage {
  if (kind === "beginning-asked")
    return {
      kind,
      to,
      subject: t("Your journal will start over, empty, on {day}", { day }),
      lines: [
        t(
          "Someone, we hope you, has asked to begin again without the recovery codes of your sealed journal. On {day} everything that was written in it is destroyed, and the new password works. Every device has been signed out.",
          { day },
        ),
      ],
      link: { url: `${origin}/login`, label: t("Sign in") },
      after: [
        t(
          "If it was not you, or if you remember it: signing in with your old password before that day keeps everything.",
        ),
      ],
    };
  return {
    kind,
    to,
    subject: t("Your journal has begun again"),
    lines: [
      t(
        "What was sealed has been destroyed, as you asked. Your account is as it was, and you can sign in with the new password.",
      ),
    ],
    link: { url: `${origin}/login`, label: t("Sign in") },
    after: [],
  };
}
