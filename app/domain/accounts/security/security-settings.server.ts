import { duplicateKeyFields } from "#models/db/failures.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { emailKey, mailboxOf } from "~/domain/identity/account-fields";
import { passwordWrapUpdate, wrapKeysWithPassword } from "~/domain/identity/key-wrapping.server";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { confirmPassword, isCommonPassword, type PasswordCheck } from "~/domain/identity/sign-in.server";
import { consumeRateLimit } from "~/domain/limits/rate-limits.server";
import type { Member, SignInMethod } from "~/domain/member/member";
import { unpackKeys } from "~/domain/member/member-keys.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { canSendMail } from "~/platform/mail/transport.server";
import { hashPassword } from "~/platform/passwords.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { accountMail, type AccountMail } from "./account-mail.server";

type ChangePasswordResult =
  | { ok: true; securityStamp: string }
  | Exclude<PasswordCheck, { ok: true }>
  | { ok: false; code: "password_common" };

/** Changes the password and ends every session; the route starts a new one for this browser. */
export async function changePassword(
  member: Member,
  current: string,
  next: string,
  network: string,
): Promise<ChangePasswordResult> {
  // A member without a password can set the first one only by a mailed link.
  if (!member.hasPassword) return { ok: false, code: "wrong_password" };
  const check = await confirmPassword(member, current, network);
  if (!check.ok) return check;
  if (await isCommonPassword(next, member)) return { ok: false, code: "password_common" };
  const passwordHash = await hashPassword(next);
  const securityStamp = randomToken(16);
  const keys = member.keysToCarry();
  const wrapped = keys && (await wrapKeysWithPassword(member.id, unpackKeys(keys), next));
  const { matchedCount } = await UserModel.updateOne(
    // Optimistic lock: password and key wrap have to match.
    { _id: member.id, securityStamp: member.securityStamp },
    {
      $set: {
        passwordHash,
        securityStamp,
        tokens: [],
        sealOffer: null,
        ...(wrapped && passwordWrapUpdate(wrapped)),
        ...securityChangeFields(),
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

type SessionLine = {
  id: string;
  device: string;
  /** Subnet of the sign-in; empty when unknown. */
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Sign-in method; absent for a password. */
  way?: SignInMethod;
  isThisOne: boolean;
};

/** The member's sessions, last used first. An id is the hash of the cookie's secret and useless as a cookie. */
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

/** @returns false when the session belongs to another member or has ended */
export async function endOwnSession(member: Member, id: string): Promise<boolean> {
  const { deletedCount } = await SessionModel.deleteOne({ _id: id, userId: member.id });
  if (deletedCount === 1) await audit({ kind: "session.ended", actorId: member.id, subjectId: member.id });
  return deletedCount === 1;
}

/** Shows or hides the quick exit in the member's menu. */
export async function setQuickExit(member: Member, quickExit: boolean): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { quickExit } });
}

/**
 * Ends all sessions but the current one.
 * @returns how many
 */
export async function endOtherSessions(member: Member, currentSecret: string | undefined): Promise<number> {
  const keep = currentSecret ? hashToken(currentSecret) : "";
  const { deletedCount } = await SessionModel.deleteMany({ userId: member.id, _id: { $ne: keep } });
  await audit({ kind: "session.all_ended", actorId: member.id, subjectId: member.id });
  return deletedCount;
}

const EMAIL_CHANGE_LIFETIME_MS = DAY;

/** Each request sends email to two mailboxes, and one may belong to another person. */
function emailChangeLimits(
  member: Member,
  email: string,
  network: string,
): [what: string, most: number, ms: number][] {
  return [
    [`email change hour ${member.id}`, 3, HOUR],
    [`email change day ${member.id}`, 5, DAY],
    [`email change mailbox ${mailboxOf(email)}`, 3, DAY],
    [`email change network ${network}`, 10, HOUR],
  ];
}

/**
 * Reserves a request for another address.
 * @returns the seconds to wait, 0 when reserved
 */
export async function reserveEmailChange(member: Member, email: string, network: string): Promise<number> {
  for (const [what, most, ms] of emailChangeLimits(member, email, network)) {
    const seconds = await consumeRateLimit(what, most, ms);
    if (seconds > 0) return seconds;
  }
  return 0;
}

type EmailChangeResult = "asked" | "changed" | "taken" | "no_origin";

/**
 * Requests another address: both mailboxes get a link, and the address changes when both are confirmed. A taken
 * address is not revealed: its mailbox gets no link. On an instance without email the address changes at once.
 */
export async function requestEmailChange(member: Member, email: string): Promise<EmailChangeResult> {
  const origin = secretLinkOrigin();
  if (canSendMail() && origin === null) return "no_origin";
  const [oldSecret, newSecret] = [randomToken(), randomToken()];
  const at = now();
  const taken = await UserModel.exists({ emailKey: emailKey(email) });
  const emailChange = {
    email,
    oldHash: hashToken(oldSecret),
    newHash: hashToken(newSecret),
    oldConfirmed: false,
    newConfirmed: false,
    expiresAt: new Date(at.getTime() + EMAIL_CHANGE_LIFETIME_MS),
  };
  if (!canSendMail()) {
    const user = await UserModel.findByIdAndUpdate(member.id, { $set: { emailChange } }).lean();
    return user && !taken && (await applyEmailChange(user, email)) ? "changed" : "taken";
  }
  const mail = [sealAccountMail({ kind: "email-change-old", to: member.email, secret: oldSecret }, at)];
  if (!taken) mail.push(sealAccountMail({ kind: "email-change-new", to: email, secret: newSecret }, at));
  await UserModel.updateOne(
    { _id: member.id },
    { $set: { emailChange }, $push: { pendingMail: { $each: mail } } },
  );
  await audit({ kind: "email.change_asked", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return "asked";
}

type ConfirmEmailResult = { ok: true; done: boolean } | { ok: false; code: "expired" };

/** Confirms one of the two addresses. The second confirmation changes the address and revokes all open links. */
export async function confirmEmailChange(secret: string): Promise<ConfirmEmailResult> {
  const hash = hashToken(secret);
  const valid = { "emailChange.expiresAt": { $gt: now() } };
  const user =
    (await UserModel.findOneAndUpdate(
      { "emailChange.oldHash": hash, ...valid },
      { $set: { "emailChange.oldConfirmed": true } },
      { returnDocument: "after" },
    ).lean()) ??
    (await UserModel.findOneAndUpdate(
      { "emailChange.newHash": hash, ...valid },
      { $set: { "emailChange.newConfirmed": true } },
      { returnDocument: "after" },
    ).lean());
  if (!user?.emailChange) return { ok: false, code: "expired" };
  if (!user.emailChange.oldConfirmed || !user.emailChange.newConfirmed) return { ok: true, done: false };
  return (await applyEmailChange(user, user.emailChange.email))
    ? { ok: true, done: true }
    : { ok: false, code: "expired" };
}

async function applyEmailChange(user: UserRecord, email: string): Promise<boolean> {
  const at = now();
  const notices = [user.email, email].map((to) => sealAccountMail({ kind: "email-changed", to }, at));
  try {
    await UserModel.updateOne(
      { _id: user._id, "emailChange.email": email },
      {
        $set: {
          email,
          emailKey: emailKey(email),
          emailVerifiedAt: at,
          emailUnproven: !canSendMail(),
          emailChange: null,
          tokens: [],
        },
        $push: { pendingMail: { $each: notices } },
      },
    );
  } catch (error) {
    // The address was registered concurrently, so the change is cancelled.
    if (!duplicateKeyFields(error)) throw error;
    await UserModel.updateOne({ _id: user._id }, { $set: { emailChange: null } });
    return false;
  }
  await audit({ kind: "email.changed", actorId: user._id, subjectId: user._id });
  wakeMailRunner();
  return true;
}

const sealAccountMail = (order: AccountMail, at: Date) =>
  sealPendingMail(accountMail(order, linkOrigin()), at);
