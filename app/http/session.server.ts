import { redirect } from "@remix-run/node";
import * as addresses from "~/addresses";
import {
  pendingDeletionOfSession,
  type PendingDeletion,
} from "~/domain/accounts/ending/delete-account.server";
import { JOURNAL_STAYS } from "~/domain/accounts/ending/new-beginning";
import { lockMinutes } from "~/domain/identity/sessions/lock-after";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import {
  lockedSession,
  unlockSession,
  type LockedSession,
} from "~/domain/identity/sessions/session-lock.server";
import type { Through } from "~/domain/identity/sessions/session-through.server";
import {
  endSession,
  isAdminOpen,
  memberOfSession,
  signOut,
  startSession,
  type OnVisit,
  type StartedSession,
} from "~/domain/identity/sessions/sessions.server";
import {
  packPending,
  unpackPending,
  type PendingSignIn,
} from "~/domain/identity/sign-in/pending-sign-in.server";
import { LOGIN_TEXTS } from "~/domain/identity/texts";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { isOurSession } from "~/domain/operations/saved-posts.server";
import { IMPORT_VISIT_WORK } from "~/domain/portability/continue-imports.server";
import { workOnVisit } from "~/domain/sealing/on-visit.server";
import { now } from "~/platform/clock";
import { giveSession, oncePerRequest, requestContext, writeFor } from "~/platform/request-context.server";
import { clientSubnet } from "./client-address.server";
import {
  lastLoginEmailCookie,
  lockCookie,
  pendingSignInCookie,
  readCookie,
  rememberSessionCookie,
  sessionCookie,
  sessionSecret,
} from "./cookies.server";
import { deviceName } from "./device-name";
import { keepWhatWasHeld } from "./held-prayer.server";
import { isKnownDevice, rememberDevice } from "./known-device.server";
import { redirectWithToast } from "./toast.server";

const beginVisitWork: OnVisit = (member, user, sessionId) =>
  workOnVisit(member, user, sessionId, [IMPORT_VISIT_WORK]);

/** The signed-in person of a request, looked up once however many loaders ask. */
export function currentMember(request: Request): Promise<Member | null> {
  return oncePerRequest("member", async () => {
    const secret = await sessionSecret(request);
    const member = secret ? await memberOfSession(secret, beginVisitWork) : null;
    if (member) writeFor(member.locale);
    return member;
  });
}

/** The member whom a loader of this request has found already, without a question to the database. */
export async function knownMember(): Promise<Member | null> {
  const known = requestContext.getStore()?.memo.get("member") as Promise<Member | null> | undefined;
  return (await known?.catch(() => null)) ?? null;
}

/** Starts a session for this browser and ends the one it had. Returns the cookie to set. */
export async function signInBrowser(
  request: Request,
  user: SessionOwner,
  remember: boolean,
  through?: Through,
): Promise<string> {
  const previous = await sessionSecret(request);
  const session = await startSession(user, {
    remember,
    device: deviceName(request.headers.get("User-Agent") ?? ""),
    network: clientSubnet(request),
    through,
    lockAfter: lockMinutes(await readCookie(lockCookie, request)),
  });
  if (previous) await endSession(previous);
  return cookieFor(session);
}

function cookieFor({ secret, endsAt, remember }: StartedSession): Promise<string> {
  giveSession(secret);
  const maxAge = remember ? Math.floor((endsAt.getTime() - now().getTime()) / 1000) : undefined;
  return sessionCookie.serialize(secret, maxAge === undefined ? undefined : { maxAge });
}

/** Whose session waits in this browser for its password; null where it is open, or there is none. */
export function currentLockedSession(request: Request): Promise<LockedSession | null> {
  return oncePerRequest("lockedSession", async () => {
    const secret = await sessionSecret(request);
    return secret ? lockedSession(secret) : null;
  });
}

/** Opens this browser's locked session. Returns the cookie to set; null where that session is over by now. */
export async function unlockBrowser(request: Request, user: SessionOwner): Promise<string | null> {
  const secret = await sessionSecret(request);
  const session = secret ? await unlockSession(secret, user) : null;
  return session && cookieFor(session);
}

/** The secret of this browser's session, to tell it from the person's others. */
export function currentSessionSecret(request: Request): Promise<string | undefined> {
  return sessionSecret(request);
}

/** Whether someone has been signed in at this browser: a session that is over is still known, or its device is. */
export async function hasBeenSignedIn(request: Request): Promise<boolean> {
  if (await isKnownDevice(request)) return true;
  const secret = await sessionSecret(request);
  return secret !== undefined && isOurSession(secret);
}

