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

/** Whose session waits behind the lock: enough to ask for their password, and no key. */
export type LockedSession = {
  userId: number;
  email: string;
  hasPassword: boolean;
  isSealed: boolean;
  isConnected: boolean;
  hasPasskey: boolean;
  since: Date;
};

/** The session behind this secret if it is locked; null where it is open, over or unknown. */
export async function lockedSession(secret: string): Promise<LockedSession | null> {
  const found = await activeSession(secret);
  if (!found || !isLocked(found.session)) return null;
  const { id, email, hasPassword, sealed, isConnected, passkeys } = memberFrom(found.user);
  const since = found.session.lockedAt ?? now();
  return {
    ...{ userId: id, email, hasPassword, isSealed: sealed !== null, isConnected, since },
    hasPasskey: passkeys > 0,
  };
}

/** After how long this session locks; null for never. */
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

/** What a page that has not been used learns of its session; of one that is open after how many milliseconds it locks. */
export type LockState =
  { state: "over" } | { state: "locked"; userId: number } | { state: "open"; userId: number; leftMs: number };

/** Asking is no use, and locks what is due. */
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

/** Locks a session at once, whatever was chosen for it: its person has left the page. */
export async function lockBySecret(secret: string): Promise<void> {
  const found = await activeSession(secret);
  if (found) await lockSession(found.session._id);
}

/**
 * Opens a locked session after the password or a passkey: under a new secret, with the keys that it has opened, and no longer than the
 * one before. Null if that one is over or someone else's.
 */
export async function unlockSession(secret: string, user: SessionOwner): Promise<StartedSession | null> {
  const found = await activeSession(secret);
  if (!found || found.user._id !== user._id) return null;
  const through = await originOfSession(secret);
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
    ...originFields(next, _id, through ?? undefined),
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
    details: { ...(through && { way: through.way }), unlocked: true },
  });
  return { secret: next, endsAt, remember };
}

/** Matches an account whose deletion is pending and can still be undone. */
export const pendingDeletionOf = (userId: number) => ({
  _id: userId,
  status: "deleting" as const,
  deleteAfter: { $gt: now() },
});

/** A member whose account is being deleted. Until `day`, in words, the deletion can be undone and the journal exported. */
export type PendingDeletion = { member: Member; day: string };

/** The pending deletion of the account of this session; null for any other session. */
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
