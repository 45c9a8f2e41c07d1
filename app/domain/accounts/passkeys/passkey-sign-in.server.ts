import { storedBytes } from "#models/db/queries.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/keys.server";
import { auditRefusedSignIn } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { PASSKEYS } from "~/domain/accounts/texts";
import { DAY } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { unwrapKeysWithPasskey, wrapKeysWithPasskey } from "~/domain/identity/key-wrapping.server";
import { securityChangeFields, type SessionOwner } from "~/domain/identity/sessions.server";
import { cancelJournalReset } from "~/domain/identity/sign-in.server";
import type { LockedOut } from "~/domain/limits/lockout";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { checkPasskey, PasskeyError, requestOptions } from "~/platform/webauthn.server";
import { auditRefusedPasskey, passkeyMail, shortPasskeyId, type OneTimeChallenge } from "./passkeys.server";
import type { PasskeyCredential, PasskeyProof } from "./schema";

/** Maximum emails per day about a passkey that may be copied. */
const MAX_WARNINGS_PER_DAY = 3;

/**
 * Verifies an assertion against a stored passkey and consumes its challenge.
 * @returns the new counter, or the reason of the refusal
 */
async function verifyPasskey(
  assertion: PasskeyCredential,
  { id, publicKey, handle }: PasskeyRecord,
  challenge: OneTimeChallenge,
): Promise<{ counter: number } | "proof" | "other_person" | "used"> {
  if (assertion.response.userHandle !== handle) return "other_person";
  try {
    const counter = await checkPasskey(assertion, { id, publicKey: storedBytes(publicKey) }, challenge);
    return (await challenge.spend()) ? { counter } : "used";
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error;
    return "proof";
  }
}

/**
 * Stores the new counter by compare-and-set.
 * @returns false when the counter did not increase: the passkey may be copied, and the member is warned
 */
async function recordPasskeyUse(
  user: Pick<UserRecord, "_id" | "email">,
  { id, name }: PasskeyRecord,
  counter: number,
): Promise<boolean> {
  const lastMonth = utcMonth(now());
  const { matchedCount } = await UserModel.updateOne(
    // Synced passkeys do not count; their counter stays 0.
    { _id: user._id, passkeys: { $elemMatch: { id, counter: counter > 0 ? { $lt: counter } : 0 } } },
    { $set: { "passkeys.$.counter": counter, "passkeys.$.lastMonth": lastMonth, lastUsedMonth: lastMonth } },
  );
  if (matchedCount === 0) await warnOfCopy(user, name);
  return matchedCount === 1;
}

async function warnOfCopy({ _id, email }: Pick<UserRecord, "_id" | "email">, name: string): Promise<void> {
  await audit({ kind: "passkey.counter_back", subjectId: _id });
  if (!(await tryConsume(`passkey copied|${_id}`, MAX_WARNINGS_PER_DAY, DAY))) return;
  const mail = passkeyMail({ kind: "passkey-copied", to: email, name }, linkOrigin());
  await UserModel.updateOne({ _id }, { $push: { pendingMail: sealPendingMail(mail, now()) } });
  wakeMailRunner();
}

type PasskeySignInResult =
  | {
      ok: true;
      user: SessionOwner;
      email: string;
      /** A sealed journal requires the password unless this passkey has unwrapped its keys. */
      asks: "nothing" | "password";
      isPendingDeletion: boolean;
      /** Whether the sign-in has cancelled a pending journal reset. */
      isKept: boolean;
    }
  | { ok: false; code: "refused" | "email_unverified" }
  | LockedOut;

/** WebAuthn request options of the sign-in page: any passkey of this instance. */
export const passkeySignInOptions = ({ origin, challenge }: { origin: string; challenge: string }) =>
  requestOptions(origin, challenge, PASSKEYS.answerMs);

type Client = { network: string; subnet: string };

