import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { JOURNAL_RESET_CANCELLED, PENDING_DELETION_MESSAGE } from "~/domain/accounts/deletion/deletion";
import { LoginCallSchema } from "~/domain/accounts/schema";
import { FIRST_PRAYER_SAVED } from "~/domain/accounts/texts";
import type { SessionOwner, SignInOrigin } from "~/domain/identity/sessions.server";
import { signIn, type SignInInput, type SignInResult } from "~/domain/identity/sign-in.server";
import { CODE_TEXTS, LOGIN_TEXTS, loginLockedNotice } from "~/domain/identity/texts";
import {
  decodePendingSignIn,
  encodePendingSignIn,
  finishSecondStep,
  type PendingSignIn,
} from "~/domain/identity/two-step.server";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { claimAnonymousPrayerCookie } from "./anonymous-visitor.server";
import { jsonError, jsonOk, readJson } from "./api.server";
import { CLIENT_ADDRESS_HEADER } from "./client-address.server";
import {
  lastLoginEmailCookie,
  pendingSignInCookie,
  readCookie,
  redirectWithToast,
  rememberDevice,
  rememberSessionCookie,
  signInClient,
} from "./cookies.server";
import { startBrowserSession } from "./session.server";
import { passwordsDisabledNotice } from "./unlock.server";

/** Whether the last sign-in in this browser used "Remember me". */
export async function isRemembered(request: Request): Promise<boolean> {
  return (await readCookie(rememberSessionCookie, request)) === "yes";
}

/** The cookies that prefill the next sign-in form; without "Remember me" they are cleared. */
async function signInFormCookies(email: string, remember: boolean): Promise<string[]> {
  const clear = { maxAge: 0 };
  return Promise.all([
    lastLoginEmailCookie.serialize(remember ? email : "", remember ? undefined : clear),
    rememberSessionCookie.serialize(remember ? "yes" : "", remember ? undefined : clear),
  ]);
}

type SignedIn = {
  user: SessionOwner;
  email: string;
  remember: boolean;
  /** The account is being deleted. */
  isPendingDeletion: boolean;
  /** A result of `safeRedirect`. */
  redirectTo: string;
  /** The sign-in has cancelled the reset of a sealed journal. */
  isKept?: boolean;
  /** This sign-in has created the account, so no toast welcomes its owner back. */
  isNew?: boolean;
  /** Set unless the sign-in used a password. */
  through?: SignInOrigin;
};

/** Completes a sign-in: starts a session, makes this browser a known device, and prefills the next sign-in form. */
export async function completeSignIn(
  request: Request,
  { user, email, remember, redirectTo, isPendingDeletion, isKept, isNew, through }: SignedIn,
): Promise<Response> {
  const headers = new Headers();
  if (isPendingDeletion) {
    headers.append("Set-Cookie", await startBrowserSession(request, user, false, through));
    headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
    return redirect(paths.leaving(), { headers });
  }
  headers.append("Set-Cookie", await startBrowserSession(request, user, remember, through));
  headers.append("Set-Cookie", await rememberDevice(request, email));
  const claimed = await claimAnonymousPrayerCookie(request, user._id);
  if (claimed.cookie) headers.append("Set-Cookie", claimed.cookie);
  headers.append("Set-Cookie", await pendingSignInCookie.serialize("", { maxAge: 0 }));
  for (const cookie of await signInFormCookies(email, remember)) headers.append("Set-Cookie", cookie);
  if (isKept) return redirectWithToast(redirectTo, JOURNAL_RESET_CANCELLED, { headers });
  if (claimed.isSaved)
    return redirectWithToast(redirectTo, { title: FIRST_PRAYER_SAVED, tone: "success" }, { headers });
  if (isNew) return redirect(redirectTo, { headers });
  return redirectWithToast(redirectTo, { ...LOGIN_TEXTS.success, tone: "success" }, { headers });
}

/**
 * Stores the pending sign-in in a cookie for five minutes and redirects to its second step: the code, or the password of a
 * sealed journal after a sign-in without a password.
 */
export async function startSecondStep(
  { user, email, remember, redirectTo, isKept, through }: Omit<SignedIn, "isPendingDeletion">,
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

/**
 * Checks credentials with remix-auth's form strategy. The strategy returns the result of the use case and does not throw for
 * refused credentials; sessions and lockouts are ours.
 */
const authenticator = new Authenticator<SignInResult>();

type SignInForm = "login" | "admin-login";

function strategyFor(form: SignInForm) {
  return new FormStrategy<SignInResult>(async ({ form: fields, request }) => {
    const input = {
      email: String(fields.get("email") ?? ""),
      password: String(fields.get("password") ?? ""),
    };
    return signIn(input, {
      ...(await signInClient(request, input.email)),
      administratorsOnly: form === "admin-login",
      // With single sign-on only, the first administrator can still use a password.
      firstOnly: env.OIDC_ONLY,
    });
  });
}
authenticator.use(strategyFor("login"), "login");
authenticator.use(strategyFor("admin-login"), "admin-login");

/** Checks validated credentials. The strategy gets a request of its own, because the body has been read already. */
export function authenticate(
  request: Request,
  { email, password }: SignInInput,
  form: SignInForm = "login",
): Promise<SignInResult> {
  const headers = new Headers();
  for (const name of [CLIENT_ADDRESS_HEADER, "Cookie"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const body = new URLSearchParams({ email, password });
  return authenticator.authenticate(form, new Request(request.url, { method: "POST", headers, body }));
}

/** A sign-in by JSON, with the strategy, lockouts and second step of the forms. */
export async function signInByJson(args: ActionFunctionArgs, form: SignInForm): Promise<Response> {
  const { request } = args;
  const input = await readJson(args, "POST", LoginCallSchema);
  const disabled = form === "login" ? passwordsDisabledNotice() : null;
  if (disabled) return jsonError(403, disabled.text);
  const result = await authenticate(request, input, form);
  if (!result.ok) {
    if (result.code === "locked") return lockedResponse(result.seconds);
    return result.code === "wrong" || result.code === "not_yet"
      ? jsonError(401, LOGIN_TEXTS.failed.text)
      : jsonError(403, LOGIN_TEXTS.unverifiedMessage);
  }
  const { user, publicUser, needsCode, isPendingDeletion } = result;
  if (isPendingDeletion) return jsonError(403, PENDING_DELETION_MESSAGE);
  if (needsCode) {
    if (!input.code) return jsonError(401, CODE_TEXTS.required, { code: [CODE_TEXTS.required] });
    const pending = {
      userId: user._id,
      email: input.email,
      securityStamp: user.securityStamp,
      keys: user.keys,
      remember: input.rememberMe,
      redirectTo: "/",
    };
    const second = await finishSecondStep(pending, input.code, await signInClient(request, input.email));
    if (!second.ok) {
      return second.code === "locked"
        ? lockedResponse(second.seconds)
        : jsonError(401, CODE_TEXTS.wrong, { code: [CODE_TEXTS.wrong] });
    }
  }
  const headers = new Headers();
  headers.append("Set-Cookie", await startBrowserSession(request, user, input.rememberMe));
  headers.append("Set-Cookie", await rememberDevice(request, input.email));
  return jsonOk(publicUser, 200, headers);
}

function lockedResponse(seconds: number): Response {
  const { title, text } = loginLockedNotice(seconds);
  return jsonError(429, `${title}. ${text}`, undefined, { "Retry-After": String(seconds) });
}
