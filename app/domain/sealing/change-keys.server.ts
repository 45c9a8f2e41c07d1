import { AccessKeyModel } from "#models/access-key.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import type { AuditKind } from "~/domain/audit/chain";
import { audit } from "~/domain/audit/log.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { packKeys, type PersonKeys } from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { randomToken } from "~/platform/signing.server";
import { sealMail, type SealMail } from "./seal-mail";

/** The account changed meanwhile, in another window; or texts are still being re-encrypted. */
export type Changed = { ok: false; code: "changed" };
export const CHANGED: Changed = { ok: false, code: "changed" };
/** Done, with the owner of the next session. */
export type Owned = { ok: true; user: SessionOwner };
/** Done, and the codes to show. */
export type Codes = { ok: true; codes: string[] };

/** What happened elsewhere meanwhile (another password, another session) makes a step find nothing. */
export const asSeen = (member: Member) => ({ _id: member.id, securityStamp: member.securityStamp });

type Notice = {
  keys: PersonKeys | null;
  mail: SealMail["kind"];
  event: AuditKind;
};

/** The one write, and what may fail after it: the stamp alone ends sessions without the key. */
export async function changeKeys(
  member: Member,
  from: object,
  to: object,
  { keys, mail, event }: Notice,
): Promise<Owned | Changed> {
  const securityStamp = randomToken(16);
  const letter = sealMail({ kind: mail, to: member.email }, houseOrigin());
  const { matchedCount } = await UserModel.updateOne(
    { ...asSeen(member), ...from },
    {
      $set: { ...to, securityStamp, ...securedNow() },
      $push: { pendingMail: sealPendingMail(letter, now()) },
    },
  );
  if (matchedCount === 0) return CHANGED;
  // Programs of a sealed journal learn that it is sealed; with the earlier stamp their keys would count as revoked.
  if (keys)
    await AccessKeyModel.updateMany(
      { userId: member.id, securityStamp: member.securityStamp },
      { $set: { securityStamp } },
    );
  await SessionModel.deleteMany({ userId: member.id });
  await audit({ kind: event, actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { ok: true, user: { _id: member.id, securityStamp, keys: keys && packKeys(keys) } };
}
