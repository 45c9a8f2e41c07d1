import { CommitCache } from "#models/db/connection.server";
import { storedBytes } from "#models/db/queries.server";
import { SessionModel, type SessionRecord } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { hasPassed } from "~/domain/calendar/durations";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member, SignInMethod } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { now } from "~/platform/clock";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { ADMIN_IDLE_MS, isLockDue, sessionEnd, sessionExpiry, type LockMinutes } from "./session-policy";
import {
  adminAccessEnd,
  bufferUse,
  expiryOf,
  extendAdminAccess,
  lastUseOf,
  publishUse,
} from "./session-use.server";

/**
 * How a session begins, where it is not with a password. `session`: the provider's name of its own; `idToken`: for leaving
 * there; `authenticatedAt`: when the provider last asked who they are, in ms.
 */
export type SignInOrigin = {
  way: SignInMethod;
  session?: string;
  idToken?: string;
  authenticatedAt?: number;
};

const idTokenKeyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-id-token");
const idTokenContext = (id: string) => `sessions|${id}|idToken|1`;
/** Longer ones are not kept: leaving works without, and the provider may ask once more. */
const MAX_ID_TOKEN_LENGTH = 8192;

/** Under which name the provider's session is stored with ours. */
export const providerSessionHash = (session: string): string => hashToken(`provider session|${session}`);

type OriginFields = Pick<SessionRecord, "way" | "providerSession" | "idToken" | "authenticatedAt">;

/** What a session keeps of how it began. */
export function originFields(secret: string, id: string, through: SignInOrigin | undefined): OriginFields {
  if (!through) return {};
  const { way, session, idToken, authenticatedAt } = through;
  return {
    way,
    ...(authenticatedAt !== undefined && { authenticatedAt: new Date(authenticatedAt) }),
    ...(session && { providerSession: providerSessionHash(session) }),
    ...(idToken &&
      idToken.length <= MAX_ID_TOKEN_LENGTH && {
        idToken: seal(idTokenKeyOf(secret), idToken, idTokenContext(id)),
      }),
  };
}

/** How this session began; null for one that began with a password, or is over. */
export async function originOfSession(secret: string): Promise<SignInOrigin | null> {
  const session = await SessionModel.findById(hashToken(secret)).lean();
  if (!session?.way) return null;
  const { _id, way, idToken, authenticatedAt } = session;
  return {
    way,
    ...(authenticatedAt && { authenticatedAt: authenticatedAt.getTime() }),
    ...(idToken && {
      idToken: open(idTokenKeyOf(secret), storedBytes(idToken), idTokenContext(_id)).toString("utf8"),
    }),
  };
}

/**
 * When the member last showed who they are, in this session. A provider may sign in silently, by a session of its own:
 * there its `auth_time` counts, and without that nothing does.
 */
export function authenticationTime({
  way,
  createdAt,
  authenticatedAt,
}: Pick<SessionRecord, "way" | "createdAt" | "authenticatedAt">): Date | null {
  if (way !== "provider") return createdAt;
  if (!authenticatedAt) return null;
  return authenticatedAt < createdAt ? authenticatedAt : createdAt;
}

type StoredSession = { session: SessionRecord; user: UserRecord };

const sessionCache = new CommitCache<StoredSession>(["sessions", "users"], 500);

/** A session and whose it is, as they are stored. */
function findSession(secret: string): Promise<StoredSession | null> {
  const id = hashToken(secret);
  return sessionCache.get(id, async () => {
    const [, owner] = /\.([0-9a-z]{1,9})$/.exec(secret) ?? [];
    if (!owner) return null;
    const [session, user] = await Promise.all([
      SessionModel.findById(id).lean(),
      UserModel.findById(parseInt(owner, 36)).lean(),
    ]);
    // One that was made up may have another's name in it.
    return session && user?._id === session.userId ? { session, user } : null;
  });
}

