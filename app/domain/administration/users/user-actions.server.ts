import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { startDeletion } from "~/domain/accounts/deletion/deletion.server";
import { resendVerification } from "~/domain/accounts/registration/verify-email.server";
import { requestPasswordReset } from "~/domain/accounts/security/reset-password.server";
import { emailKey } from "~/domain/identity/account-fields";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { clearBackoff } from "~/domain/limits/rate-limits.server";
import { isFirstAdministrator, type Member } from "~/domain/member/member";
import type { PaidTier } from "~/domain/member/plan";
import type { AdminAuditKind } from "~/domain/operations/audit";
import { audit } from "~/domain/operations/audit-log.server";
import { grantPlan, withdrawGrant } from "~/domain/plans/changes/grant.server";
import { t } from "~/i18n/t";
import { canSendMail } from "~/platform/mail/transport.server";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import { readUser, type UserDetails, type UserStatus } from "./users.server";

/** Each action has a page that asks for confirmation. */
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
    explains: t("They will see the page for writing ways, and nothing else of this area."),
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

/** No administrator can lock or demote themselves, and the first one stays an administrator. */
export function possibleActions(account: Account, administratorId: number, canMail: boolean): UserAction[] {
  const isSelf = account.id === administratorId;
  const isActive = account.status === "active";
  const possible: Record<UserAction, boolean> = {
    "resend-verification": canMail && isActive && !account.isVerified,
    "reset-mail": canMail && isActive,
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

type ActOnUserResult =
  | { ok: true }
  | { ok: false; code: "unknown" | "not_possible" | "too_often" | "payments_away" };

/** The other actions have use-cases of their own, which write to the audit log. */
type PlainAction = Exclude<UserAction, "plan" | "take-plan" | "delete">;

const AUDIT_KINDS: Record<PlainAction, AdminAuditKind> = {
  "resend-verification": "admin.verification_resent",
  "reset-mail": "admin.reset_mailed",
  "end-sessions": "admin.sessions_ended",
  lock: "admin.account_locked",
  unlock: "admin.account_unlocked",
  "make-admin": "admin.made_administrator",
  "remove-admin": "admin.administrator_removed",
  "make-writer": "admin.made_writer",
  "remove-writer": "admin.writer_removed",
};

/**
 * Applies an action if the state of the account allows it, and records it. Each change is a compare-and-set, so the second
 * of two concurrent administrators gets "not_possible".
 */
export async function actOnUser(
  administrator: Member,
  userId: number,
  action: UserAction,
  gift: { tier: PaidTier; days: number | null } = { tier: "tier1", days: 30 },
): Promise<ActOnUserResult> {
  const user = await readUser(userId);
  if (!user) return UNKNOWN;
  if (!possibleActions(user, administrator.id, canSendMail() && secretLinkOrigin() !== null).includes(action))
    return { ok: false, code: "not_possible" };
  if (action === "plan") return (await grantPlan(administrator, userId, gift)).ok ? { ok: true } : UNKNOWN;
  if (action === "take-plan") return (await withdrawGrant(administrator, userId)).ok ? { ok: true } : UNKNOWN;
  if (action === "delete") return startDeletionOf(administrator, userId);
  const done = await perform(user, action);
  if (!done) return { ok: false, code: action in MAILS ? "too_often" : "not_possible" };
  await audit({ kind: AUDIT_KINDS[action], actorId: administrator.id, subjectId: userId });
  return { ok: true };
}

async function startDeletionOf(administrator: Member, userId: number): Promise<ActOnUserResult> {
  const result = await startDeletion(userId, administrator.id);
  if (!result.ok) return { ok: false, code: result.code === "gone" ? "not_possible" : "payments_away" };
  return result;
}

const UNKNOWN = { ok: false, code: "unknown" } as const;
const MAILS = { "resend-verification": resendVerification, "reset-mail": requestPasswordReset };

async function perform(user: UserDetails, action: PlainAction): Promise<boolean> {
  switch (action) {
    case "resend-verification":
    case "reset-mail":
      return MAILS[action](user.email);
    case "end-sessions":
      return endEverySession(user.id, { status: "active" }, {});
    case "lock":
      return endEverySession(user.id, { status: "active" }, { status: "locked" });
    case "unlock":
      await clearBackoff("account", emailKey(user.email));
      return compareAndSet(user.id, { status: "locked" }, { status: "active" });
    case "make-admin":
      return endEverySession(user.id, { status: "active", isAdmin: false }, { isAdmin: true });
    case "remove-admin":
      return endEverySession(user.id, { isAdmin: true }, { isAdmin: false });
    case "make-writer":
      return compareAndSet(user.id, { status: "active", isWriter: { $ne: true } }, { isWriter: true });
    case "remove-writer":
      return compareAndSet(user.id, { isWriter: true }, { isWriter: false });
  }
}

/** Makes a member a keeper of the prayer list, or ends that. @returns false if the account is not active or nothing changes */
export async function setKeeper(administrator: Member, userId: number, isKeeper: boolean): Promise<boolean> {
  const from = { status: "active", keepsPrayerList: isKeeper ? { $ne: true } : true };
  if (!(await compareAndSet(userId, from, { keepsPrayerList: isKeeper }))) return false;
  const kind = isKeeper ? "admin.made_keeper" : "admin.keeper_removed";
  await audit({ kind, actorId: administrator.id, subjectId: userId });
  return true;
}

async function compareAndSet(id: number, from: object, to: object): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, ...from },
    { $set: { ...to, ...securityChangeFields() } },
  );
  return matchedCount === 1;
}

/** The new security stamp invalidates the sessions, even if deleting them fails. */
async function endEverySession(id: number, from: object, to: object): Promise<boolean> {
  if (!(await compareAndSet(id, from, { ...to, securityStamp: randomToken(16) }))) return false;
  await SessionModel.deleteMany({ userId: id });
  return true;
}
