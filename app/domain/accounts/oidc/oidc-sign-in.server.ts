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
import { consumeAllowance, tryConsume } from "~/domain/limits/rate-limits.server";
import { isFirstAdministrator, type SignInMethod } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { countMetric } from "~/platform/metrics.server";
import { ProviderError, verifyLogoutToken, type OidcIdentity } from "~/platform/oidc/tokens.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { provisionAccount, type ProvisioningRefusal } from "./provision-account.server";

/** By which an account knows its person at the provider: never by their address, which may be another's tomorrow. */
export const oidcSubjectKey = ({ issuer, subject }: Pick<OidcIdentity, "issuer" | "subject">): string =>
  hashToken(`${issuer}\n${subject}`);

/** What is still asked of someone whom the provider has vouched for. */
type NextStep = "nothing" | "code" | "password";

export type OidcSignInResult =
  | { ok: true; user: SessionOwner; email: string; asks: NextStep; isLeaving: boolean; isNew: boolean }
  | { ok: false; code: "refused" }
  /** `mark` identifies this browser as the one that registered, for the mailed link. */
  | { ok: false; code: "email_unverified"; mark: string }
  | ProvisioningRefusal;

/** Signs someone in whom the provider knows, with an account of their own at the first time. */
export async function signInThroughOidc(
  person: OidcIdentity,
  client: Registrant & { invitation?: string },
): Promise<OidcSignInResult> {
  const key = oidcSubjectKey(person);
  const byKey = { "atProvider.key": key };
  let user = await UserModel.findOne(byKey).lean();
  const isNew = !user;
  if (!user) {
    const made = await provisionAccount(person, key, client);
    if (!made.ok) return made;
    user = await UserModel.findOne(byKey).lean();
  }
  if (!user || user.status === "locked" || user.beginning?.emptying) {
    await auditRefusedSignIn("account", client, user?._id);
    return { ok: false, code: "refused" };
  }
  if (!(await isVerified(user, person)))
    return { ok: false, code: "email_unverified", mark: registrantKey(user) };
  const { _id, email, securityStamp } = await applyAdminGroup(user, person);
  return {
    ok: true,
    user: { _id, securityStamp },
    email,
    // The journal of someone who has sealed it opens with their password alone, which asks for the code too.
    asks: user.sealing ? "password" : user.twoStep ? "code" : "nothing",
    isLeaving: user.status === "deleting",
    isNew,
  };
}

async function isVerified(user: UserRecord, { email, isEmailVerified }: OidcIdentity): Promise<boolean> {
  if (hasProvenAddress(user)) return true;
  if (!isEmailVerified || !email || emailKey(email) !== user.emailKey) return user.emailVerifiedAt !== null;
  const { _id, emailKey: key, securityStamp } = user;
  // A concurrent proof has removed this connection and changed the stamp.
  await UserModel.updateOne(
    { _id, emailKey: key, securityStamp },
    { $set: { emailVerifiedAt: user.emailVerifiedAt ?? now(), emailUnproven: false } },
  );
  await audit({ kind: "account.email_verified", subjectId: _id });
  return true;
}

/** Who belongs to the administrators' group there is an administrator here, and nobody else is; the first one stays. */
async function applyAdminGroup(user: UserRecord, { groups }: OidcIdentity): Promise<UserRecord> {
  const { _id } = user;
  if (!env.OIDC_ADMIN_GROUP || isFirstAdministrator(_id)) return user;
  const isAdmin = groups.includes(env.OIDC_ADMIN_GROUP);
  if (isAdmin === user.isAdmin) return user;
  // As where an administrator does it: what was begun before is over.
  const change = { isAdmin, securityStamp: randomToken(16), ...securityChangeFields() };
  await UserModel.updateOne({ _id }, { $set: change });
  const kind = isAdmin ? "admin.made_administrator" : "admin.administrator_removed";
  await audit({ kind, subjectId: _id, details: { way: "provider" } });
  return { ...user, ...change };
}

/** Lines of the audit log that one neighbourhood can cause by coming back with nonsense. */
const MAX_AUDIT_LINES_PER_HOUR = 60;

/**
 * Failures of one network by one way, before it is told to wait. They are counted after the proof is checked, and who proves
 * who they are never waits: neither a signature nor a code of the provider can be guessed.
 */
const FAILURE_LIMIT = { most: 50, windowMs: 5 * MINUTE };

/**
 * Writes down that someone came by a way without a password and was not let in.
 * @returns the seconds for which this network is told to wait, 0 for none
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
  return consumeAllowance(`${way} failures|${network}`, FAILURE_LIMIT.most, FAILURE_LIMIT.windowMs);
}

/** More than the provider's token of someone who has signed out can be. */
const MAX_LOGOUT_TOKEN_LENGTH = 16_384;

/**
 * The provider says that someone has signed out there: the sessions that began through that one end here, or, where it names
 * only the person, all that began through the provider. Each telling counts once.
 */
export async function handleBackChannelLogout(token: string): Promise<"ended" | "refused" | "try_again"> {
  if (!token || token.length > MAX_LOGOUT_TOKEN_LENGTH) return "refused";
  try {
    const { id, issuer, subject, session } = await verifyLogoutToken(token);
    if (!(await tryConsume(`provider farewell|${issuer}|${id}`, 1, HOUR))) return "refused";
    const key = subject && oidcSubjectKey({ issuer, subject });
    const user = key ? await UserModel.findOne({ "atProvider.key": key }).select({ _id: 1 }).lean() : null;
    // Someone who has no account here has no session either.
    if (key && !user) return "ended";
    const concerned = {
      way: "provider" as const,
      ...(user && { userId: user._id }),
      ...(session && { providerSession: providerSessionHash(session) }),
    };
    const userIds = await SessionModel.distinct("userId", concerned);
    await SessionModel.deleteMany(concerned);
    for (const userId of userIds) await audit({ kind: "provider.signed_out", subjectId: userId });
    return "ended";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.reason === "away" ? "try_again" : "refused";
  }
}
