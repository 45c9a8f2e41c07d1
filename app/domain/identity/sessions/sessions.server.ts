import { SessionModel } from "#models/session.server";
import type { UserRecord } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { hasPassed } from "~/domain/calendar/deadline";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";
import { findSession, isLocked, livingSession, lockSession } from "./living-session.server";
import type { LockMinutes } from "./lock-after";
import { keysForSession, keysOfSession, type SessionOwner } from "./session-keys.server";
import { ADMIN_IDLE_MS, sessionEnd, sessionExpiry } from "./session-policy";
import { provenAt, wayForSession, type Through } from "./session-through.server";
import { administrationEnd, noteAdministration, noteUse, tellUse } from "./session-use.server";

/**
 * A fresh session's secret, for the cookie; only its hash is stored. After a dot it says whose it is, so that session and
 * person can be read at once.
 */
export type StartedSession = { secret: string; endsAt: Date; remember: boolean };

/** What the cookie holds: by it the server finds the session, and whose it is. */
export const newSessionSecret = (userId: number): string => `${randomToken()}.${userId.toString(36)}`;

/** Starts a session. `device` is a short description like "Firefox on Linux", `network` the client's neighbourhood. */
export async function startSession(
  user: SessionOwner,
  options: {
    remember: boolean;
    device: string;
    network?: string;
    through?: Through;
    lockAfter?: LockMinutes | null;
  },
): Promise<StartedSession> {
  const at = now();
  const secret = newSessionSecret(user._id);
  const endsAt = sessionEnd(at, options.remember);
  const _id = hashToken(secret);
  // After a silent sign-in at the provider the administrators' area counts from the authentication there.
  const adminSince = Math.min(at.getTime(), options.through?.authenticatedAt ?? at.getTime());
  await SessionModel.create({
    _id,
    userId: user._id,
    securityStamp: user.securityStamp,
    remember: options.remember,
    device: options.device.slice(0, 80),
    network: options.network ?? "",
    adminUntil: new Date(adminSince + ADMIN_IDLE_MS),
    ...(options.lockAfter && { lockAfter: options.lockAfter }),
    ...keysForSession(secret, _id, user),
    ...wayForSession(secret, _id, options.through),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: sessionExpiry(at, endsAt, options.remember, Boolean(options.lockAfter)),
    endsAt,
  });
  await endOldest(user._id, _id);
  const details = options.through && { way: options.through.way };
  await audit({ kind: "sign_in.succeeded", actorId: user._id, subjectId: user._id, details });
  return { secret, endsAt, remember: options.remember };
}

/** A person has at most this many sessions; one more ends the oldest. */
const MOST_SESSIONS = 20;

/** The one that has just begun stays, also where others are of a time when the server's clock was ahead. */
async function endOldest(userId: number, begun: string): Promise<void> {
  const surplus = await SessionModel.find({ userId, _id: { $ne: begun } })
    .sort({ createdAt: -1 })
    .skip(MOST_SESSIONS - 1)
    .select({ _id: 1 })
    .lean();
  if (surplus.length > 0) await SessionModel.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** What is told of each visit: whose it is, their record as it was read, and the session's id. */
export type OnVisit = (member: Member, user: UserRecord, sessionId: string) => void;

/** The person whose session this is, or null when it is unknown, over or locked, or the account may not be used. */
export async function memberOfSession(secret: string, onVisit?: OnVisit): Promise<Member | null> {
  const found = await livingSession(secret);
  if (!found) return null;
  const { session, user } = found;
  if (isLocked(session)) {
    if (!session.lockedAt) await lockSession(session._id);
    return null;
  }
  const keys = keysOfSession(secret, session, user);
  if (!keys) return null;
  noteUse(session, user, now());
  await tellUse(session, now());
  const { lockAfter = null } = session;
  const member = { ...memberFrom(user, keys), provenAt: provenAt(session), lockAfter };
  onVisit?.(member, user, session._id);
  return member;
}

/** Whether this session may still enter the administrators' area. Keeps it open where `isUse`. */
export async function isAdminOpen(secret: string, isUse: boolean): Promise<boolean> {
  const at = now();
  const { session } = (await findSession(secret)) ?? {};
  if (!session || hasPassed(administrationEnd(session), at, ADMIN_IDLE_MS)) return false;
  if (isUse) noteAdministration(session._id, at);
  return true;
}

/** Ends one session; the secret is worthless from now on. */
export async function endSession(secret: string): Promise<void> {
  await SessionModel.deleteOne({ _id: hashToken(secret) });
}

/** Signs out: ends the session and writes it down. */
export async function signOut(secret: string): Promise<void> {
  const session = await SessionModel.findOneAndDelete({ _id: hashToken(secret) }).lean();
  if (session) await audit({ kind: "sign_out", actorId: session.userId, subjectId: session.userId });
}
