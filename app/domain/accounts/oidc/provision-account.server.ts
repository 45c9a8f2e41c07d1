import { randomInt } from "node:crypto";
import { duplicateKeyFields } from "#models/db/failures.server";
import type { InvitationRecord } from "#models/invitation.server";
import { nextUserId, UserModel, type UserRecord } from "#models/user.server";
import {
  claimInvitation,
  findOpenInvitation,
  releaseInvitation,
} from "~/domain/accounts/invitations/invitations.server";
import {
  newAccountFields,
  recordRegistration,
  reserveRegistration,
  type Registrant,
} from "~/domain/accounts/registration/register.server";
import { issueLink } from "~/domain/accounts/security/account-mail.server";
import { canonicalEmail, emailKey } from "~/domain/identity/account-fields";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import type { LockedOut } from "~/domain/limits/lockout";
import { audit } from "~/domain/operations/audit-log.server";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { canSendMail } from "~/platform/mail/transport.server";
import type { OidcIdentity } from "~/platform/oidc/tokens.server";
import { randomToken } from "~/platform/signing.server";

const MIN_USERNAME_LENGTH = 3;
const MAX_USERNAME_LENGTH = 30;
/** Length of the suffix that makes a username unique. */
const NUMBER_SUFFIX_LENGTH = 5;

/** Derives a valid username from the provider's username, else from the email address. */
function deriveUsername(preferred: string | undefined, email: string): string {
  const plain = (preferred || email)
    .split("@", 1)
    .join("")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, MAX_USERNAME_LENGTH - NUMBER_SUFFIX_LENGTH);
  return plain.length >= MIN_USERNAME_LENGTH ? plain : "reader";
}

/**
 * Filter for accounts without any sign-in method. Such an account was provisioned by an OIDC sign-in; verifying its address
 * in another browser then removed the OIDC connection.
 */
const withoutSignInMethod = {
  status: "active",
  passwordHash: "",
  atProvider: null,
  "passkeys.0": { $exists: false },
} as const;

type UnreachableAccount = Pick<UserRecord, "_id" | "securityStamp">;

const findUnreachableAccount = (email: string): Promise<UnreachableAccount | null> =>
  UserModel.findOne({ emailKey: emailKey(email), ...withoutSignInMethod })
    .select({ _id: 1, securityStamp: 1 })
    .lean<UnreachableAccount>();

/**
 * Reconnects an account without sign-in method as if it were new: unless the provider has verified the address, it
 * has to be verified again, in this browser.
 */
async function reconnect(
  { _id, securityStamp }: UnreachableAccount,
  {
    identity,
    key,
    email,
    isVerified,
  }: { identity: OidcIdentity; key: string; email: string; isVerified: boolean },
  client: Registrant,
): Promise<{ ok: true } | LockedOut> {
  const seconds = isVerified ? 0 : await reserveRegistration(email, client);
  if (seconds > 0) return { ok: false, code: "locked", seconds };
  const at = now();
  const link = issueLink("verify-email", email);
  try {
    await UserModel.updateOne(
      { _id, securityStamp, ...withoutSignInMethod },
      {
        $set: {
          atProvider: { key, since: at },
          emailVerifiedAt: isVerified ? at : null,
          emailUnproven: isVerified && !identity.isEmailVerified,
          // Restarts the week after which unverified accounts are deleted.
          createdAt: at,
          securityStamp: randomToken(16),
          ...securityChangeFields(),
        },
        ...(!isVerified && { $push: { tokens: { $each: link.tokens }, pendingMail: { $each: link.mails } } }),
      },
    );
  } catch (error) {
    // A concurrent request has connected this identity with another account; the sign-in continues with that account.
    if (!duplicateKeyFields(error)) throw error;
  }
  if (!isVerified) await recordRegistration(_id, client);
  await audit({ kind: "provider.linked", subjectId: _id });
  wakeMailRunner();
  return { ok: true };
}

export type ProvisioningRefusal =
  | { ok: false; code: "invite" | "closed" | "dead" | "no_email" | "may_have_account" }
  | LockedOut;

/** Longer names from the provider are truncated; members can change them in the settings. */
const MAX_NAME_LENGTH = 50;
const MAX_USERNAME_TRIES = 5;

/**
 * Provisions an account without password at the first OIDC sign-in, if registration allows. Never takes over an
 * existing account by its address: only its owner can connect it, while signed in.
 */
export async function provisionAccount(
  identity: OidcIdentity,
  key: string,
  client: Registrant & { invitation?: string },
): Promise<{ ok: true } | ProvisioningRefusal> {
  const email = canonicalEmail(identity.email ?? "");
  // Without email no link could verify the address, so it is trusted.
  const isVerified = identity.isEmailVerified || !canSendMail();
  const unreachable = email && (await findUnreachableAccount(email));
  if (unreachable) return reconnect(unreachable, { identity, key, email, isVerified }, client);
  const registration = env.OIDC_REGISTRATION ?? currentInstanceSettings().registration;
  if (!client.invitation && registration !== "open") return { ok: false, code: registration };
  const invitation = client.invitation ? await findOpenInvitation(client.invitation) : null;
  if (client.invitation && !invitation) return { ok: false, code: "dead" };
  if (!email) return { ok: false, code: "no_email" };
  if (await UserModel.exists({ emailKey: emailKey(email) })) return { ok: false, code: "may_have_account" };
  const seconds = isVerified || invitation ? 0 : await reserveRegistration(email, client);
  if (seconds > 0) return { ok: false, code: "locked", seconds };

  const id = await nextUserId();
  if (invitation && !(await claimInvitation(invitation, id))) return { ok: false, code: "dead" };
  const isInserted = await insertAccount(id, { identity, key, email, isVerified, invitation });
  if (!isInserted) {
    if (invitation) await releaseInvitation(invitation, id);
    // A concurrent request may have provisioned the account for the same identity.
    const isThere = await UserModel.exists({ "atProvider.key": key });
    return isThere ? { ok: true } : { ok: false, code: "may_have_account" };
  }
  if (!isVerified && !invitation) await recordRegistration(id, client);
  await audit({ kind: "account.registered", subjectId: id, details: { way: "provider" } });
  wakeMailRunner();
  return { ok: true };
}

type NewAccount = {
  identity: OidcIdentity;
  key: string;
  email: string;
  isVerified: boolean;
  invitation: InvitationRecord | null;
};

async function insertAccount(
  id: number,
  { identity, key, email, isVerified, invitation }: NewAccount,
): Promise<boolean> {
  const at = now();
  const preferredName = deriveUsername(identity.username, email);
  const link = issueLink("verify-email", email);
  for (let attempt = 0; attempt < MAX_USERNAME_TRIES; attempt += 1) {
    const username = attempt === 0 ? preferredName : `${preferredName}_${randomInt(10, 9999)}`;
    try {
      await UserModel.create({
        ...newAccountFields(id, { username, email }, at),
        firstName: identity.firstName.slice(0, MAX_NAME_LENGTH),
        lastName: identity.lastName.slice(0, MAX_NAME_LENGTH),
        atProvider: { key, since: at },
        ...(isVerified
          ? { emailVerifiedAt: at, emailUnproven: !identity.isEmailVerified }
          : { tokens: link.tokens, pendingMail: link.mails }),
        invitation: invitation?._id,
      });
      return true;
    } catch (error) {
      const fields = duplicateKeyFields(error);
      if (!fields) throw error;
      if (!fields.includes("usernameKey")) return false;
    }
  }
  return false;
}
