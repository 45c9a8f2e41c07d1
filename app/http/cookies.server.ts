import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { emailKey } from "~/domain/identity/account-fields";
import { KNOWN_DEVICE_DAYS, MAX_KNOWN_ACCOUNTS } from "~/domain/identity/session-policy";
import { isHttps } from "~/platform/env.server";
import { responseSession } from "~/platform/request-context.server";
import { cookieSecrets, randomToken, sign } from "~/platform/signing.server";
import { clientNetwork } from "./client-address.server";

/** Every cookie that is set. What each is for and how long it lasts is told to people in `domain/accounts/support/cookies.ts`. */

/** `__Host-` pins a cookie to this host and to https; text browsers on plain http keep neither it nor `Secure`. */
const named = (name: string) => (isHttps ? `__Host-${name}` : name);
const base = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
const DAY = 24 * 60 * 60;

/** The signed-in session: an opaque secret and whose it is. No Max-Age unless the person asked to be remembered. */
export const sessionCookie = createCookie(named("sid"), base);
/** Before sign-in: binds the tokens of public forms to this browser. */
export const visitorCookie = createCookie(named("visitor"), base);
/** Opens the text that was saved for someone who has to sign in again. */
export const deferredFormCookie = createCookie(named("held"), base);
/** The account that was registered in this browser: its mailed link signs in here, and verifies elsewhere. */
export const registeredCookie = createCookie(named("registered"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: DAY,
});
/** Opens the prayer that was written before there was an account. */
export const anonymousPrayerCookie = createCookie(named("prayer"), base);
/** Between the password and the code of a two-step sign-in. */
export const pendingSignInCookie = createCookie(named("pending"), { ...base, maxAge: 5 * 60 });
/** On the way to the provider of sign-ins and back: see oidc-flow.server.ts. */
export const oidcStateCookie = createCookie(named("trip"), { ...base, maxAge: 15 * 60 });
/** After how many minutes without use the sessions of this browser lock. */
export const lockCookie = createCookie(named("lock"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: 180 * DAY,
});
/** What the sign-in form shows next time. */
export const lastLoginEmailCookie = createCookie(named("lastLoginEmail"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: 180 * DAY,
});
export const rememberSessionCookie = createCookie(named("rememberSession"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: 180 * DAY,
});

/** In this browser someone has signed in before: see cookies.server.ts. */
export const knownDeviceCookie = createCookie(named("dev"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: KNOWN_DEVICE_DAYS * DAY,
});

/** The secret of an emailed link, out of the address: see cookies.server.ts. */
const linkSecret = { ...base, maxAge: 30 * 60 };
export const linkCookies = {
  verify: createCookie(named("link-verify"), linkSecret),
  reset: createCookie(named("link-reset"), linkSecret),
  email: createCookie(named("link-email"), linkSecret),
  methods: createCookie(named("link-methods"), linkSecret),
};

/** One short message for the next page: see cookies.server.ts. */
export const TOAST_COOKIE = named("toast");
export const toastStorage = createCookieSessionStorage({
  cookie: { name: TOAST_COOKIE, ...base, secrets: cookieSecrets },
});

/** Which landing page this browser sees. Signed; says nothing about its owner. */
export const abCookie = createCookie(named("ab"), { ...base, secrets: cookieSecrets, maxAge: 180 * DAY });

/**
 * The plain words `demo_mode=true`: other programs set and read them too. Kept until the browser
 * is closed, so that no one is sent to the demo for long.
 */
const DEMO_ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
export const demoModeCookie = {
  isOn: (request: Request) => /(?:^|;\s*)demo_mode=true(?:;|$)/.test(request.headers.get("Cookie") ?? ""),
  on: `demo_mode=true; ${DEMO_ATTRIBUTES}`,
  off: `demo_mode=; Max-Age=0; ${DEMO_ATTRIBUTES}`,
};

/** A request, as far as it says who asks. */
export type CookieRequest = Pick<Request, "method" | "headers">;

/** Reads a cookie; what a client garbled or emptied counts as absent. */
export async function readCookie(
  cookie: ReturnType<typeof createCookie>,
  request: CookieRequest,
  longest = 512,
): Promise<string | undefined> {
  try {
    const value: unknown = await cookie.parse(request.headers.get("Cookie"));
    return typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The secret of this browser's session: the one that its cookie holds, or that this very answer gives it. */
export async function sessionSecret(request: CookieRequest): Promise<string | undefined> {
  const given = responseSession();
  return given === undefined ? readCookie(sessionCookie, request) : given || undefined;
}

/**
 * The secret of an emailed link, moved from the address into a short-lived cookie, so that it ends up in no history, log or
 * Referer.
 */
export type LinkPurpose = keyof typeof linkCookies;

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
 * A browser in which a person has signed in before counts its failures separately: strangers who try that account from
 * elsewhere, or from the same network, cannot lock its owner out.
 */
type Known = { device: string; accounts: string[] };

const accountFingerprint = (email: string) => sign("known-device", emailKey(email)).slice(0, 16);

async function read(request: Request): Promise<Known | undefined> {
  const value: unknown = await knownDeviceCookie.parse(request.headers.get("Cookie")).catch(() => null);
  if (typeof value !== "object" || value === null || !("device" in value) || !("accounts" in value))
    return undefined;
  return Array.isArray(value.accounts) && typeof value.device === "string" ? (value as Known) : undefined;
}

/** The id of this browser if it is known to the account. */
async function knownDevice(request: Request, email: string): Promise<string | undefined> {
  const known = await read(request);
  return known?.accounts.includes(accountFingerprint(email)) ? known.device : undefined;
}

/** Whether this browser is known to any account. */
export async function isKnownDevice(request: Request): Promise<boolean> {
  return (await read(request)) !== undefined;
}

/** Who asks, as lockouts count it. */
export async function signInClient(
  request: Request,
  email: string,
): Promise<{ network: string; device?: string }> {
  return { network: clientNetwork(request), device: await knownDevice(request, email) };
}

/** The cookie that makes this browser known to the account from now on. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const known = await read(request);
  const mark = accountFingerprint(email);
  const accounts = [mark, ...(known?.accounts ?? []).filter((other) => other !== mark)].slice(
    0,
    MAX_KNOWN_ACCOUNTS,
  );
  return knownDeviceCookie.serialize({ device: known?.device ?? randomToken(16), accounts });
}

/** One short message that survives a redirect, in its own signed cookie. The only place that knows remix-toast. */
const toasts = createToastUtilsWithCustomSession(toastStorage);

export type Toast = { title: string; text?: string; tone: "info" | "success" | "error" };

/** A cookie holds 4,096 bytes; a message that long is a mistake, but must not lose the redirect. */
const clamp = (text: string) => (text.length > 600 ? `${text.slice(0, 599)}…` : text);

/** Goes to `url` and shows `toast` on the page that it leads to. */
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

/** The toast that waits for this page, and the header that takes it away. Costs nothing without the cookie. */
export async function consumeToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  if (!request.headers.get("Cookie")?.includes(`${TOAST_COOKIE}=`))
    return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // An emptied cookie would travel with every request from now on, and be read and signed again for each page.
  const headers = new Headers({
    "Set-Cookie": await toastStorage.destroySession(await toastStorage.getSession()),
  });
  if (!toast) return { toast: null, headers };
  const tone = toast.type === "warning" ? "info" : toast.type;
  return { toast: { title: toast.message, text: toast.description, tone }, headers };
}
