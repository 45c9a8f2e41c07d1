import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { sessionExpiry, timeUntilLock, type LockMinutes } from "./session-policy";
import { adminAccessEnd, lastUseOf, touchSession } from "./session-use.server";
import {
  activeSession,
  endSession,
  isLocked,
  lockSession,
  newSessionSecret,
  originFields,
  originOfSession,
  sessionKeyFields,
  sessionKeys,
  type SessionOwner,
  type StartedSession,
} from "./sessions.server";

/** A locked session, with what the unlock form needs and no keys. */
export type LockedSession = {
  userId: number;
  email: string;
  hasPassword: boolean;
  isSealed: boolean;
  isConnected: boolean;
  hasPasskey: boolean;
  since: Date;
};

/** Null if the session is not locked, ended or unknown. */
export async function lockedSession(secret: string): Promise<LockedSession | null> {
  const found = await activeSession(secret);
  if (!found || !isLocked(found.session)) return null;
  const { id, email, hasPassword, sealed, isConnected, passkeys } = memberFrom(found.user);
  const since = found.session.lockedAt ?? now();
  const [isSealed, hasPasskey] = [sealed !== null, passkeys > 0];
  return { userId: id, email, hasPassword, isSealed, isConnected, hasPasskey, since };
}

/** Sets the auto-lock of a session; null turns it off. */
export async function setAutoLock(secret: string, minutes: LockMinutes | null): Promise<void> {
  const found = await activeSession(secret);
  if (!found) return;
  const { _id } = found.session;
  await SessionModel.updateOne(
    { _id },
    minutes ? { $set: { lockAfter: minutes } } : { $unset: { lockAfter: true } },
  );
  touchSession({ ...found.session, lockAfter: minutes ?? undefined }, now());
}

/** Session state for an idle page. `leftMs` is the time until the auto-lock. */
type LockState =
  | { state: "over" }
  | { state: "locked"; userId: number }
  | { state: "open"; userId: number; leftMs: number };

/** The state of a session, read without extending it. Locks the session if its auto-lock is due. */
export async function lockStateOf(secret: string): Promise<LockState> {
  const found = await activeSession(secret);
  if (!found) return { state: "over" };
  const { session } = found;
  const { _id, userId, lockAfter } = session;
  if (!isLocked(session))
    return { state: "open", userId, leftMs: timeUntilLock({ lockAfter }, lastUseOf(session), now()) };
  await lockSession(_id);
  return { state: "locked", userId };
}

/** Locks a session at once, independent of its auto-lock. */
export async function lockBySecret(secret: string): Promise<void> {
  const found = await activeSession(secret);
  if (found) await lockSession(found.session._id);
}

/**
 * Replaces a locked session, after the password or a passkey, by one with a new secret and the unwrapped keys. The absolute end
 * stays the same. Null if the session has ended or belongs to another user.
 */
export async function unlockSession(secret: string, user: SessionOwner): Promise<StartedSession | null> {
  const found = await activeSession(secret);
  if (!found || found.user._id !== user._id) return null;
  const origin = await originOfSession(secret);
  const at = now();
  const { session } = found;
  const { userId, remember, device, network, endsAt, createdAt, lockAfter, providerSession } = session;
  const next = newSessionSecret(userId);
  const _id = hashToken(next);
  await SessionModel.create({
    _id,
    userId,
    securityStamp: user.securityStamp,
    remember,
    device,
    network,
    adminUntil: adminAccessEnd(session),
    ...(lockAfter && { lockAfter }),
    ...sessionKeyFields(next, _id, user),
    ...originFields(next, _id, origin ?? undefined),
    ...(providerSession && { providerSession }),
    createdAt,
    lastSeenAt: at,
    expiresAt: sessionExpiry(at, endsAt, remember, Boolean(lockAfter)),
    endsAt,
  });
  await endSession(secret);
  await audit({
    kind: "sign_in.succeeded",
    actorId: userId,
    subjectId: userId,
    details: { ...(origin && { way: origin.way }), unlocked: true },
  });
  return { secret: next, endsAt, remember };
}

/** Filter: an account whose deletion is pending and can be undone. */
export const pendingDeletionOf = (userId: number) => ({
  _id: userId,
  status: "deleting" as const,
  deleteAfter: { $gt: now() },
});

/** Until `day`, formatted, the deletion can be undone and the journal exported. */
export type PendingDeletion = { member: Member; day: string };

/** Null unless the deletion of the session's account is pending. */
export async function pendingDeletionOfSession(secret: string): Promise<PendingDeletion | null> {
  const session = await SessionModel.findById(hashToken(secret)).lean();
  if (!session || session.expiresAt <= now()) return null;
  const user: UserRecord | null = await UserModel.findOne(pendingDeletionOf(session.userId)).lean();
  if (!user?.deleteAfter || user.securityStamp !== session.securityStamp) return null;
  const keys = sessionKeys(secret, session, user);
  if (!keys) return null;
  return {
    member: memberFrom(user, keys),
    day: formatDate(localMoment(user.deleteAfter, user.timezone).date),
  };
}
