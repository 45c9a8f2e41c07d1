import {
  lockedSession,
  pendingDeletionOfSession,
  unlockSession,
  type LockedSession,
  type PendingDeletion,
} from "~/domain/identity/session-lock.server";
import { parseLockMinutes } from "~/domain/identity/session-policy";
import {
  endSession,
  isAdminOpen,
  memberOfSession,
  signOut,
  startSession,
  type SessionOwner,
  type SignInOrigin,
  type StartedSession,
} from "~/domain/identity/sessions.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { runOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { now } from "~/platform/clock";
import {
  oncePerRequest,
  requestContext,
  setLocale,
  setResponseSession,
} from "~/platform/request-context.server";
import { clientSubnet, deviceName } from "./client-address.server";
import { lockCookie, readCookie, sessionCookie, sessionSecret } from "./cookies.server";

/** The signed-in member, looked up once for all loaders of a request. */
export function currentMember(request: Request): Promise<Member | null> {
  return oncePerRequest("member", async () => {
    const secret = await sessionSecret(request);
    const member = secret ? await memberOfSession(secret, runOnVisitTasks) : null;
    if (member) setLocale(member.locale);
    return member;
  });
}

/** The member that a loader of this request has already looked up; null otherwise. */
export async function cachedMember(): Promise<Member | null> {
  const lookup = requestContext.getStore()?.memo.get("member") as Promise<Member | null> | undefined;
  return (await lookup?.catch(() => null)) ?? null;
}

/** Starts a session for this browser and ends its previous one. Returns the cookie to set. */
export async function startBrowserSession(
  request: Request,
  user: SessionOwner,
  remember: boolean,
  through?: SignInOrigin,
): Promise<string> {
  const previous = await sessionSecret(request);
  const session = await startSession(user, {
    remember,
    device: deviceName(request.headers.get("User-Agent") ?? ""),
    network: clientSubnet(request),
    through,
    lockAfter: parseLockMinutes(await readCookie(lockCookie, request)),
  });
  if (previous) await endSession(previous);
  return cookieFor(session);
}

function cookieFor({ secret, endsAt, remember }: StartedSession): Promise<string> {
  setResponseSession(secret);
  const maxAge = remember ? Math.floor((endsAt.getTime() - now().getTime()) / 1000) : undefined;
  return sessionCookie.serialize(secret, maxAge === undefined ? undefined : { maxAge });
}

/** The locked session of this browser; null without one. */
export function currentLockedSession(request: Request): Promise<LockedSession | null> {
  return oncePerRequest("lockedSession", async () => {
    const secret = await sessionSecret(request);
    return secret ? lockedSession(secret) : null;
  });
}

/** Unlocks the session of this browser. Returns the cookie to set; null when the session has ended. */
export async function unlockBrowser(request: Request, user: SessionOwner): Promise<string | null> {
  const secret = await sessionSecret(request);
  const session = secret ? await unlockSession(secret, user) : null;
  return session && cookieFor(session);
}

/** Whether the administrators' area is open to this session. `isUse` restarts its idle timeout. */
export function isAdministrationOpen(request: Request, isUse: boolean): Promise<boolean> {
  return oncePerRequest(`administration ${isUse}`, async () => {
    const secret = await sessionSecret(request);
    return secret !== undefined && isAdminOpen(secret, isUse);
  });
}

/** Ends this browser's session on the server. Returns the cookie that clears it. */
export async function signOutBrowser(request: Request): Promise<string> {
  const secret = await sessionSecret(request);
  if (secret) await signOut(secret);
  return clearSessionCookie();
}

function clearSessionCookie(): Promise<string> {
  setResponseSession("");
  return sessionCookie.serialize("", { maxAge: 0 });
}

/**
 * Signs out even when the database is unavailable or the disk is full. The browser then only loses its cookie, and the session
 * on the server ends when it expires (`isEnded` false).
 */
export async function signOutBestEffort(request: Request): Promise<{ cookie: string; isEnded: boolean }> {
  try {
    return { cookie: await signOutBrowser(request), isEnded: true };
  } catch (error) {
    if (!failureOf(error)) throw error;
    return { cookie: await clearSessionCookie(), isEnded: false };
  }
}

/** The pending deletion of the account that this browser is signed in to. */
export function currentPendingDeletion(request: Request): Promise<PendingDeletion | null> {
  return oncePerRequest("pendingDeletion", async () => {
    const secret = await sessionSecret(request);
    return secret ? pendingDeletionOfSession(secret) : null;
  });
}
