import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { hashToken } from "~/platform/signing.server";
import { passkeyMail } from "./passkey-mail";
import { passkeysOf, shortPasskeyName } from "./passkeys.server";

/**
 * Takes a passkey away. What was begun with passkeys in other browsers ends: which session came by which is not kept.
 * @returns false if this person has no such passkey
 */
export async function removePasskey(
  member: Member,
  named: string,
  currentSecret: string | undefined,
): Promise<boolean> {
  const passkey = (await passkeysOf(member)).find(({ id }) => shortPasskeyName(id) === named);
  if (!passkey) return false;
  const letter = passkeyMail(
    { kind: "passkey-removed", to: member.email, name: passkey.name },
    houseOrigin(),
  );
  const { matchedCount } = await UserModel.updateOne(
    // Sealing or unsealing meanwhile gives another stamp.
    { _id: member.id, securityStamp: member.securityStamp, "passkeys.id": passkey.id },
    {
      $set: securedNow(),
      $pull: {
        passkeys: { id: passkey.id },
        // Its wrap of a sealed journal's keys goes with it.
        ...(member.sealed && { "sealing.byPasskey": { passkey: passkey.id } }),
      },
      $push: { pendingMail: sealPendingMail(letter, now()) },
    },
  );
  if (matchedCount === 0) return false;
  const keep = currentSecret ? hashToken(currentSecret) : "";
  await SessionModel.deleteMany({ userId: member.id, way: "passkey", _id: { $ne: keep } });
  await audit({ kind: "passkey.removed", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return true;
}
