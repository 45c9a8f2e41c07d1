import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { now } from "~/platform/clock";
import { hashToken, randomToken } from "~/platform/signing.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { administrationEnd, expiryOf, noteAdministration, noteUse } from "./session-use.server";
import { ADMIN_IDLE_MS, sessionEnd, sessionExpiry } from "./session-policy";

/** A fresh session's secret, for the cookie; only its hash is stored. */
export type StartedSession = { secret: string; endsAt: Date; remember: boolean };

/** Starts a session. `device` is a short description like "Firefox on Linux", `network` the client's neighbourhood. */
export async function startSession(
  user: Pick<UserRecord, "_id" | "securityStamp">,
  options: { remember: boolean; device: string; network?: string },
): Promise<StartedSession> {
  const at = now();
  const secret = randomToken();
  const endsAt = sessionEnd(at, options.remember);
  await SessionModel.create({
    _id: hashToken(secret),
    userId: user._id,
    securityStamp: user.securityStamp,
    remember: options.remember,
    device: options.device.slice(0, 80),
    network: options.network ?? "",
    adminUntil: new Date(at.getTime() + ADMIN_IDLE_MS),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: sessionExpiry(at, endsAt, options.remember),
    endsAt,
  });
  await endOldest(user._id);
  await audit({ kind: "sign_in.succeeded", actorId: user._id, subjectId: user._id });
  return { secret, endsAt, remember: options.remember };
}

/** A person has at most this many sessions; one more ends the oldest. */
const MOST_SESSIONS = 20;

async function endOldest(userId: number): Promise<void> {
  const surplus = await SessionModel.find({ userId })
    .sort({ createdAt: -1 })
    .skip(MOST_SESSIONS)
    .select({ _id: 1 })
    .lean();
  if (surplus.length > 0) await SessionModel.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** The person whose session this is, or null when it is unknown, over, or the account may not be used. */
export async function memberOfSession(secret: string): Promise<Member | null> {
  const at = now();
  const session = await SessionModel.findById(hashToken(secret)).lean();
  if (!session || expiryOf(session) <= at) return null;
  const user = await UserModel.findById(session.userId).lean();
  if (!user || user.securityStamp !== session.securityStamp || user.status !== "active") return null;
  noteUse(session, user, at);
  return memberFrom(user);
}

/** Whether this session may still enter the administrators' area. Keeps it open where `isUse`. */
export async function isAdminOpen(secret: string, isUse: boolean): Promise<boolean> {
  const at = now();
  const session = await SessionModel.findById(hashToken(secret)).select({ adminUntil: 1 }).lean();
  if (!session || administrationEnd(session) <= at) return false;
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
