import { isFirstAdministrator } from "~/domain/member/roles";
import { t } from "~/i18n/t";
import type { UserStatus } from "./query";

/** What administrators can do for an account; each has a page that asks first. */
export const USER_ACTIONS = {
  "resend-verification": {
    name: t("Send the verification link again"),
    explains: t("A new link goes to the account’s address; links sent before stop working."),
    done: t("Verification link sent"),
    harmful: false,
  },
  "reset-mail": {
    name: t("Email a password reset"),
    explains: t("The person gets a link to choose a new password. The old one works until they do."),
    done: t("Password reset emailed"),
    harmful: false,
  },
  plan: {
    name: t("Grant or extend a plan"),
    explains: t(
      "The plan begins at once, or continues after the one granted before, and ends automatically after the days given.",
    ),
    done: t("Plan granted"),
    harmful: false,
  },
  "take-plan": {
    name: t("Withdraw a granted plan"),
    explains: t("What the person pays for or has redeemed stays; otherwise the Free Plan follows."),
    done: t("Granted plan withdrawn"),
    harmful: false,
  },
  "end-sessions": {
    name: t("End all sessions"),
    explains: t("The person is signed out on every device and can sign in again."),
    done: t("All sessions ended"),
    harmful: false,
  },
  lock: {
    name: t("Lock the account"),
    explains: t("The person is signed out everywhere and cannot sign in. Nothing they wrote is changed."),
    done: t("Account locked"),
    harmful: true,
  },
  unlock: {
    name: t("Unlock the account"),
    explains: t("The person can sign in again, and failed attempts are cleared."),
    done: t("Account unlocked"),
    harmful: false,
  },
  "make-admin": {
    name: t("Make an administrator"),
    explains: t(
      "This person will see and do everything in this area. They are signed out and have to sign in again.",
    ),
    done: t("User is now an administrator"),
    harmful: true,
  },
  "remove-admin": {
    name: t("Remove administrator rights"),
    explains: t("The account stays; this area is closed to it. The person is signed out everywhere."),
    done: t("Administrator rights removed"),
    harmful: true,
  },
  "make-writer": {
    name: t("Let this person write ways"),
    explains: t("They will see the page of ways for this house, and nothing else of this area."),
    done: t("This person may now write ways"),
    harmful: false,
  },
  "remove-writer": {
    name: t("No longer write ways"),
    explains: t("The ways that they have written stay."),
    done: t("This person no longer writes ways"),
    harmful: false,
  },
  delete: {
    name: t("Start deletion"),
    explains: t(
      "A paid plan is cancelled and the person is signed out everywhere. For seven days they can undo this and export; then the account, its key and everything written are destroyed.",
    ),
    done: t("Deletion started"),
    harmful: true,
  },
} as const;

export type UserAction = keyof typeof USER_ACTIONS;

export const isUserAction = (text: string | undefined): text is UserAction =>
  text !== undefined && Object.hasOwn(USER_ACTIONS, text);

/** Harmful actions ask for the administrator's own password again. */
export const needsPassword = (action: UserAction): boolean => USER_ACTIONS[action].harmful;

type Account = {
  id: number;
  status: UserStatus;
  isVerified: boolean;
  isAdmin: boolean;
  isWriter: boolean;
  hasGift: boolean;
};

/** What can be done for this account by this administrator: no one locks themselves out, and the first one stays. */
export function possibleActions(account: Account, administratorId: number, sendsMail: boolean): UserAction[] {
  const isSelf = account.id === administratorId;
  const isActive = account.status === "active";
  const possible: Record<UserAction, boolean> = {
    "resend-verification": sendsMail && isActive && !account.isVerified,
    "reset-mail": sendsMail && isActive,
    plan: isActive,
    "take-plan": account.hasGift,
    "end-sessions": isActive,
    lock: isActive && !isSelf && !isFirstAdministrator(account.id),
    unlock: account.status === "locked",
    "make-admin": isActive && account.isVerified && !account.isAdmin,
    "remove-admin": account.isAdmin && !isSelf && !isFirstAdministrator(account.id),
    "make-writer": isActive && account.isVerified && !account.isAdmin && !account.isWriter,
    "remove-writer": account.isWriter,
    delete: account.status !== "deleting" && !isSelf && !account.isAdmin,
  };
  return (Object.keys(USER_ACTIONS) as UserAction[]).filter((action) => possible[action]);
}
