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
import { recordLegacyUse } from "./legacy-use.server";
import { ADMIN_IDLE_MS, isLockDue, sessionEnd, sessionExpiry, type LockMinutes } from "./session-policy";
import {
  adminAccessEnd,
  bufferUse,
  expiryOf,
  extendAdminAccess,
  lastUseOf,
  recordUseImmediately,
  undoLegacySteps,
} from "./session-use.server";

/**
 * Origin of a session that began without a password. `session` is the provider's session id, `idToken` its token for the
 * logout there, `authenticatedAt` its `auth_time` in milliseconds.
 */
export type SignInOrigin = {
  way: SignInMethod;
  session?: string;
  idToken?: string;
  authenticatedAt?: number;
};

const idTokenKeyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-id-token");
const idTokenContext = (id: string) => `sessions|${id}|idToken|1`;
/** A longer token is not stored; the provider's logout works without it but may ask for confirmation. */
const MAX_ID_TOKEN_LENGTH = 8192;

/** Stored form of the provider's session id, for back-channel logout. */
export const providerSessionHash = (session: string): string => hashToken(`provider session|${session}`);

type OriginFields = Pick<SessionRecord, "way" | "providerSession" | "idToken" | "authenticatedAt">;

export function originFields(secret: string, id: string, origin: SignInOrigin | undefined): OriginFields {
  if (!origin) return {};
  const { way, session, idToken, authenticatedAt } = origin;
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

/** Null if the session began with a password or does not exist. */
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
 * Time of the last authentication in this session. A provider may sign in silently, so its `auth_time` counts; null without one.
 */
function authenticationTime({
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

/** Reads session and user at once, because the secret ends with the user id. */
function findSession(secret: string): Promise<StoredSession | null> {
  const id = hashToken(secret);
  return sessionCache.get(id, async () => {
    const [, userId] = /\.([0-9a-z]{1,9})$/.exec(secret) ?? [];
    if (!userId) return null;
    const [session, user] = await Promise.all([
      SessionModel.findById(id).lean(),
      UserModel.findById(parseInt(userId, 36)).lean(),
    ]);
    // A forged secret could name another user.
    return session && user?._id === session.userId ? { session, user } : null;
  });
}

/** The session, locked or not, unless it has expired or its account is not active. */
export async function activeSession(secret: string): Promise<StoredSession | null> {
  const found = await findSession(secret);
  if (!found) return null;
  const { session, user } = found;
  const isEnded =
    expiryOf(session) <= now() || user.securityStamp !== session.securityStamp || user.status !== "active";
  return isEnded ? null : found;
}

export const isLocked = (session: SessionRecord): boolean => isLockDue(session, lastUseOf(session), now());

/** Locks permanently and deletes the keys of a sealed journal from the session; unlocking starts a new session. */
export async function lockSession(id: string): Promise<void> {
  await SessionModel.updateOne(
    { _id: id, lockedAt: { $exists: false } },
    { $set: { lockedAt: now() }, $unset: { keys: true } },
  );
}

/** User of a new session, with the packed keys if the journal is sealed. */
export type SessionOwner = Pick<UserRecord, "_id" | "securityStamp"> & { keys?: Buffer | null };

/** Derived from the cookie's secret; the database has only its hash. */
const sessionKeyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-keys");
const sessionKeyContext = (id: string) => `sessions|${id}|keys|1`;

/** The encrypted keys of a sealed journal, for the session's record. */
export function sessionKeyFields(secret: string, id: string, { keys }: SessionOwner): { keys?: Buffer } {
  return keys ? { keys: seal(sessionKeyOf(secret), keys, sessionKeyContext(id)) } : {};
}

/**
 * Returns a function that decrypts the packed keys. Null if the journal is sealed and the session has no keys: it began before
 * the sealing and is no longer valid.
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
 * Fields to set with every change that a restored backup must not undo: of sign-in, of access to the journal, of the account's
 * existence. The backup sidecar selects changed accounts by `securedAt`.
 */
export const securityChangeFields = () => ({ securedAt: now() });

/** A new session. `secret` goes into the cookie; only its hash is stored. */
export type StartedSession = { secret: string; endsAt: Date; remember: boolean };

/** A random token, a dot, and the user id in base 36, so that session and user can be read concurrently. */
export const newSessionSecret = (userId: number): string => `${randomToken()}.${userId.toString(36)}`;

/** `device` is a description such as "Firefox on Linux", `network` the client's subnet. */
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
  // After a silent sign-in at the provider, administration access counts from the authentication there.
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
  await recordLegacyUse(user._id, at);
  const details = options.through && { way: options.through.way };
  await audit({ kind: "sign_in.succeeded", actorId: user._id, subjectId: user._id, details });
  return { secret, endsAt, remember: options.remember };
}

/** Sessions per user; one more ends the oldest. */
const MAX_SESSIONS = 20;

/** Never ends the new session, even if a fast clock has given others a later `createdAt`. */
async function endOldest(userId: number, newId: string): Promise<void> {
  const surplus = await SessionModel.find({ userId, _id: { $ne: newId } })
    .sort({ createdAt: -1 })
    .skip(MAX_SESSIONS - 1)
    .select({ _id: 1 })
    .lean();
  if (surplus.length > 0) await SessionModel.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** Called for each request of a session. */
type OnVisit = (member: Member, user: UserRecord, sessionId: string) => void;

/** The session's member; null if the session is unknown, ended or locked, or the account is not active. */
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
  await recordUseImmediately(session, now());
  await undoLegacySteps(user, now());
  const { lockAfter = null } = session;
  const member = { ...memberFrom(user, keys), provenAt: authenticationTime(session), lockAfter };
  onVisit?.(member, user, session._id);
  return member;
}

/** Whether the session has administration access. `isUse` extends it. */
export async function isAdminOpen(secret: string, isUse: boolean): Promise<boolean> {
  const at = now();
  const { session } = (await findSession(secret)) ?? {};
  if (!session || hasPassed(adminAccessEnd(session), at, ADMIN_IDLE_MS)) return false;
  if (isUse) extendAdminAccess(session._id, at);
  return true;
}

export async function endSession(secret: string): Promise<void> {
  await SessionModel.deleteOne({ _id: hashToken(secret) });
}

export async function signOut(secret: string): Promise<void> {
  const session = await SessionModel.findOneAndDelete({ _id: hashToken(secret) }).lean();
  if (session) await audit({ kind: "sign_out", actorId: session.userId, subjectId: session.userId });
}
