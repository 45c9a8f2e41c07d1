import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/passkeys.server";
import { allow } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { DAY } from "~/domain/calendar/durations";
import { wrapByPasskey } from "~/domain/identity/keys/passkey-wrap.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { requestOptions } from "~/platform/webauthn.server";
import { PASSKEYS } from "./limits";
import { type PasskeyProof } from "./passkey";
import { passkeyMail } from "./passkey-mail";
import { notePasskeyRefused, shortPasskeyName, type AskedOnce } from "./passkeys.server";
import { countPasskeyUse, provePasskey } from "./prove-passkey.server";

/** Letting one of one's passkeys open one's sealed journal, beside the password and the recovery codes. */

/** Each sends an email. */
const ALLOWED_A_DAY = 20;

async function ownPasskey(
  { id }: Pick<Member, "id">,
  is: (passkey: PasskeyRecord) => boolean,
): Promise<{ user: Pick<UserRecord, "_id" | "email">; passkey: PasskeyRecord } | null> {
  const user = await UserModel.findById(id).select({ email: 1, passkeys: 1 }).lean();
  const passkey = user?.passkeys?.find(is);
  return user && passkey ? { user, passkey } : null;
}

/** What the browser is asked: this passkey alone, and what it computes. Null where there is none of that name. */
export async function passkeyForJournal(
  member: Member,
  named: string,
  { origin, challenge }: { origin: string; challenge: string },
) {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyName(id) === named);
  return found && requestOptions(origin, challenge, PASSKEYS.answerMs, [found.passkey]);
}

/** Wraps the keys of this session's person by what their passkey has computed. They are told. */
export async function allowPasskey(
  member: Member,
  { credential, computed }: PasskeyProof,
  asked: AskedOnce,
): Promise<"allowed" | "refused" | "cannot" | "changed" | "too_often"> {
  const keys = member.keysToCarry();
  if (!keys) return "changed";
  const found = await ownPasskey(member, ({ id }) => id === credential.id);
  const proof = found && (await provePasskey(credential, found.passkey, asked));
  if (
    !proof ||
    typeof proof === "string" ||
    !(await countPasskeyUse(found.user, found.passkey, proof.counter))
  ) {
    await notePasskeyRefused(member);
    return "refused";
  }
  if (!computed) return "cannot";
  if (!(await allow(`passkeys allowed|${member.id}`, ALLOWED_A_DAY, DAY))) return "too_often";
  const { id: passkey, name } = found.passkey;
  const letter = passkeyMail({ kind: "passkey-opens", to: member.email, name }, houseOrigin());
  const { matchedCount } = await UserModel.updateOne(
    {
      ...{ _id: member.id, securityStamp: member.securityStamp, sealing: { $ne: null } },
      // Removed meanwhile, it gets no wrap; and it gets one only.
      "passkeys.id": passkey,
      "sealing.byPasskey.passkey": { $ne: passkey },
    },
    {
      $set: securedNow(),
      $push: {
        "sealing.byPasskey": wrapByPasskey(member.id, keys, passkey, computed),
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
export async function closeToPasskey(member: Member, named: string): Promise<boolean> {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyName(id) === named);
  if (!found) return false;
  const passkey = found.passkey.id;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, "sealing.byPasskey.passkey": passkey },
    { $set: securedNow(), $pull: { "sealing.byPasskey": { passkey } } },
  );
  if (modifiedCount === 1)
    await audit({ kind: "journal.passkey_closed", actorId: member.id, subjectId: member.id });
  return true;
}
