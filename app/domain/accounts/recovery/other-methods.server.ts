import { UserModel } from "#models/user.server";
import { shortPasskeyName } from "~/domain/accounts/passkeys/passkeys.server";
import { removePasskey } from "~/domain/accounts/passkeys/remove-passkey.server";
import { disconnectProvider } from "~/domain/accounts/provider/link.server";
import { hasOpeningConnection } from "~/domain/accounts/security/opening-connection.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";

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
