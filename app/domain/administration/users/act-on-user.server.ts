import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { startDeletion } from "~/domain/accounts/ending/delete-account.server";
import { resendVerification } from "~/domain/accounts/registration/verify-email.server";
import { askForReset } from "~/domain/accounts/security/reset-password.server";
import { clearGrowing } from "~/domain/attempts/growing-attempts.server";
import type { AdminAuditKind } from "~/domain/audit/admin-words";
import { audit } from "~/domain/audit/log.server";
import { emailKey } from "~/domain/identity/email";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import type { Member } from "~/domain/member/member";
import type { PaidTier } from "~/domain/member/tiers";
import { givePlan, takeGift } from "~/domain/plans/changes/gift.server";
import { secretMailOrigin } from "~/platform/house-origin.server";
import { sendsMail } from "~/platform/mail/transport.server";
import { randomToken } from "~/platform/signing.server";
import { readUser, type UserSheet } from "./read-user.server";
import { possibleActions, type UserAction } from "./user-actions";

export type ActOnUserResult =
  { ok: true } | { ok: false; code: "unknown" | "not_possible" | "too_often" | "payments_away" };

/** Plans have their own use-cases, which record what they did. */
type PlainAction = Exclude<UserAction, "plan" | "take-plan" | "delete">;

const EVENT: Record<PlainAction, AdminAuditKind> = {
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
 * Does one thing to an account, if its state allows that, and writes it down. Each change is one
 * write that names the state it begins from, so of two administrators at once, one hears that it is no longer possible.
 */
export async function actOnUser(
  administrator: Member,
  userId: number,
  action: UserAction,
  gift: { tier: PaidTier; days: number | null } = { tier: "tier1", days: 30 },
): Promise<ActOnUserResult> {
  const user = await readUser(userId);
  if (!user) return UNKNOWN;
  if (!possibleActions(user, administrator.id, sendsMail() && secretMailOrigin() !== null).includes(action))
    return { ok: false, code: "not_possible" };
  if (action === "plan") return (await givePlan(administrator, userId, gift)).ok ? { ok: true } : UNKNOWN;
  if (action === "take-plan") return (await takeGift(administrator, userId)).ok ? { ok: true } : UNKNOWN;
  if (action === "delete") return startDeletionOf(administrator, userId);
  const done = await perform(user, action);
  if (!done) return { ok: false, code: action in MAILS ? "too_often" : "not_possible" };
  await audit({ kind: EVENT[action], actorId: administrator.id, subjectId: userId });
  return { ok: true };
}

async function startDeletionOf(administrator: Member, userId: number): Promise<ActOnUserResult> {
  const result = await startDeletion(userId, administrator.id);
  if (!result.ok) return { ok: false, code: result.code === "gone" ? "not_possible" : "payments_away" };
  return result;
}

const UNKNOWN = { ok: false, code: "unknown" } as const;
const MAILS = { "resend-verification": resendVerification, "reset-mail": askForReset };

async function perform(user: UserSheet, action: PlainAction): Promise<boolean> {
  switch (action) {
    case "resend-verification":
    case "reset-mail":
      return MAILS[action](user.email);
    case "end-sessions":
      return endEverySession(user.id, { status: "active" }, {});
    case "lock":
      return endEverySession(user.id, { status: "active" }, { status: "locked" });
    case "unlock":
      await clearGrowing("account", emailKey(user.email));
      return change(user.id, { status: "locked" }, { status: "active" });
    case "make-admin":
      return endEverySession(user.id, { status: "active", isAdmin: false }, { isAdmin: true });
    case "remove-admin":
      return endEverySession(user.id, { isAdmin: true }, { isAdmin: false });
    case "make-writer":
      return change(user.id, { status: "active", isWriter: { $ne: true } }, { isWriter: true });
    case "remove-writer":
      return change(user.id, { isWriter: true }, { isWriter: false });
  }
}

async function change(id: number, from: object, to: object): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, ...from },
    { $set: { ...to, ...securedNow() } },
  );
  return matchedCount === 1;
}

/** The stamp ends the sessions, even if deleting their records fails. */
async function endEverySession(id: number, from: object, to: object): Promise<boolean> {
  if (!(await change(id, from, { ...to, securityStamp: randomToken(16) }))) return false;
  await SessionModel.deleteMany({ userId: id });
  return true;
}
