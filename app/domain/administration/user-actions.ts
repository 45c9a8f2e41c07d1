import type { UserStatus } from "./users-query";

/** What administrators can do for an account (product 2.12, "Users"); each has a page that asks first. */
export const USER_ACTIONS = {
  "resend-verification": {
    name: "Send the verification link again",
    explains: "A new link goes to the account's address; links sent before stop working.",
    done: "Verification link sent",
    harmful: false,
  },
  "reset-mail": {
    name: "Mail a password reset",
    explains: "The person gets a link to choose a new password. The old one works until they do.",
    done: "Password reset mailed",
    harmful: false,
  },
  "end-sessions": {
    name: "End all sessions",
    explains: "The person is signed out on every device and can sign in again.",
    done: "All sessions ended",
    harmful: false,
  },
  lock: {
    name: "Lock the account",
    explains: "The person is signed out everywhere and cannot sign in. Nothing they wrote is changed.",
    done: "Account locked",
    harmful: true,
  },
  unlock: {
    name: "Unlock the account",
    explains: "The person can sign in again, and failed tries are forgotten.",
    done: "Account unlocked",
    harmful: false,
  },
  "make-admin": {
    name: "Make an administrator",
    explains:
      "This person will see and do everything in this area. They are signed out and have to sign in again.",
    done: "Administrator made",
    harmful: true,
  },
  "remove-admin": {
    name: "Take administrator's rights away",
    explains: "The account stays; this area is closed to it. The person is signed out everywhere.",
    done: "Administrator's rights taken away",
    harmful: true,
  },
} as const;

export type UserAction = keyof typeof USER_ACTIONS;

export const isUserAction = (text: string | undefined): text is UserAction =>
  text !== undefined && Object.hasOwn(USER_ACTIONS, text);

/** Harmful actions ask for the administrator's own password again. */
export const needsPassword = (action: UserAction): boolean => USER_ACTIONS[action].harmful;

type Account = { id: number; status: UserStatus; isVerified: boolean; isAdmin: boolean };

/** What can be done for this account by this administrator: nobody locks themselves out, and the first one stays. */
export function possibleActions(account: Account, administratorId: number): UserAction[] {
  const isSelf = account.id === administratorId;
  const isActive = account.status === "active";
  const possible: Record<UserAction, boolean> = {
    "resend-verification": isActive && !account.isVerified,
    "reset-mail": isActive,
    "end-sessions": isActive,
    lock: isActive && !isSelf,
    unlock: account.status === "locked",
    "make-admin": isActive && account.isVerified && !account.isAdmin,
    "remove-admin": account.isAdmin && !isSelf && account.id !== 1,
  };
  return (Object.keys(USER_ACTIONS) as UserAction[]).filter((action) => possible[action]);
}