/** Signs in with a passkey. Every refusal gets the same response. */
export async function authenticateByPasskey(
  { credential: assertion, computed }: PasskeyProof,
  challenge: OneTimeChallenge,
  client: Client,
): Promise<PasskeySignInResult> {
  const user = await UserModel.findOne({ "passkeys.id": assertion.id }).lean();
  const passkey = user?.passkeys?.find(({ id }) => id === assertion.id);
  const proof = user && passkey ? await verifyPasskey(assertion, passkey, challenge) : "unknown";
  if (!user || !passkey || typeof proof === "string") return refuseSignIn(String(proof), client);
  if (user.status === "locked" || user.beginning?.emptying) return refuseSignIn("account", client, user._id);
  if (!(await recordPasskeyUse(user, passkey, proof.counter)))
    return refuseSignIn("counter", client, user._id);
  const keys = unwrapKeysWithPasskey(user, passkey.id, computed);
  const isKept = keys !== null && (await cancelJournalReset(user));
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  const { _id, email, securityStamp } = user;
  return {
    ok: true,
    user: { _id, securityStamp, keys },
    email,
    asks: user.sealing && !keys ? "password" : "nothing",
    isPendingDeletion: user.status === "deleting",
    isKept,
  };
}

async function refuseSignIn(
  reason: string,
  client: Client,
  subjectId?: number,
): Promise<PasskeySignInResult> {
  const seconds = await auditRefusedSignIn(reason, client, subjectId, "passkey");
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "refused" };
}

/** Maximum per day, because each one sends an email. */
const MAX_GRANTS_PER_DAY = 20;

async function ownPasskey(
  { id }: Pick<Member, "id">,
  matches: (passkey: PasskeyRecord) => boolean,
): Promise<{ user: Pick<UserRecord, "_id" | "email">; passkey: PasskeyRecord } | null> {
  const user = await UserModel.findById(id).select({ email: 1, passkeys: 1 }).lean();
  const passkey = user?.passkeys?.find(matches);
  return user && passkey ? { user, passkey } : null;
}

/** WebAuthn request options for one passkey (by its short id), with PRF. Null when there is no such passkey. */
export async function journalPasskeyOptions(
  member: Member,
  shortId: string,
  { origin, challenge }: { origin: string; challenge: string },
) {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyId(id) === shortId);
  return found && requestOptions(origin, challenge, PASSKEYS.answerMs, [found.passkey]);
}

/**
 * Wraps the keys of a sealed journal with the PRF output of a passkey, so that the passkey can open the journal.
 * Sends an email.
 */
export async function grantJournalAccess(
  member: Member,
  { credential, computed }: PasskeyProof,
  challenge: OneTimeChallenge,
): Promise<"allowed" | "refused" | "cannot" | "changed" | "too_often"> {
  const keys = member.keysToCarry();
  if (!keys) return "changed";
  const found = await ownPasskey(member, ({ id }) => id === credential.id);
  const proof = found && (await verifyPasskey(credential, found.passkey, challenge));
  if (
    !proof ||
    typeof proof === "string" ||
    !(await recordPasskeyUse(found.user, found.passkey, proof.counter))
  ) {
    await auditRefusedPasskey(member);
    return "refused";
  }
  if (!computed) return "cannot";
  if (!(await tryConsume(`passkeys allowed|${member.id}`, MAX_GRANTS_PER_DAY, DAY))) return "too_often";
  const { id: passkey, name } = found.passkey;
  const mail = passkeyMail({ kind: "passkey-opens", to: member.email, name }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    {
      ...{ _id: member.id, securityStamp: member.securityStamp, sealing: { $ne: null } },
      // Fails if the passkey was removed concurrently or already has a wrap.
      "passkeys.id": passkey,
      "sealing.byPasskey.passkey": { $ne: passkey },
    },
    {
      $set: securityChangeFields(),
      $push: {
        "sealing.byPasskey": wrapKeysWithPasskey(member.id, keys, passkey, computed),
        pendingMail: sealPendingMail(mail, now()),
      },
    },
  );
  if (matchedCount === 0) return "changed";
  await audit({ kind: "journal.passkey_allowed", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "allowed";
}

/**
 * Removes the wrap; the passkey can still sign in.
 * @returns false when the member has no such passkey
 */
export async function revokeJournalAccess(member: Member, shortId: string): Promise<boolean> {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyId(id) === shortId);
  if (!found) return false;
  const passkey = found.passkey.id;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, "sealing.byPasskey.passkey": passkey },
    { $set: securityChangeFields(), $pull: { "sealing.byPasskey": { passkey } } },
  );
  if (modifiedCount === 1)
    await audit({ kind: "journal.passkey_closed", actorId: member.id, subjectId: member.id });
  return true;
}
