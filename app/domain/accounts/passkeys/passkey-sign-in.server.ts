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
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { checkPasskey, PasskeyError, requestOptions } from "~/platform/webauthn.server";
import { auditRefusedPasskey, passkeyMail, shortPasskeyId, type OneTimeChallenge } from "./passkeys.server";
import type { PasskeyCredential, PasskeyProof } from "./schema";

/** Emails to someone whose passkey may have been copied. */
const MAX_WARNINGS_PER_DAY = 3;

/** Whether an answer proves that someone holds this passkey, at this moment and once; if so, how often it was used. */
export async function verifyPasskey(
  answer: PasskeyCredential,
  { id, publicKey, handle }: PasskeyRecord,
  asked: OneTimeChallenge,
): Promise<{ counter: number } | "proof" | "other_person" | "used"> {
  if (answer.response.userHandle !== handle) return "other_person";
  try {
    const counter = await checkPasskey(answer, { id, publicKey: storedBytes(publicKey) }, asked);
    return (await asked.spend()) ? { counter } : "used";
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error;
    return "proof";
  }
}

/**
 * Writes down the use. False where the passkey has counted less, or just as much, before: there may be a copy of it, and its
 * person is told.
 */
export async function recordPasskeyUse(
  user: Pick<UserRecord, "_id" | "email">,
  { id, name }: PasskeyRecord,
  counter: number,
): Promise<boolean> {
  const lastMonth = utcMonth(now());
  const { matchedCount } = await UserModel.updateOne(
    // Most passkeys live on several devices and do not count: theirs stays 0.
    { _id: user._id, passkeys: { $elemMatch: { id, counter: counter > 0 ? { $lt: counter } : 0 } } },
    { $set: { "passkeys.$.counter": counter, "passkeys.$.lastMonth": lastMonth, lastUsedMonth: lastMonth } },
  );
  if (matchedCount === 0) await warnOfCopy(user, name);
  return matchedCount === 1;
}

async function warnOfCopy({ _id, email }: Pick<UserRecord, "_id" | "email">, name: string): Promise<void> {
  await audit({ kind: "passkey.counter_back", subjectId: _id });
  if (!(await tryConsume(`passkey copied|${_id}`, MAX_WARNINGS_PER_DAY, DAY))) return;
  const letter = passkeyMail({ kind: "passkey-copied", to: email, name }, linkOrigin());
  await UserModel.updateOne({ _id }, { $push: { pendingMail: sealPendingMail(letter, now()) } });
  wakeMailRunner();
}

export type PasskeySignInResult =
  | {
      ok: true;
      user: SessionOwner;
      email: string;
      /** A sealed journal asks for its password, unless this passkey may open it too and has computed its key. */
      asks: "nothing" | "password";
      isLeaving: boolean;
      /** A new beginning was asked for, and opening the sealed journal has undone it. */
      isKept: boolean;
    }
  | { ok: false; code: "refused" | "email_unverified" }
  | { ok: false; code: "locked"; seconds: number };

/** What a browser is asked for at the door: any passkey for this house. */
export const passkeySignInOptions = ({ origin, challenge }: { origin: string; challenge: string }) =>
  requestOptions(origin, challenge, PASSKEYS.answerMs);

type Client = { network: string; subnet: string };

/** Signs someone in who holds one of their passkeys. Every reason against it is one answer. */
export async function authenticateByPasskey(
  { credential: answer, computed }: PasskeyProof,
  asked: OneTimeChallenge,
  client: Client,
): Promise<PasskeySignInResult> {
  const user = await UserModel.findOne({ "passkeys.id": answer.id }).lean();
  const passkey = user?.passkeys?.find(({ id }) => id === answer.id);
  const proof = user && passkey ? await verifyPasskey(answer, passkey, asked) : "unknown";
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
    isLeaving: user.status === "deleting",
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

/** Letting one of one's passkeys open one's sealed journal, beside the password and the recovery codes. */

/** Each sends an email. */
const MAX_GRANTS_PER_DAY = 20;

async function ownPasskey(
  { id }: Pick<Member, "id">,
  is: (passkey: PasskeyRecord) => boolean,
): Promise<{ user: Pick<UserRecord, "_id" | "email">; passkey: PasskeyRecord } | null> {
  const user = await UserModel.findById(id).select({ email: 1, passkeys: 1 }).lean();
  const passkey = user?.passkeys?.find(is);
  return user && passkey ? { user, passkey } : null;
}

/** What the browser is asked: this passkey alone, and what it computes. Null where there is none of that name. */
export async function journalPasskeyOptions(
  member: Member,
  named: string,
  { origin, challenge }: { origin: string; challenge: string },
) {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyId(id) === named);
  return found && requestOptions(origin, challenge, PASSKEYS.answerMs, [found.passkey]);
}

/** Wraps the keys of this session's person by what their passkey has computed. They are told. */
export async function grantJournalAccess(
  member: Member,
  { credential, computed }: PasskeyProof,
  asked: OneTimeChallenge,
): Promise<"allowed" | "refused" | "cannot" | "changed" | "too_often"> {
  const keys = member.keysToCarry();
  if (!keys) return "changed";
  const found = await ownPasskey(member, ({ id }) => id === credential.id);
  const proof = found && (await verifyPasskey(credential, found.passkey, asked));
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
  const letter = passkeyMail({ kind: "passkey-opens", to: member.email, name }, linkOrigin());
  const { matchedCount } = await UserModel.updateOne(
    {
      ...{ _id: member.id, securityStamp: member.securityStamp, sealing: { $ne: null } },
      // Removed meanwhile, it gets no wrap; and it gets one only.
      "passkeys.id": passkey,
      "sealing.byPasskey.passkey": { $ne: passkey },
    },
    {
      $set: securityChangeFields(),
      $push: {
        "sealing.byPasskey": wrapKeysWithPasskey(member.id, keys, passkey, computed),
        pendingMail: sealPendingMail(letter, now()),
      },
    },
  );
  if (matchedCount === 0) return "changed";
  await audit({ kind: "journal.passkey_allowed", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "allowed";
}

/** Takes the wrap away; the passkey still signs in. @returns false if this person has no such passkey */
export async function revokeJournalAccess(member: Member, named: string): Promise<boolean> {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyId(id) === named);
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
