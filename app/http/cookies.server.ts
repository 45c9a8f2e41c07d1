import { createCookie, createCookieSessionStorage, redirect } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { emailKey } from "~/domain/identity/account-fields";
import { KNOWN_DEVICE_DAYS, MAX_KNOWN_ACCOUNTS } from "~/domain/identity/session-policy";
import * as paths from "~/paths";
import { isHttps } from "~/platform/env.server";
import { responseSession } from "~/platform/request-context.server";
import { cookieSecrets, randomToken, sign } from "~/platform/signing.server";
import { clientNetwork } from "./client-address.server";

/**
 * `__Host-` binds a cookie to this host and to https; text browsers on plain http store neither it nor a `Secure` cookie. The
 * cookie page describes every cookie (domain/accounts/support/cookies.ts).
 */
const named = (name: string) => (isHttps ? `__Host-${name}` : name);
const base = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
const DAY = 24 * 60 * 60;

/** The signed-in session: an opaque secret and the account. It has a Max-Age only with "Remember me". */
export const sessionCookie = createCookie(named("sid"), base);
/** Binds the tokens of public forms to this browser before sign-in. */
export const visitorCookie = createCookie(named("visitor"), base);
/** Opens the form that was deferred until sign-in. */
export const deferredFormCookie = createCookie(named("held"), base);
const signed = { ...base, secrets: cookieSecrets, maxAge: 180 * DAY };

/** The account that was registered in this browser: its emailed link signs in here, and only verifies elsewhere. */
export const registeredCookie = createCookie(named("registered"), { ...signed, maxAge: DAY });
/** Opens the prayer that was written before registration. */
export const anonymousPrayerCookie = createCookie(named("prayer"), base);
/** Between the password and the code of a two-step sign-in. */
export const pendingSignInCookie = createCookie(named("pending"), { ...base, maxAge: 5 * 60 });
/** The state of an OIDC authorization flow (oidc-flow.server.ts). */
export const oidcStateCookie = createCookie(named("trip"), { ...base, maxAge: 15 * 60 });
/** Minutes without use after which the sessions of this browser lock. */
export const lockCookie = createCookie(named("lock"), signed);
/** Prefills the next sign-in form. */
export const lastLoginEmailCookie = createCookie(named("lastLoginEmail"), signed);
export const rememberSessionCookie = createCookie(named("rememberSession"), signed);
/** The accounts that have signed in from this browser. */
const knownDeviceCookie = createCookie(named("dev"), { ...signed, maxAge: KNOWN_DEVICE_DAYS * DAY });

const linkSecret = { ...base, maxAge: 30 * 60 };
const linkCookies = {
  verify: createCookie(named("link-verify"), linkSecret),
  reset: createCookie(named("link-reset"), linkSecret),
  email: createCookie(named("link-email"), linkSecret),
  methods: createCookie(named("link-methods"), linkSecret),
};

const TOAST_COOKIE = named("toast");
export const toastStorage = createCookieSessionStorage({
  cookie: { name: TOAST_COOKIE, ...base, secrets: cookieSecrets },
});

/** The landing page variant of this browser. Signed; contains nothing about its owner. */
export const abCookie = createCookie(named("ab"), signed);

/**
 * Plain text, because other programs set and read it too. It ends with the browser session, so that the browser does not
 * stay in the demo.
 */
const DEMO_ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
export const demoModeCookie = {
  isOn: (request: Request) => /(?:^|;\s*)demo_mode=true(?:;|$)/.test(request.headers.get("Cookie") ?? ""),
  on: `demo_mode=true; ${DEMO_ATTRIBUTES}`,
  off: `demo_mode=; Max-Age=0; ${DEMO_ATTRIBUTES}`,
};

/** The parts of a request that identify its browser. */
export type CookieRequest = Pick<Request, "method" | "headers">;

