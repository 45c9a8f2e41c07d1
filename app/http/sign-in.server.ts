import { redirect } from "@remix-run/node";
import { JOURNAL_STAYS } from "~/domain/accounts/deletion/deletion";
import type { SessionOwner } from "~/domain/identity/sessions.server";
import type { SignInOrigin } from "~/domain/identity/sign-in-origin.server";
import { LOGIN_TEXTS } from "~/domain/identity/texts";
import {
  decodePendingSignIn,
  encodePendingSignIn,
  type PendingSignIn,
} from "~/domain/identity/two-step.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { claimAnonymousPrayerCookie } from "./anonymous-prayer-cookie.server";
import {
  lastLoginEmailCookie,
  pendingSignInCookie,
  readCookie,
  rememberSessionCookie,
} from "./cookies.server";
import { rememberDevice } from "./known-device.server";
import { startBrowserSession } from "./session.server";
import { redirectWithToast } from "./toast.server";

/** Whether the last sign-in in this browser asked to be remembered. */
export async function isRemembered(request: Request): Promise<boolean> {
  return (await readCookie(rememberSessionCookie, request)) === "yes";
}

/** The cookies that prefill the next sign-in form; without "Remember me" they are cleared. */
async function rememberSignIn(email: string, remember: boolean): Promise<string[]> {
  const forget = { maxAge: 0 };
  return Promise.all([
    lastLoginEmailCookie.serialize(remember ? email : "", remember ? undefined : forget),
    rememberSessionCookie.serialize(remember ? "yes" : "", remember ? undefined : forget),
  ]);
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
  through?: SignInOrigin;
};

/** Completes a sign-in: a fresh session, this browser known to the account, and what the form shows next time. */
export async function completeSignIn(
  request: Request,
  { user, email, remember, redirectTo, isLeaving, isKept, through }: SignedIn,
): Promise<Response> {
  const headers = new Headers();
  if (isLeaving) {
    headers.append("Set-Cookie", await startBrowserSession(request, user, false, through));
    headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
    return redirect(paths.leaving(), { headers });
  }
  headers.append("Set-Cookie", await startBrowserSession(request, user, remember, through));
  headers.append("Set-Cookie", await rememberDevice(request, email));
  for (const cookie of await claimAnonymousPrayerCookie(request, user._id))
    headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
  for (const cookie of await rememberSignIn(email, remember)) headers.append("Set-Cookie", cookie);
  const said = isKept ? JOURNAL_STAYS : ({ ...LOGIN_TEXTS.success, tone: "success" } as const);
  return redirectWithToast(redirectTo, said, { headers });
}

/**
 * Stores the pending sign-in in a cookie for five minutes and redirects to its second step: the code, or the password of a
 * sealed journal after a sign-in without a password.
 */
export async function startSecondStep(
  { user, email, remember, redirectTo, isKept, through }: Omit<SignedIn, "isLeaving">,
  asks?: PendingSignIn["asks"],
): Promise<Response> {
  const pending = await encodePendingSignIn({
    userId: user._id,
    email,
    securityStamp: user.securityStamp,
    keys: user.keys,
    remember,
    redirectTo,
    isKept,
    asks,
    // The id token would make the cookie too large for some browsers. The second step counts as the authentication, also
    // after a silent sign-in at the provider.
    through: through && { ...through, idToken: undefined, authenticatedAt: now().getTime() },
  });
  return redirect(asks ? paths.journalPassword() : paths.signInCode(), {
    headers: { "Set-Cookie": await pendingSignInCookie.serialize(pending) },
  });
}

/** The pending sign-in of this browser when its second step asks for `asks`; null otherwise. */
export async function pendingSignIn(
  request: Request,
  asks?: PendingSignIn["asks"],
): Promise<PendingSignIn | null> {
  const text: unknown = await pendingSignInCookie.parse(request.headers.get("Cookie")).catch(() => null);
  const pending = typeof text === "string" ? await decodePendingSignIn(text) : null;
  return pending?.asks === asks ? pending : null;
}
