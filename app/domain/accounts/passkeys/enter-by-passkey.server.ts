import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/passkeys.server";
import { noteRefusedSignIn } from "~/domain/accounts/provider/enter.server";
import { allow, allowance } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/utc";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { checkPasskey, PasskeyError, requestOptions } from "~/platform/webauthn.server";
import { PASSKEYS } from "./limits";
import { type PasskeyAnswer } from "./passkey";
import { passkeyMail } from "./passkey-mail";
import type { AskedOnce } from "./passkeys.server";

/** A parish behind one address may come home on one evening. A signature cannot be guessed, so this bounds only the work. */
const TRIES_AN_HOUR = 300;
/** Emails to someone whose passkey may have been copied. */
const TOLD_A_DAY = 3;

export type PasskeyEntry =
  | {
      ok: true;
      user: SessionOwner;
      email: string;
      /** The journal of someone who has sealed it opens with their password alone. */
      asks: "nothing" | "password";
      isLeaving: boolean;
    }
  | { ok: false; code: "refused" | "email_unverified" }
  | { ok: false; code: "locked"; seconds: number };

/** What a browser is asked for at the door: any passkey for this house. */
export const passkeyRequest = ({ origin, challenge }: { origin: string; challenge: string }) =>
  requestOptions(origin, challenge, PASSKEYS.answerMs);

type Client = { network: string; subnet: string };

/** Signs someone in who holds one of their passkeys. Every reason against it is one answer. */
export async function enterByPasskey(
  answer: PasskeyAnswer,
  asked: AskedOnce,
  client: Client,
): Promise<PasskeyEntry> {
  const seconds = await allowance(`passkey tries|${client.network}`, TRIES_AN_HOUR, HOUR);
  if (seconds > 0) return { ok: false, code: "locked", seconds };
  const user = await UserModel.findOne({ "passkeys.id": answer.id }).lean();
  const passkey = user?.passkeys?.find(({ id }) => id === answer.id);
  const proof = user && passkey ? await proved(answer, passkey, asked) : "unknown";
  if (!user || !passkey || typeof proof === "string") return refused(String(proof), client);
  if (user.status === "locked" || user.beginning?.emptying) return refused("account", client, user._id);
  if (!(await countUse(user, passkey, proof.counter))) {
    await tellOfCopy(user, passkey);
    return refused("counter", client, user._id);
  }
  if (!user.emailVerifiedAt) return { ok: false, code: "email_unverified" };
  const { _id, email, securityStamp } = user;
  return {
    ok: true,
    user: { _id, securityStamp },
    email,
    asks: user.sealing ? "password" : "nothing",
    isLeaving: user.status === "deleting",
  };
}

/** How often the passkey was used, or why the answer proves nothing. */
async function proved(
  answer: PasskeyAnswer,
  { id, publicKey, handle }: PasskeyRecord,
  asked: AskedOnce,
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

/** Writes down the use. False where the passkey has counted less, or just as much, before: there may be a copy of it. */
async function countUse({ _id }: UserRecord, { id }: PasskeyRecord, counter: number): Promise<boolean> {
  const lastMonth = utcMonth(now());
  const { matchedCount } = await UserModel.updateOne(
    // Most passkeys live on several devices and do not count: theirs stays 0.
    { _id, passkeys: { $elemMatch: { id, counter: counter > 0 ? { $lt: counter } : 0 } } },
    { $set: { "passkeys.$.counter": counter, "passkeys.$.lastMonth": lastMonth, lastUsedMonth: lastMonth } },
  );
  return matchedCount === 1;
}

async function tellOfCopy({ _id, email }: UserRecord, { name }: PasskeyRecord): Promise<void> {
  await audit({ kind: "passkey.counter_back", subjectId: _id });
  if (!(await allow(`passkey copied|${_id}`, TOLD_A_DAY, DAY))) return;
  const letter = passkeyMail({ kind: "passkey-copied", to: email, name }, houseOrigin());
  await UserModel.updateOne({ _id }, { $push: { pendingMail: sealPendingMail(letter, now()) } });
  wakeMailRunner();
}

async function refused(reason: string, client: Client, subjectId?: number): Promise<PasskeyEntry> {
  await noteRefusedSignIn(reason, client, subjectId, "passkey");
  return { ok: false, code: "refused" };
}
