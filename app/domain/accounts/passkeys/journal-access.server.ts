import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyRecord } from "#models/user/passkeys.server";
import { DAY } from "~/domain/calendar/durations";
import { wrapKeysWithPasskey } from "~/domain/identity/key-wrapping.server";
import { securityChangedNow } from "~/domain/identity/sessions.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { requestOptions } from "~/platform/webauthn.server";
import { type PasskeyProof } from "./passkey";
import { recordPasskeyUse, verifyPasskey } from "./passkey-sign-in.server";
import { auditRefusedPasskey, passkeyMail, shortPasskeyName, type OneTimeChallenge } from "./passkeys.server";
import { PASSKEYS } from "./texts";

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
export async function journalPasskeyOptions(
  member: Member,
  named: string,
  { origin, challenge }: { origin: string; challenge: string },
) {
  const found = await ownPasskey(member, ({ id }) => shortPasskeyName(id) === named);
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
  if (!(await tryConsume(`passkeys allowed|${member.id}`, ALLOWED_A_DAY, DAY))) return "too_often";
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
      $set: securityChangedNow(),
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
  const found = await ownPasskey(member, ({ id }) => shortPasskeyName(id) === named);
  if (!found) return false;
  const passkey = found.passkey.id;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: member.id, "sealing.byPasskey.passkey": passkey },
    { $set: securityChangedNow(), $pull: { "sealing.byPasskey": { passkey } } },
  );
  if (modifiedCount === 1)
    await audit({ kind: "journal.passkey_closed", actorId: member.id, subjectId: member.id });
  return true;
}