/** A session that is not over, locked or not, of an account that may be used. */
export async function activeSession(secret: string): Promise<StoredSession | null> {
  const found = await findSession(secret);
  if (!found) return null;
  const { session, user } = found;
  const isOver =
    expiryOf(session) <= now() || user.securityStamp !== session.securityStamp || user.status !== "active";
  return isOver ? null : found;
}

/** Whether it waits for the password of its person. */
export const isLocked = (session: SessionRecord): boolean => isLockDue(session, lastUseOf(session), now());

/** For good, and without the keys of a sealed journal, which the password opens again. */
export async function lockSession(id: string): Promise<void> {
  await SessionModel.updateOne(
    { _id: id, lockedAt: { $exists: false } },
    { $set: { lockedAt: now() }, $unset: { keys: true } },
  );
}

/** Whose session begins; of someone whose journal is sealed with its keys, which the session then carries. */
export type SessionOwner = Pick<UserRecord, "_id" | "securityStamp"> & { keys?: Buffer | null };

/** From the cookie's secret, by another way than its hash: what is stored does not lead to it. */
const sessionKeyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-keys");
const sessionKeyContext = (id: string) => `sessions|${id}|keys|1`;

/** What a session keeps of its person's keys: nothing, unless only they can open their journal. */
export function sessionKeyFields(secret: string, id: string, { keys }: SessionOwner): { keys?: Buffer } {
  return keys ? { keys: seal(sessionKeyOf(secret), keys, sessionKeyContext(id)) } : {};
}

/**
 * How a session opens the journal of its person. Null where it cannot: the journal was sealed and this session was not
 * begun with the password, so it is over.
 */
export function sessionKeys(
  secret: string,
  { _id, keys }: Pick<SessionRecord, "_id" | "keys">,
  { sealing }: Pick<UserRecord, "sealing">,
): (() => Buffer) | null {
  if (sealing && !keys) return null;
  return () => open(sessionKeyOf(secret), storedBytes(keys), sessionKeyContext(_id));
}

/**
 * Written with each change that no backup may bring back: of how someone signs in, of who opens their journal, of whether the
 * account goes on. By this moment it is noted beside the backups.
 */
export const securityChangeFields = () => ({ securedAt: now() });

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
    through?: SignInOrigin;
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
    ...sessionKeyFields(secret, _id, user),
    ...originFields(secret, _id, options.through),
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
const MAX_SESSIONS = 20;

/** The one that has just begun stays, also where others are of a time when the server's clock was ahead. */
async function endOldest(userId: number, begun: string): Promise<void> {
  const surplus = await SessionModel.find({ userId, _id: { $ne: begun } })
    .sort({ createdAt: -1 })
    .skip(MAX_SESSIONS - 1)
    .select({ _id: 1 })
    .lean();
  if (surplus.length > 0) await SessionModel.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** What is told of each visit: whose it is, their record as it was read, and the session's id. */
export type OnVisit = (member: Member, user: UserRecord, sessionId: string) => void;

/** The person whose session this is, or null when it is unknown, over or locked, or the account may not be used. */
export async function memberOfSession(secret: string, onVisit?: OnVisit): Promise<Member | null> {
  const found = await activeSession(secret);
  if (!found) return null;
  const { session, user } = found;
  if (isLocked(session)) {
    if (!session.lockedAt) await lockSession(session._id);
    return null;
  }
  const keys = sessionKeys(secret, session, user);
  if (!keys) return null;
  bufferUse(session, user, now());
  await publishUse(session, now());
  const { lockAfter = null } = session;
  const member = { ...memberFrom(user, keys), provenAt: authenticationTime(session), lockAfter };
  onVisit?.(member, user, session._id);
  return member;
}

/** Whether this session may still enter the administrators' area. Keeps it open where `isUse`. */
export async function isAdminOpen(secret: string, isUse: boolean): Promise<boolean> {
  const at = now();
  const { session } = (await findSession(secret)) ?? {};
  if (!session || hasPassed(adminAccessEnd(session), at, ADMIN_IDLE_MS)) return false;
  if (isUse) extendAdminAccess(session._id, at);
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
