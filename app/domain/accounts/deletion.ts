import { deletionWords } from "~/words/accounts/deletion";

/** Deleting an account (contract section 8, "Delete account"). */
export const UNDO_DAYS = 7;

/** The word that is typed, so that nobody deletes by a slip. */
export const DELETE_WORD = "delete";

/** For programs that sign in (contract section 8): the account is on its way out. */
export const LEAVING_MESSAGE = deletionWords.thisAccountIsBeingDeleted;

export type DeletionMail =
  { kind: "deletion-started"; to: string; day: string } | { kind: "deletion-undone"; to: string };

/** Mails about the end of an account. `day` is in words. */
export function deletionMail(order: DeletionMail, origin: string) {
  if (order.kind === "deletion-undone") {
    return {
      subject: deletionWords.yourAccountStays,
      lines: [deletionWords.theDeletionIsTakenBack],
      link: { url: `${origin}/auth/login`, label: deletionWords.signIn },
      after: [deletionWords.ifYouDidNotTakeItBack],
    };
  }
  return {
    subject: deletionWords.yourAccountIsBeingDeleted,
    lines: [deletionWords.asYouAsked({ day: order.day }), deletionWords.untilThen],
    link: { url: `${origin}/auth/login`, label: deletionWords.signIn },
    after: [deletionWords.afterThatDay],
  };
}
