import { SessionModel } from "#models/session.server";
import { audit } from "~/domain/audit/log.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { isLocked, livingSession, lockSession } from "./living-session.server";
import { timeLeft, type LockMinutes } from "./lock-after";
import { keysForSession, type SessionOwner } from "./session-keys.server";
import { sessionExpiry } from "./session-policy";
import { throughOfSession, wayForSession } from "./session-through.server";
import { administrationEnd, lastUseOf, useSession } from "./session-use.server";
import { endSession, newSessionSecret, type StartedSession } from "./sessions.server";

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
  const found = await livingSession(secret);
  if (!found || !isLocked(found.session)) return null;
  const { id, email, hasPassword, sealed, isConnected, passkeys } = memberFrom(found.user);
  const since = found.session.lockedAt ?? now();
  return {
    ...{ userId: id, email, hasPassword, isSealed: sealed !== null, isConnected, since },
    hasPasskey: passkeys > 0,
  };
}

/** After how long this session locks; null for never. */
export async function lockLater(secret: string, minutes: LockMinutes | null): Promise<void> {
  const found = await livingSession(secret);
  if (!found) return;
  const { _id } = found.session;
  await SessionModel.updateOne(
    { _id },
    minutes ? { $set: { lockAfter: minutes } } : { $unset: { lockAfter: true } },
  );
  useSession({ ...found.session, lockAfter: minutes ?? undefined }, now());
}

/** What a page that has not been used learns of its session; of one that is open after how many milliseconds it locks. */
export type LockState =
  { state: "over" } | { state: "locked"; userId: number } | { state: "open"; userId: number; leftMs: number };

/** Asking is no use, and locks what is due. */
export async function lockStateOf(secret: string): Promise<LockState> {
  const found = await livingSession(secret);
  if (!found) return { state: "over" };
  const { session } = found;
  const { _id, userId, lockAfter } = session;
  if (!isLocked(session))
    return { state: "open", userId, leftMs: timeLeft({ lockAfter }, lastUseOf(session), now()) };
  await lockSession(_id);
  return { state: "locked", userId };
}

/** Locks a session at once, whatever was chosen for it: its person has left the page. */
export async function lockNow(secret: string): Promise<void> {
  const found = await livingSession(secret);
  if (found) await lockSession(found.session._id);
}

/**
 * Opens a locked session after the password or a passkey: under a new secret, with the keys that it has opened, and no longer than the
 * one before. Null if that one is over or someone else's.
 */
export async function unlockSession(secret: string, user: SessionOwner): Promise<StartedSession | null> {
  const found = await livingSession(secret);
  if (!found || found.user._id !== user._id) return null;
  const through = await throughOfSession(secret);
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
    adminUntil: administrationEnd(session),
    ...(lockAfter && { lockAfter }),
    ...keysForSession(next, _id, user),
    ...wayForSession(next, _id, through ?? undefined),
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
