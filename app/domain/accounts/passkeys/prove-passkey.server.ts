import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/passkeys.server";
import { allow } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { DAY } from "~/domain/calendar/durations";
import { utcMonth } from "~/domain/calendar/utc";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { checkPasskey, PasskeyError } from "~/platform/webauthn.server";
import { type PasskeyAnswer } from "./passkey";
import { passkeyMail } from "./passkey-mail";
import type { AskedOnce } from "./passkeys.server";

/** Emails to someone whose passkey may have been copied. */
const TOLD_A_DAY = 3;

/** Whether an answer proves that someone holds this passkey, at this moment and once; if so, how often it was used. */
export async function provePasskey(
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

/**
 * Writes down the use. False where the passkey has counted less, or just as much, before: there may be a copy of it, and its
 * person is told.
 */
export async function countPasskeyUse(
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
  if (!(await allow(`passkey copied|${_id}`, TOLD_A_DAY, DAY))) return;
  const letter = passkeyMail({ kind: "passkey-copied", to: email, name }, houseOrigin());
  await UserModel.updateOne({ _id }, { $push: { pendingMail: sealPendingMail(letter, now()) } });
  wakeMailRunner();
}
