import type { Letter, LetterParts } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** Deleting an account. */
export const UNDO_DAYS = 7;

/** The word that is typed, so that no one deletes by a slip. */
export const DELETE_WORD = "delete";

/** For programs that sign in: the account is on its way out. */
export const LEAVING_MESSAGE = t(
  "This account is being deleted. Sign in on the website to undo that or to export your journal.",
);

export type DeletionMail =
  { kind: "deletion-started"; to: string; day: string } | { kind: "deletion-undone"; to: string };

/** Emails about the end of an account. `day` is in words. */
export function deletionMail(order: DeletionMail, origin: string): Letter {
  return { kind: order.kind, to: order.to, ...partsOf(order, origin) };
}

function partsOf(order: DeletionMail, origin: string): LetterParts {
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
        "After that it is gone for good; not even we can bring it back. If you did not ask for this, sign in, undo it, and choose a new password.",
      ),
    ],
  };
}
