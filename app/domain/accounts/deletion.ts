/** Deleting an account (contract section 8, "Delete account"). */
export const UNDO_DAYS = 7;

/** The word that is typed, so that nobody deletes by a slip. */
export const DELETE_WORD = "delete";

/** For programs that sign in (contract section 8): the account is on its way out. */
export const LEAVING_MESSAGE =
  "This account is being deleted. Sign in on the website to take that back or to export your journal.";

export type DeletionMail =
  { kind: "deletion-started"; to: string; day: string } | { kind: "deletion-undone"; to: string };

/** Mails about the end of an account. `day` is in words. */
export function deletionMail(order: DeletionMail, origin: string) {
  if (order.kind === "deletion-undone") {
    return {
      subject: "Your account stays",
      lines: ["The deletion of your Still and Know account has been taken back. Everything is as it was."],
      link: { url: `${origin}/auth/login`, label: "Sign in" },
      after: ["If it was not you who took it back, please choose a new password."],
    };
  }
  return {
    subject: "Your account is being deleted",
    lines: [
      `As you asked, your Still and Know account and everything in it will be deleted on ${order.day}. Every session has been ended.`,
      "Until then you can sign in to take it back, or to take your journal along:",
    ],
    link: { url: `${origin}/auth/login`, label: "Sign in" },
    after: [
      "After that day nobody can bring it back, and we cannot either. If it was not you who asked, sign in, take it back, and choose a new password.",
    ],
  };
}