/** Reads a cookie. An empty, unreadable or too long value counts as absent. */
export async function readCookie(
  cookie: ReturnType<typeof createCookie>,
  request: CookieRequest,
  maxLength = 512,
): Promise<string | undefined> {
  try {
    const value: unknown = await cookie.parse(request.headers.get("Cookie"));
    return typeof value === "string" && value !== "" && value.length <= maxLength ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The secret of this browser's session, from its cookie or from the session that this response starts. */
export async function sessionSecret(request: CookieRequest): Promise<string | undefined> {
  const issued = responseSession();
  return issued === undefined ? readCookie(sessionCookie, request) : issued || undefined;
}

/** The secret that opens this browser's deferred form. */
export function deferredFormSecret(request: Request): Promise<string | undefined> {
  return readCookie(deferredFormCookie, request);
}

/** @returns the cookie that clears the secret */
export function clearDeferredForm(): Promise<string> {
  return deferredFormCookie.serialize("", { maxAge: 0 });
}

/**
 * Emailed links: their secret is moved from the URL into a short-lived cookie, so that it appears in no history, log or
 * Referer.
 */
type LinkPurpose = keyof typeof linkCookies;

export function storeLinkSecret(purpose: LinkPurpose, secret: string): Promise<string> {
  return linkCookies[purpose].serialize(secret.slice(0, 200));
}

export function readLinkSecret(purpose: LinkPurpose, request: Request): Promise<string | undefined> {
  return readCookie(linkCookies[purpose], request);
}

export function clearLinkSecret(purpose: LinkPurpose): Promise<string> {
  return linkCookies[purpose].serialize("", { maxAge: 0 });
}

/**
 * Lockouts count failures in a known device separately, so that attempts of others, from the same network or elsewhere,
 * cannot lock out the owner of the account.
 */
type KnownDevice = { device: string; accounts: string[] };

const accountFingerprint = (email: string) => sign("known-device", emailKey(email)).slice(0, 16);

async function readKnownDevice(request: Request): Promise<KnownDevice | undefined> {
  const value: unknown = await knownDeviceCookie.parse(request.headers.get("Cookie")).catch(() => null);
  if (typeof value !== "object" || value === null || !("device" in value) || !("accounts" in value))
    return undefined;
  return Array.isArray(value.accounts) && typeof value.device === "string"
    ? (value as KnownDevice)
    : undefined;
}

/** The id of this browser if it is known to the account. */
async function knownDeviceId(request: Request, email: string): Promise<string | undefined> {
  const known = await readKnownDevice(request);
  return known?.accounts.includes(accountFingerprint(email)) ? known.device : undefined;
}

/** Whether this browser is known to any account. */
export async function isKnownDevice(request: Request): Promise<boolean> {
  return (await readKnownDevice(request)) !== undefined;
}

/** Lockouts count a client by its network, or by its browser if the account knows it. */
export async function signInClient(
  request: Request,
  email: string,
): Promise<{ network: string; device?: string }> {
  return { network: clientNetwork(request), device: await knownDeviceId(request, email) };
}

/** The cookie that makes this browser known to the account from now on. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const known = await readKnownDevice(request);
  const fingerprint = accountFingerprint(email);
  const others = (known?.accounts ?? []).filter((other) => other !== fingerprint);
  const accounts = [fingerprint, ...others].slice(0, MAX_KNOWN_ACCOUNTS);
  return knownDeviceCookie.serialize({ device: known?.device ?? randomToken(16), accounts });
}

/** One short message that survives a redirect, in its own signed cookie. */
const toasts = createToastUtilsWithCustomSession(toastStorage);

export type Toast = { title: string; text?: string; tone: "info" | "success" | "error" };

/** Shortens a message, because Remix throws for a cookie of more than 4,096 bytes and the redirect would fail. */
const clamp = (text: string) => (text.length > 600 ? `${text.slice(0, 599)}…` : text);

/** Redirects to `url`, whose page shows the toast. */
export async function redirectWithToast(
  url: string,
  toast: Toast,
  init: ResponseInit = {},
): Promise<Response> {
  return toasts.redirectWithToast(
    url,
    {
      message: clamp(toast.title),
      description: toast.text === undefined ? undefined : clamp(toast.text),
      type: toast.tone,
    },
    init,
  );
}

const FINISHED = "finished";

/** Redirects to the page of an entry that was just finished, which shows its ending once. */
export async function redirectToEnding(entryId: string): Promise<Response> {
  const session = await toastStorage.getSession();
  session.flash(FINISHED, entryId);
  return redirect(paths.entry(entryId), {
    headers: { "Set-Cookie": await toastStorage.commitSession(session) },
  });
}

/** Whether the entry was finished by the previous request of this browser. `consumeToast` clears the mark. */
export async function isJustFinished(request: Request, entryId: string): Promise<boolean> {
  const session = await toastStorage.getSession(request.headers.get("Cookie"));
  return session.get(FINISHED) === entryId;
}

/** The pending toast of this page, and the header that clears its cookie. */
export async function consumeToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  if (!request.headers.get("Cookie")?.includes(`${TOAST_COOKIE}=`))
    return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // The cookie is deleted: an empty one would be sent with every request, and read and signed again for each page.
  const headers = new Headers({
    "Set-Cookie": await toastStorage.destroySession(await toastStorage.getSession()),
  });
  if (!toast) return { toast: null, headers };
  const tone = toast.type === "warning" ? "info" : toast.type;
  return { toast: { title: toast.message, text: toast.description, tone }, headers };
}
