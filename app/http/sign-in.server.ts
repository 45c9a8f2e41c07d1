import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { JOURNAL_RESET_CANCELLED, PENDING_DELETION_MESSAGE } from "~/domain/accounts/deletion/deletion";
import { LoginCallSchema } from "~/domain/accounts/schema";
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
  const said = isKept ? JOURNAL_RESET_CANCELLED : ({ ...LOGIN_TEXTS.success, tone: "success" } as const);
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

/**
 * Checks credentials through remix-auth's form strategy. Sessions, lockouts and messages are ours: the strategy answers
 * with the use-case's result and never throws for a refusal.
 */
const authenticator = new Authenticator<SignInResult>();

export type SignInForm = "login" | "admin-login";

function strategyFor(door: SignInForm) {
  return new FormStrategy<SignInResult>(async ({ form, request }) => {
    const input = { email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") };
    return signIn(input, {
      ...(await signInClient(request, input.email)),
      administratorsOnly: door === "admin-login",
      // Where no passwords are taken, one still opens the house for the first administrator.
      firstOnly: env.OIDC_ONLY,
    });
  });
}
authenticator.use(strategyFor("login"), "login");
authenticator.use(strategyFor("admin-login"), "admin-login");

/** Runs a strategy on values that a schema has checked; the original body has been read already. */
export function authenticate(
  request: Request,
  { email, password }: SignInInput,
  door: SignInForm = "login",
): Promise<SignInResult> {
  const headers = new Headers();
  for (const name of [CLIENT_ADDRESS_HEADER, "Cookie"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const body = new URLSearchParams({ email, password });
  return authenticator.authenticate(door, new Request(request.url, { method: "POST", headers, body }));
}

/** Both JSON doors of signing in: the same strategy, lockouts and second step as the forms. */
export async function signInByJson(args: ActionFunctionArgs, door: SignInForm): Promise<Response> {
  const { request } = args;
  const input = await readJson(args, "POST", LoginCallSchema);
  const off = door === "login" ? passwordsDisabledNotice() : null;
  if (off) return jsonError(403, off.text);
  const result = await authenticate(request, input, door);
  if (!result.ok) {
    if (result.code === "locked") return locked(result.seconds);
    if (result.code === "not_yet") return jsonError(401, LOGIN_TEXTS.failed.text);
    return result.code === "wrong"
      ? jsonError(401, LOGIN_TEXTS.failed.text)
      : jsonError(403, LOGIN_TEXTS.unverifiedMessage);
  }
  const { user, publicUser, needsCode, isLeaving } = result;
  if (isLeaving) return jsonError(403, PENDING_DELETION_MESSAGE);
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
        ? locked(second.seconds)
        : jsonError(401, CODE_TEXTS.wrong, { code: [CODE_TEXTS.wrong] });
    }
  }
  const headers = new Headers();
  headers.append("Set-Cookie", await startBrowserSession(request, user, input.rememberMe));
  headers.append("Set-Cookie", await rememberDevice(request, input.email));
  return jsonOk(publicUser, 200, headers);
}

function locked(seconds: number): Response {
  const { title, text } = loginLockedNotice(seconds);
  return jsonError(429, `${title}. ${text}`, undefined, { "Retry-After": String(seconds) });
}
