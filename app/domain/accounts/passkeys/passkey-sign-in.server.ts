import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/passkeys.server";
import { auditRefusedSignIn } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { DAY } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/local-day";
import { unwrapKeysWithPasskey } from "~/domain/identity/key-wrapping.server";
import type { SessionOwner } from "~/domain/identity/sessions.server";
import { cancelJournalReset } from "~/domain/identity/sign-in.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { checkPasskey, PasskeyError, requestOptions } from "~/platform/webauthn.server";
import type { PasskeyAnswer, PasskeyProof } from "./passkey";
import { passkeyMail, type OneTimeChallenge } from "./passkeys.server";
import { PASSKEYS } from "./texts";

/** Emails to someone whose passkey may have been copied. */
const TOLD_A_DAY = 3;

/** Whether an answer proves that someone holds this passkey, at this moment and once; if so, how often it was used. */
export async function verifyPasskey(
  answer: PasskeyAnswer,
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
  if (matchedCount === 0) await tellOfCopy(user, name);
  return matchedCount === 1;
}

async function tellOfCopy({ _id, email }: Pick<UserRecord, "_id" | "email">, name: string): Promise<void> {
  await audit({ kind: "passkey.counter_back", subjectId: _id });
  if (!(await tryConsume(`passkey copied|${_id}`, TOLD_A_DAY, DAY))) return;
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
  if (!user || !passkey || typeof proof === "string") return refused(String(proof), client);
  if (user.status === "locked" || user.beginning?.emptying) return refused("account", client, user._id);
  if (!(await recordPasskeyUse(user, passkey, proof.counter))) return refused("counter", client, user._id);
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

async function refused(reason: string, client: Client, subjectId?: number): Promise<PasskeySignInResult> {
  const seconds = await auditRefusedSignIn(reason, client, subjectId, "passkey");
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "refused" };
}
