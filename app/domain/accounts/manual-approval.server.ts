import { UserModel } from "#models/user.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { isFirstAdministrator } from "~/domain/member/roles";
import { audit } from "~/domain/operations/audit-log.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { sendsMail } from "~/platform/mail/transport.server";
import { hashToken } from "~/platform/signing.server";
import { disconnectProvider } from "./oidc/link.server";
import { removePasskey, shortPasskeyName } from "./passkeys/passkeys.server";
import { hasOpeningConnection, newLink } from "./security/links.server";

/**
 * What people do for each other where no email is sent: an administrator lets someone in, and hands over a link for a new
 * password. `by` is null where the command did it.
 */
type By = Member | null;

const waiting = { emailVerifiedAt: null, status: "active" } as const;

/** How many have registered and wait to be let in; nobody waits for that where letters go out. */
export const countPendingApprovals = async (): Promise<number> =>
  sendsMail() ? 0 : UserModel.countDocuments(waiting);

/** Takes someone's word for the address, and uses up the links that were sent to it. @returns false where nobody waits */
export async function approveAccount(by: By, userId: number): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...waiting },
    { $set: { emailVerifiedAt: now(), emailUnproven: true }, $pull: { tokens: { purpose: "verify-email" } } },
  );
  if (modifiedCount === 1) await audit({ kind: "admin.let_in", actorId: by?.id, subjectId: userId });
  return modifiedCount === 1;
}

/** Whether administrators may make a reset link for this account: for the first administrator only the command line does. */
export const mayMakeResetLink = (userId: number): boolean => !sendsMail() && !isFirstAdministrator(userId);

/**
 * A link for a new password, to be handed over: it works once, for half an hour, and those made before no longer do. Where
 * email is sent nobody else than the owner of the address gets one. Of a sealed journal it opens nothing. The member is told
 * at their next visit.
 * @returns null where there is no such account, email is sent, or only the command line may make it
 */
export async function createResetLink(by: By, userId: number): Promise<string | null> {
  if (sendsMail() || (by && !mayMakeResetLink(userId))) return null;
  const { token, secret } = newLink("reset-password");
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
export function resetLinkNote({ resetLinkMadeAt, timezone }: Member): { day: string } | null {
  return resetLinkMadeAt && { day: dateInWords(localMoment(resetLinkMadeAt, timezone).date) };
}

/** Ends the note about a reset link: the member has read it. */
export async function dismissResetLinkNote({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { resetLinkMadeAt: null } });
}

/** Other sign-in methods after a password reset: the link that came with the reset lists and removes them. */

const PROVIDER = "provider";

/** `passkey` is its name; null for the connection with the provider. */
export type OtherMethod = { id: string; passkey: string | null };

const findByLink = (secret: string) =>
  UserModel.findOne({
    status: "active",
    tokens: {
      $elemMatch: { hash: hashToken(secret), purpose: "other-methods", expiresAt: { $gt: now() } },
    },
  }).lean();

/** The other sign-in methods of the account that a link belongs to; null for a link that has expired. */
export async function readOtherMethods(secret: string): Promise<OtherMethod[] | null> {
  const user = await findByLink(secret);
  if (!user) return null;
  const passkeys = (user.passkeys ?? []).map(({ id, name }) => ({ id: shortPasskeyName(id), passkey: name }));
  return hasOpeningConnection(user) ? [{ id: PROVIDER, passkey: null }, ...passkeys] : passkeys;
}

/** Removes one of them, with the sessions that it began. @returns false when the link has expired, or it is gone already */
export async function removeOtherMethod(
  secret: string,
  method: string,
  providerName: string,
): Promise<boolean> {
  const user = await findByLink(secret);
  if (!user) return false;
  const member = memberFrom(user);
  if (method !== PROVIDER) return removePasskey(member, method, undefined);
  return (await disconnectProvider(member, undefined, providerName)) === "disconnected";
}
