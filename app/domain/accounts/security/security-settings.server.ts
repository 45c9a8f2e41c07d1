import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { passwordWrapUpdate, wrapByPassword } from "~/domain/identity/key-wrapping.server";
import { confirmPassword, isCommonPassword, type PasswordCheck } from "~/domain/identity/passwords.server";
import { securityChangedNow } from "~/domain/identity/sessions.server";
import type { Member, SignInMethod } from "~/domain/member/member";
import { unpackKeys } from "~/domain/member/person-keys.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { hashPassword } from "~/platform/passwords.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { accountMail } from "./account-mail";

/** What a signed-in person does about their own security. */
export type ChangePasswordResult =
  | { ok: true; securityStamp: string }
  | Exclude<PasswordCheck, { ok: true }>
  | { ok: false; code: "password_common" };

/** Changes the password and ends every session; the door starts a fresh one for this browser. */
export async function changePassword(
  member: Member,
  current: string,
  next: string,
  network: string,
): Promise<ChangePasswordResult> {
  // The first one is chosen by a mailed link.
  if (!member.hasPassword) return { ok: false, code: "wrong_password" };
  const check = await confirmPassword(member, current, network);
  if (!check.ok) return check;
  if (await isCommonPassword(next, member)) return { ok: false, code: "password_common" };
  const passwordHash = await hashPassword(next);
  const securityStamp = randomToken(16);
  const keys = member.keysToCarry();
  const wrapped = keys && (await wrapByPassword(member.id, unpackKeys(keys), next));
  const { matchedCount } = await UserModel.updateOne(
    // Only from what this session has seen: the wrap of a journal's key and the password belong together.
    { _id: member.id, securityStamp: member.securityStamp },
    {
      $set: {
        passwordHash,
        securityStamp,
        tokens: [],
        sealOffer: null,
        ...(wrapped && passwordWrapUpdate(wrapped)),
        ...securityChangedNow(),
      },
      $push: {
        pendingMail: sealPendingMail(
          accountMail({ kind: "password-changed", to: member.email }, linkOrigin()),
          now(),
        ),
      },
    },
  );
  if (matchedCount === 0) return { ok: false, code: "wrong_password" };
  await SessionModel.deleteMany({ userId: member.id });
  await audit({ kind: "password.changed", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return { ok: true, securityStamp };
}

export type SessionLine = {
  id: string;
  device: string;
  /** The neighbourhood it was started from; empty when unknown. */
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** How it began, where it was not with a password. */
  way?: SignInMethod;
  isThisOne: boolean;
};

/** The person's sessions, newest use first. The ids are hashes: useless as a cookie. */
export async function listSessions(
  member: Member,
  currentSecret: string | undefined,
): Promise<SessionLine[]> {
  const current = currentSecret ? hashToken(currentSecret) : "";
  const records = await SessionModel.find({ userId: member.id, expiresAt: { $gt: now() } })
    .sort({ lastSeenAt: -1 })
    .lean();
  return records.map(({ _id, device, network, createdAt, lastSeenAt, way }) => ({
    id: _id,
    device,
    network,
    createdAt,
    lastSeenAt,
    way,
    isThisOne: _id === current,
  }));
}

/** Ends one of the person's sessions. False when it is not theirs or over already. */
export async function endOwnSession(member: Member, id: string): Promise<boolean> {
  const { deletedCount } = await SessionModel.deleteOne({ _id: id, userId: member.id });
  if (deletedCount === 1) await audit({ kind: "session.ended", actorId: member.id, subjectId: member.id });
  return deletedCount === 1;
}

/** Ends every session of the person but the one given. */
export async function endOtherSessions(member: Member, currentSecret: string | undefined): Promise<number> {
  const keep = currentSecret ? hashToken(currentSecret) : "";
  const { deletedCount } = await SessionModel.deleteMany({ userId: member.id, _id: { $ne: keep } });
  await audit({ kind: "session.all_ended", actorId: member.id, subjectId: member.id });
  return deletedCount;
}