/** Whether the administrators' area is open to this browser's session; a page of it asks with `isUse` and keeps it so. */
export function isAdministrationOpen(request: Request, isUse: boolean): Promise<boolean> {
  return oncePerRequest(`administration ${isUse}`, async () => {
    const secret = await sessionSecret(request);
    return secret !== undefined && isAdminOpen(secret, isUse);
  });
}

/** Whether the last sign-in in this browser asked to be remembered. */
export async function isRemembered(request: Request): Promise<boolean> {
  return (await readCookie(rememberSessionCookie, request)) === "yes";
}

/** Ends this browser's session on the server. Returns the cookie that clears it. */
export async function signOutBrowser(request: Request): Promise<string> {
  const secret = await sessionSecret(request);
  if (secret) await signOut(secret);
  return forgottenSession();
}

function forgottenSession(): Promise<string> {
  giveSession("");
  return sessionCookie.serialize("", { maxAge: 0 });
}

/**
 * The same where nobody may be kept signed in: with a full disk, or a database that is away, this browser forgets its session
 * all the same, and the session ends on the server when its time is over (`isEnded` false).
 */
export async function leaveBrowser(request: Request): Promise<{ cookie: string; isEnded: boolean }> {
  try {
    return { cookie: await signOutBrowser(request), isEnded: true };
  } catch (error) {
    if (!failureOf(error)) throw error;
    return { cookie: await forgottenSession(), isEnded: false };
  }
}

/** Cookies by which the sign-in form knows this browser next time; without "Remember me" they are taken away. */
async function rememberSignIn(email: string, remember: boolean): Promise<string[]> {
  const forget = { maxAge: 0 };
  return Promise.all([
    lastLoginEmailCookie.serialize(remember ? email : "", remember ? undefined : forget),
    rememberSessionCookie.serialize(remember ? "yes" : "", remember ? undefined : forget),
  ]);
}

/** Someone who has signed in to an account that is being deleted. */
export function currentPendingDeletion(request: Request): Promise<PendingDeletion | null> {
  return oncePerRequest("pendingDeletion", async () => {
    const secret = await sessionSecret(request);
    return secret ? pendingDeletionOfSession(secret) : null;
  });
}

type SignedIn = {
  user: SessionOwner;
  email: string;
  remember: boolean;
  /** The account is being deleted. */
  isLeaving: boolean;
  /** A path that `safeRedirect` has passed. */
  redirectTo: string;
  /** The password has kept a sealed journal that was to be destroyed. */
  isKept?: boolean;
  /** How they came, where it was not with a password. */
  through?: Through;
};

/** Completes a sign-in: a fresh session, this browser known to the account, and what the form shows next time. */
export async function completeSignIn(
  request: Request,
  { user, email, remember, redirectTo, isLeaving, isKept, through }: SignedIn,
): Promise<Response> {
  const headers = new Headers();
  if (isLeaving) {
    headers.append("Set-Cookie", await signInBrowser(request, user, false, through));
    headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
    return redirect(addresses.leaving(), { headers });
  }
  headers.append("Set-Cookie", await signInBrowser(request, user, remember, through));
  headers.append("Set-Cookie", await rememberDevice(request, email));
  for (const cookie of await keepWhatWasHeld(request, user._id)) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
  for (const cookie of await rememberSignIn(email, remember)) headers.append("Set-Cookie", cookie);
  const said = isKept ? JOURNAL_STAYS : ({ ...LOGIN_TEXTS.success, tone: "success" } as const);
  return redirectWithToast(redirectTo, said, { headers });
}

/**
 * Between the two steps: keeps who is signing in for five minutes, signed, and asks for the code, or for the password of
 * a sealed journal whose person came without it.
 */
export async function askForCode(
  { user, email, remember, redirectTo, isKept, through }: Omit<SignedIn, "isLeaving">,
  asks?: PendingSignIn["asks"],
): Promise<Response> {
  const pending = await packPending({
    userId: user._id,
    email,
    securityStamp: user.securityStamp,
    keys: user.keys,
    remember,
    redirectTo,
    isKept,
    asks,
    // With the id token the cookie would grow too large for some browsers. What is typed next shows who they are, also
    // where the provider asked nobody.
    through: through && { ...through, idToken: undefined, authenticatedAt: now().getTime() },
  });
  return redirect(asks ? addresses.journalPassword() : addresses.signInCode(), {
    headers: { "Set-Cookie": await pendingSignInCookie.serialize(pending) },
  });
}

/** Who is between the two steps of signing in, in this browser, and has still to type what is asked here. */
export async function pendingSignIn(
  request: Request,
  asks?: PendingSignIn["asks"],
): Promise<PendingSignIn | null> {
  const text: unknown = await pendingSignInCookie.parse(request.headers.get("Cookie")).catch(() => null);
  const pending = typeof text === "string" ? await unpackPending(text) : null;
  return pending?.asks === asks ? pending : null;
}
