import { duplicateKeyFields } from "#models/db/failures.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { Registrant } from "~/domain/accounts/registration/register.server";
import { hasProvenAddress, registrantKey } from "~/domain/accounts/security/account-mail.server";
import { HOUR, MINUTE } from "~/domain/calendar/durations";
import { emailKey } from "~/domain/identity/account-fields";
import {
  providerSessionHash,
  securityChangeFields,
  type SessionOwner,
} from "~/domain/identity/sessions.server";
import { consumeRateLimit, tryConsume } from "~/domain/limits/rate-limits.server";
import { isFirstAdministrator, type Member, type SignInMethod } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import type { MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { countMetric } from "~/platform/metrics.server";
import { ProviderError, verifyLogoutToken, type OidcIdentity } from "~/platform/oidc/tokens.server";
import { linkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { provisionAccount, type ProvisioningRefusal } from "./provision-account.server";

/** Identifies an account at the provider. Not derived from the email address, which the provider may reassign. */
export const oidcSubjectKey = ({ issuer, subject }: Pick<OidcIdentity, "issuer" | "subject">): string =>
  hashToken(`${issuer}\n${subject}`);

/** Step that is still required after the provider has authenticated the member. */
type NextStep = "nothing" | "code" | "password";

type OidcSignInResult =
  | {
      ok: true;
      user: SessionOwner;
      email: string;
      asks: NextStep;
      isPendingDeletion: boolean;
      isNew: boolean;
    }
  | { ok: false; code: "refused" }
  /** `mark` identifies the registering browser when the mailed link is opened. */
  | { ok: false; code: "email_unverified"; mark: string }
  | ProvisioningRefusal;

/** Signs in through OIDC and provisions an account at the first sign-in. */
export async function signInThroughOidc(
  identity: OidcIdentity,
  client: Registrant & { invitation?: string },
): Promise<OidcSignInResult> {
  const key = oidcSubjectKey(identity);
  const byKey = { "atProvider.key": key };
  let user = await UserModel.findOne(byKey).lean();
  const isNew = !user;
  if (!user) {
    const provisioned = await provisionAccount(identity, key, client);
    if (!provisioned.ok) return provisioned;
    user = await UserModel.findOne(byKey).lean();
  }
  if (!user || user.status === "locked" || user.beginning?.emptying) {
    await auditRefusedSignIn("account", client, user?._id);
    return { ok: false, code: "refused" };
  }
  if (!(await isVerified(user, identity)))
    return { ok: false, code: "email_unverified", mark: registrantKey(user) };
  const { _id, email, securityStamp } = await applyAdminGroup(user, identity);
  return {
    ok: true,
    user: { _id, securityStamp },
    email,
    // A sealed journal requires the password, and the password step asks for the two-step code as well.
    asks: user.sealing ? "password" : user.twoStep ? "code" : "nothing",
    isPendingDeletion: user.status === "deleting",
    isNew,
  };
}

async function isVerified(user: UserRecord, { email, isEmailVerified }: OidcIdentity): Promise<boolean> {
  if (hasProvenAddress(user)) return true;
  if (!isEmailVerified || !email || emailKey(email) !== user.emailKey) return user.emailVerifiedAt !== null;
  const { _id, emailKey: key, securityStamp } = user;
  // Optimistic lock: a concurrent verification that removes this connection changes the stamp, and nothing is written.
  await UserModel.updateOne(
    { _id, emailKey: key, securityStamp },
    { $set: { emailVerifiedAt: user.emailVerifiedAt ?? now(), emailUnproven: false } },
  );
  await audit({ kind: "account.email_verified", subjectId: _id });
  return true;
}

/** Synchronises the administrator role with OIDC_ADMIN_GROUP. The first administrator always keeps the role. */
async function applyAdminGroup(user: UserRecord, { groups }: OidcIdentity): Promise<UserRecord> {
  const { _id } = user;
  if (!env.OIDC_ADMIN_GROUP || isFirstAdministrator(_id)) return user;
  const isAdmin = groups.includes(env.OIDC_ADMIN_GROUP);
  if (isAdmin === user.isAdmin) return user;
  // A new stamp ends existing sessions, as after a manual change of the role.
  const change = { isAdmin, securityStamp: randomToken(16), ...securityChangeFields() };
  await UserModel.updateOne({ _id }, { $set: change });
  const kind = isAdmin ? "admin.made_administrator" : "admin.administrator_removed";
  await audit({ kind, subjectId: _id, details: { way: "provider" } });
  return { ...user, ...change };
}

/** Maximum audit entries per hour that refused sign-ins of one subnet can cause. */
const MAX_AUDIT_LINES_PER_HOUR = 60;

/**
 * Failed sign-ins per network and method before a wait is imposed. Counted after verification, so that a valid
 * sign-in never waits: signatures and codes cannot be guessed.
 */
const FAILURE_LIMIT = { most: 50, windowMs: 5 * MINUTE };

/**
 * Records a refused OIDC or passkey sign-in in metrics and the audit log.
 * @returns the seconds this network has to wait, 0 for none
 */
export async function auditRefusedSignIn(
  reason: string,
  { network, subnet }: Registrant,
  subjectId: number | null = null,
  way: SignInMethod = "provider",
): Promise<number> {
  countMetric("sign_in_failures");
  if (await tryConsume(`${way} refusals|${subnet}`, MAX_AUDIT_LINES_PER_HOUR, HOUR))
    await audit({ kind: "sign_in.refused", subjectId, details: { reason, way } });
  return consumeRateLimit(`${way} failures|${network}`, FAILURE_LIMIT.most, FAILURE_LIMIT.windowMs);
}

const MAX_LOGOUT_TOKEN_LENGTH = 16_384;

/**
 * OIDC back-channel logout: ends the sessions started through the provider's session, or all OIDC sessions of the
 * subject when the token names none. Each token id is accepted once.
 */
export async function handleBackChannelLogout(token: string): Promise<"ended" | "refused" | "try_again"> {
  if (!token || token.length > MAX_LOGOUT_TOKEN_LENGTH) return "refused";
  try {
    const { id, issuer, subject, session } = await verifyLogoutToken(token);
    if (!(await tryConsume(`provider farewell|${issuer}|${id}`, 1, HOUR))) return "refused";
    const key = subject && oidcSubjectKey({ issuer, subject });
    const user = key ? await UserModel.findOne({ "atProvider.key": key }).select({ _id: 1 }).lean() : null;
    if (key && !user) return "ended";
    const filter = {
      way: "provider" as const,
      ...(user && { userId: user._id }),
      ...(session && { providerSession: providerSessionHash(session) }),
    };
    const userIds = await SessionModel.distinct("userId", filter);
    await SessionModel.deleteMany(filter);
    for (const userId of userIds) await audit({ kind: "provider.signed_out", subjectId: userId });
    return "ended";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.reason === "away" ? "try_again" : "refused";
  }
}

type ProviderMail = { kind: "provider-linked" | "provider-unlinked"; to: string; name: string };

/** Emails about the OIDC connection. `origin` is the public origin, never taken from a request. */
function providerMail({ kind, to, name }: ProviderMail, origin: string): MailMessage {
  const link = { url: `${origin}/settings/security`, label: t("Your security settings") };
  if (kind === "provider-linked")
    return {
      kind,
      to,
      subject: t("You can sign in with {name} now", { name }),
      lines: [
        t(
          "Your Still and Know account has just been connected with {name}, which opens it from now on, too.",
          {
            name,
          },
        ),
      ],
      link,
      after: [
        t(
          "If this was you, all is well. If it was not, please disconnect it there, and change your password at once.",
        ),
      ],
    };
  return {
    kind,
    to,
    subject: t("{name} no longer opens your account", { name }),
    lines: [
      t(
        "Your Still and Know account is no longer connected with {name}. Your password opens it, as before.",
        {
          name,
        },
      ),
    ],
    link,
    after: [t("If this was you, all is well. If it was not, please change your password at once.")],
  };
}

const sealProviderMail = (kind: "provider-linked" | "provider-unlinked", { email }: Member, name: string) =>
  sealPendingMail(providerMail({ kind, to: email, name }, linkOrigin()), now());

/**
 * Connects the member's account with an OIDC identity.
 * @returns `other_account` when the identity belongs to another account, or the account to another identity
 */
export async function connectOidc(
  member: Member,
  identity: OidcIdentity,
  name: string,
): Promise<"connected" | "other_account"> {
  const key = oidcSubjectKey(identity);
  try {
    const { modifiedCount } = await UserModel.updateOne(
      { _id: member.id, atProvider: null },
      {
        $set: { atProvider: { key, since: now() } },
        $push: { pendingMail: sealProviderMail("provider-linked", member, name) },
      },
    );
    // Connecting the same identity again changes nothing; another one requires disconnecting first.
    if (modifiedCount === 0)
      return (await UserModel.exists({ _id: member.id, "atProvider.key": key }))
        ? "connected"
        : "other_account";
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return "other_account";
  }
  await audit({ kind: "provider.linked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "connected";
}

/** Disconnects the account and ends its other OIDC sessions. Refused when nothing else would open the account. */
export async function disconnectOidc(
  member: Member,
  currentSecret: string | undefined,
  name: string,
): Promise<"disconnected" | "no_password" | "only_way"> {
  if (env.OIDC_ONLY) return "only_way";
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, atProvider: { $ne: null }, passwordHash: { $gt: "" } },
    {
      $set: { atProvider: null, ...securityChangeFields() },
      $push: { pendingMail: sealProviderMail("provider-unlinked", member, name) },
    },
  );
  if (modifiedCount === 0) return member.hasPassword ? "disconnected" : "no_password";
  const keep = currentSecret ? hashToken(currentSecret) : "";
  await SessionModel.deleteMany({ userId: member.id, way: "provider", _id: { $ne: keep } });
  await audit({ kind: "provider.unlinked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "disconnected";
}
