import { UserModel } from "#models/user.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { memberFrom } from "~/domain/member/current-member.server";
import { isFirstAdministrator, type Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { disconnectOidc } from "./oidc/oidc-link.server";
import { removePasskey, shortPasskeyId } from "./passkeys/passkeys.server";
import { canSignInWithOidc, createLink } from "./security/account-mail.server";

/**
 * What people do for each other where no email is sent: an administrator lets someone in, and hands over a link for a new
 * password. `by` is null where the command did it.
 */
type ApprovingAdmin = Member | null;

const pendingApproval = { emailVerifiedAt: null, status: "active" } as const;

/** How many have registered and wait to be let in; nobody waits for that where letters go out. */
export const countPendingApprovals = async (): Promise<number> =>
  canSendMail() ? 0 : UserModel.countDocuments(pendingApproval);

/** Takes someone's word for the address, and uses up the links that were sent to it. @returns false where nobody waits */
export async function approveAccount(by: ApprovingAdmin, userId: number): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...pendingApproval },
    { $set: { emailVerifiedAt: now(), emailUnproven: true }, $pull: { tokens: { purpose: "verify-email" } } },
  );
  if (modifiedCount === 1) await audit({ kind: "admin.let_in", actorId: by?.id, subjectId: userId });
  return modifiedCount === 1;
}

/** Whether administrators may make a reset link for this account: for the first administrator only the command line does. */
export const canCreateResetLink = (userId: number): boolean =>
  !canSendMail() && !isFirstAdministrator(userId);

/**
 * A link for a new password, to be handed over: it works once, for half an hour, and those made before no longer do. Where
 * email is sent nobody else than the owner of the address gets one. Of a sealed journal it opens nothing. The member is told
 * at their next visit.
 * @returns null where there is no such account, email is sent, or only the command line may make it
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

/** The day on which a reset link was made for a member, in words, until they have read so. */
export function resetLinkNotice({ resetLinkMadeAt, timezone }: Member): { day: string } | null {
  return resetLinkMadeAt && { day: formatDate(localMoment(resetLinkMadeAt, timezone).date) };
}

/** Ends the note about a reset link: the member has read it. */
export async function dismissResetLinkNotice({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { resetLinkMadeAt: null } });
}

/** Other sign-in methods after a password reset: the link that came with the reset lists and removes them. */

const PROVIDER = "provider";

/** `passkey` is its name; null for the connection with the provider. */
export type OtherSignInMethod = { id: string; passkey: string | null };

const findByMethodsLink = (secret: string) =>
  UserModel.findOne({
    status: "active",
    tokens: {
      $elemMatch: { hash: hashToken(secret), purpose: "other-methods", expiresAt: { $gt: now() } },
    },
  }).lean();

/** The other sign-in methods of the account that a link belongs to; null for a link that has expired. */
export async function listOtherMethods(secret: string): Promise<OtherSignInMethod[] | null> {
  const user = await findByMethodsLink(secret);
  if (!user) return null;
  const passkeys = (user.passkeys ?? []).map(({ id, name }) => ({ id: shortPasskeyId(id), passkey: name }));
  return canSignInWithOidc(user) ? [{ id: PROVIDER, passkey: null }, ...passkeys] : passkeys;
}

/** Removes one of them, with the sessions that it began. @returns false when the link has expired, or it is gone already */
export async function removeOtherMethod(
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

/** Notice after a restore, shown until it is dismissed. `day` is the date of the backup. */
export function restoreNotice({ restored, timezone }: Member): { day: string; isSealOff: boolean } | null {
  if (!restored) return null;
  return { day: formatDate(localMoment(restored.to, timezone).date), isSealOff: restored.isSealOff };
}

export async function dismissRestoreNotice({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { restored: null } });
}
