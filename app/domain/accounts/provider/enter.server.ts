import { UserModel, type UserRecord } from "#models/user.server";
import type { Registrant } from "~/domain/accounts/registration/registration-limits.server";
import { hasProvenAddress, registrationMark } from "~/domain/accounts/security/address-proof.server";
import { allow, allowance } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { HOUR, MINUTE } from "~/domain/calendar/durations";
import { emailKey } from "~/domain/identity/email";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { isFirstAdministrator } from "~/domain/member/roles";
import type { SignInWay } from "~/domain/member/sign-in-ways";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { note } from "~/platform/metrics.server";
import type { ProviderPerson } from "~/platform/oidc/tokens.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { makeProviderAccount, type NotMade } from "./make-account.server";

/** By which an account knows its person at the provider: never by their address, which may be another's tomorrow. */
export const keyAtProvider = ({ issuer, subject }: Pick<ProviderPerson, "issuer" | "subject">): string =>
  hashToken(`${issuer}\n${subject}`);

/** What is still asked of someone whom the provider has vouched for. */
type StillAsked = "nothing" | "code" | "password";

export type EnterResult =
  | { ok: true; user: SessionOwner; email: string; asks: StillAsked; isLeaving: boolean; isNew: boolean }
  | { ok: false; code: "refused" }
  /** `mark` identifies this browser as the one that registered, for the mailed link. */
  | { ok: false; code: "email_unverified"; mark: string }
  | NotMade;

/** Signs someone in whom the provider knows, with an account of their own at the first time. */
export async function enterThroughProvider(
  person: ProviderPerson,
  client: Registrant & { invitation?: string },
): Promise<EnterResult> {
  const key = keyAtProvider(person);
  const byKey = { "atProvider.key": key };
  let user = await UserModel.findOne(byKey).lean();
  const isNew = !user;
  if (!user) {
    const made = await makeProviderAccount(person, key, client);
    if (!made.ok) return made;
    user = await UserModel.findOne(byKey).lean();
  }
  if (!user || user.status === "locked" || user.beginning?.emptying) {
    await noteRefusedSignIn("account", client, user?._id);
    return { ok: false, code: "refused" };
  }
  if (!(await isVerified(user, person)))
    return { ok: false, code: "email_unverified", mark: registrationMark(user) };
  const { _id, email, securityStamp } = await withGroups(user, person);
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

async function isVerified(user: UserRecord, { email, isEmailVerified }: ProviderPerson): Promise<boolean> {
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
async function withGroups(user: UserRecord, { groups }: ProviderPerson): Promise<UserRecord> {
  const { _id } = user;
  if (!env.OIDC_ADMIN_GROUP || isFirstAdministrator(_id)) return user;
  const isAdmin = groups.includes(env.OIDC_ADMIN_GROUP);
  if (isAdmin === user.isAdmin) return user;
  // As where an administrator does it: what was begun before is over.
  const change = { isAdmin, securityStamp: randomToken(16), ...securedNow() };
  await UserModel.updateOne({ _id }, { $set: change });
  const kind = isAdmin ? "admin.made_administrator" : "admin.administrator_removed";
  await audit({ kind, subjectId: _id, details: { way: "provider" } });
  return { ...user, ...change };
}

/** Lines of the audit log that one neighbourhood can cause by coming back with nonsense. */
const LINES_AN_HOUR = 60;

/**
 * Failures of one network by one way, before it is told to wait. They are counted after the proof is checked, and who proves
 * who they are never waits: neither a signature nor a code of the provider can be guessed.
 */
const FAILURES = { most: 50, windowMs: 5 * MINUTE };

/**
 * Writes down that someone came by a way without a password and was not let in.
 * @returns the seconds for which this network is told to wait, 0 for none
 */
export async function noteRefusedSignIn(
  reason: string,
  { network, subnet }: Registrant,
  subjectId: number | null = null,
  way: SignInWay = "provider",
): Promise<number> {
  note("sign_in_failures");
  if (await allow(`${way} refusals|${subnet}`, LINES_AN_HOUR, HOUR))
    await audit({ kind: "sign_in.refused", subjectId, details: { reason, way } });
  return allowance(`${way} failures|${network}`, FAILURES.most, FAILURES.windowMs);
}
