import { userActionsWords } from "~/words/admin/user-actions";
import type { UserStatus } from "./users-query";

/** What administrators can do for an account (product 2.12, "Users"); each has a page that asks first. */
export const USER_ACTIONS = {
  "resend-verification": {
    name: userActionsWords.sendTheVerificationLinkAgain,
    explains: userActionsWords.aNewLinkGoes,
    done: userActionsWords.verificationLinkSent,
    harmful: false,
  },
  "reset-mail": {
    name: userActionsWords.mailAPasswordReset,
    explains: userActionsWords.thePersonGetsALink,
    done: userActionsWords.passwordResetMailed,
    harmful: false,
  },
  plan: {
    name: userActionsWords.grantOrExtendAPlan,
    explains: userActionsWords.thePlanBeginsAtOnce,
    done: userActionsWords.planGiven,
    harmful: false,
  },
  "take-plan": {
    name: userActionsWords.takeAGivenPlanBack,
    explains: userActionsWords.whatThePersonPays,
    done: userActionsWords.givenPlanTakenBack,
    harmful: false,
  },
  "end-sessions": {
    name: userActionsWords.endAllSessions,
    explains: userActionsWords.thePersonIsSignedOut,
    done: userActionsWords.allSessionsEnded,
    harmful: false,
  },
  lock: {
    name: userActionsWords.lockTheAccount,
    explains: userActionsWords.thePersonIsSignedOutEverywhereAnd,
    done: userActionsWords.accountLocked,
    harmful: true,
  },
  unlock: {
    name: userActionsWords.unlockTheAccount,
    explains: userActionsWords.thePersonCanSignInAgain,
    done: userActionsWords.accountUnlocked,
    harmful: false,
  },
  "make-admin": {
    name: userActionsWords.makeAnAdministrator,
    explains: userActionsWords.thisPersonWillSee,
    done: userActionsWords.administratorMade,
    harmful: true,
  },
  "remove-admin": {
    name: userActionsWords.takeAdministratorsRightsAway,
    explains: userActionsWords.theAccountStays,
    done: userActionsWords.administratorsRightsTakenAway,
    harmful: true,
  },
  delete: {
    name: userActionsWords.startDeletion,
    explains: userActionsWords.aPaidPlanIsCancelled,
    done: userActionsWords.deletionStarted,
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
