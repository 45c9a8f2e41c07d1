import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { KNOWN_DEVICE_DAYS } from "~/domain/identity/session-policy";
import { isHttps } from "~/platform/env.server";
import { responseSession } from "~/platform/request-context.server";
import { cookieSecrets } from "~/platform/signing.server";

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

/** In this browser someone has signed in before: see known-device.server.ts. */
export const knownDeviceCookie = createCookie(named("dev"), {
  ...base,
  secrets: cookieSecrets,
  maxAge: KNOWN_DEVICE_DAYS * DAY,
});

/** The secret of an emailed link, out of the address: see link-secret.server.ts. */
const linkSecret = { ...base, maxAge: 30 * 60 };
export const linkCookies = {
  verify: createCookie(named("link-verify"), linkSecret),
  reset: createCookie(named("link-reset"), linkSecret),
  email: createCookie(named("link-email"), linkSecret),
  methods: createCookie(named("link-methods"), linkSecret),
};

/** One short message for the next page: see toast.server.ts. */
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
