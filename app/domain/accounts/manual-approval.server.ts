import { UserModel } from "#models/user.server";
import { disconnectOidc } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { memberFrom } from "~/domain/member/current-member.server";
import { isFirstAdministrator, type Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { removePasskey, shortPasskeyId } from "./passkeys/passkeys.server";
import { canSignInWithOidc, createLink } from "./security/account-mail.server";

/** The administrator who approves an account or creates a link; null for the command line. */
type ApprovingAdmin = Member | null;

const pendingApproval = { emailVerifiedAt: null, status: "active" } as const;

/** Accounts waiting for an administrator's approval; always 0 on an instance that sends email. */
export const countPendingApprovals = async (): Promise<number> =>
  canSendMail() ? 0 : UserModel.countDocuments(pendingApproval);

/**
 * Approves an account on an instance without email: marks its address as verified without proof (`emailUnproven`) and
 * revokes its verification links.
 * @returns false when the account was not waiting
 */
export async function approveAccount(by: ApprovingAdmin, userId: number): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...pendingApproval },
    { $set: { emailVerifiedAt: now(), emailUnproven: true }, $pull: { tokens: { purpose: "verify-email" } } },
  );
  if (modifiedCount === 1) await audit({ kind: "admin.let_in", actorId: by?.id, subjectId: userId });
  return modifiedCount === 1;
}

/**
 * Whether an administrator may create a reset link for this account. Only the command line creates one for the first
 * administrator.
 */
export const canCreateResetLink = (userId: number): boolean =>
  !canSendMail() && !isFirstAdministrator(userId);

/**
 * Creates a reset link to hand over on an instance that sends no email; replaces earlier ones, works once within half
 * an hour, and does not open a sealed journal. The member is notified at the next visit.
 * @returns null when there is no such account, the instance sends email, or only the command line may create the link
 */
export async function createResetLink(by: ApprovingAdmin, userId: number): Promise<string | null> {
  if (canSendMail() || (by && !canCreateResetLink(userId))) return null;
  const { token, secret } = createLink("reset-password");
  const user = await UserModel.findOne({ _id: userId, status: { $in: ["active", "deleting"] } })
    .select({ tokens: 1 })
    .lean();
  if (!user) return null;
  const tokens = [...user.tokens.filter(({ purpose }) => purpose !== "reset-password"), token];
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, tokens: user.tokens },
    { $set: { tokens, resetLinkMadeAt: now() } },
  );
  if (matchedCount === 0) return null;
  await audit({ kind: "admin.reset_link_made", actorId: by?.id, subjectId: userId });
  return `${linkOrigin()}${paths.resetPassword({ token: secret })}`;
}

/** Notice that a reset link was created, shown until it is dismissed. `day` is formatted. */
export function resetLinkNotice({ resetLinkMadeAt, timezone }: Member): { day: string } | null {
  return resetLinkMadeAt && { day: formatDate(localMoment(resetLinkMadeAt, timezone).date) };
}

export async function dismissResetLinkNotice({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { resetLinkMadeAt: null } });
}

/** `OtherSignInMethod.id` of the OIDC connection. */
const PROVIDER = "provider";

/** `passkey` is the name of the passkey, null for the OIDC connection. */
export type OtherSignInMethod = { id: string; passkey: string | null };

const findByMethodsLink = (secret: string) =>
  UserModel.findOne({
    status: "active",
    tokens: {
      $elemMatch: { hash: hashToken(secret), purpose: "other-methods", expiresAt: { $gt: now() } },
    },
  }).lean();

/**
 * Other sign-in methods of the account, by the secret of the link that came with a password reset.
 * @returns null when the link has expired
 */
export async function listOtherSignInMethods(secret: string): Promise<OtherSignInMethod[] | null> {
  const user = await findByMethodsLink(secret);
  if (!user) return null;
  const passkeys = (user.passkeys ?? []).map(({ id, name }) => ({ id: shortPasskeyId(id), passkey: name }));
  return canSignInWithOidc(user) ? [{ id: PROVIDER, passkey: null }, ...passkeys] : passkeys;
}

/**
 * Removes a sign-in method and the sessions started with it.
 * @returns false when the link has expired or the method is already removed
 */
export async function removeOtherSignInMethod(
  secret: string,
  method: string,
  providerName: string,
): Promise<boolean> {
  const user = await findByMethodsLink(secret);
  if (!user) return false;
  const member = memberFrom(user);
  if (method !== PROVIDER) return removePasskey(member, method, undefined);
  return (await disconnectOidc(member, undefined, providerName)) === "disconnected";
}

/** Notice that the database was restored, shown until it is dismissed. `day` is the formatted date of the backup. */
export function restoreNotice({ restored, timezone }: Member): { day: string; isSealOff: boolean } | null {
  if (!restored) return null;
  return { day: formatDate(localMoment(restored.to, timezone).date), isSealOff: restored.isSealOff };
}

export async function dismissRestoreNotice({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { restored: null } });
}
