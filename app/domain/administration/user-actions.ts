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
  plan: {
    name: "Grant or extend a plan",
    explains: "The plan begins at once, or goes on from its end, and ends by itself after the days given.",
    done: "Plan given",
    harmful: false,
  },
  "take-plan": {
    name: "Take a given plan back",
    explains: "What the person pays for or has redeemed stays; otherwise the Free Plan follows.",
    done: "Given plan taken back",
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
  delete: {
    name: "Start deletion",
    explains:
      "A paid plan is cancelled and the person is signed out everywhere. For seven days they can take it back and export; then the account, its key and everything written are destroyed.",
    done: "Deletion started",
    harmful: true,
  },
} as const;

export type UserAction = keyof typeof USER_ACTIONS;

export const isUserAction = (text: string | undefined): text is UserAction =>
  text !== undefined && Object.hasOwn(USER_ACTIONS, text);

/** Harmful actions ask for the administrator's own password again. */
export const needsPassword = (action: UserAction): boolean => USER_ACTIONS[action].harmful;

type Account = { id: number; status: UserStatus; isVerified: boolean; isAdmin: boolean; hasGift: boolean };

/** What can be done for this account by this administrator: nobody locks themselves out, and the first one stays. */
export function possibleActions(account: Account, administratorId: number): UserAction[] {
  const isSelf = account.id === administratorId;
  const isActive = account.status === "active";
  const possible: Record<UserAction, boolean> = {
    "resend-verification": isActive && !account.isVerified,
    "reset-mail": isActive,
    plan: isActive,
    "take-plan": account.hasGift,
    "end-sessions": isActive,
    lock: isActive && !isSelf,
    unlock: account.status === "locked",
    "make-admin": isActive && account.isVerified && !account.isAdmin,
    "remove-admin": account.isAdmin && !isSelf && account.id !== 1,
    delete: account.status !== "deleting" && !isSelf && !account.isAdmin,
  };
  return (Object.keys(USER_ACTIONS) as UserAction[]).filter((action) => possible[action]);
}
