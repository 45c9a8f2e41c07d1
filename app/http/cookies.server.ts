import { createCookie } from "@remix-run/node";
import { isHttps } from "~/platform/env.server";
import { givenSession } from "~/platform/request-context.server";
import { cookieSecrets } from "~/platform/signing.server";

/** `__Host-` pins a cookie to this host and to https; text browsers on plain http keep neither it nor `Secure`. */
const named = (name: string) => (isHttps ? `__Host-${name}` : name);
const base = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
const DAY = 24 * 60 * 60;

/** The signed-in session: an opaque secret, nothing else. No Max-Age unless the person asked to be remembered. */
export const sessionCookie = createCookie(named("sid"), base);
/** Before sign-in: binds the tokens of public forms to this browser. */
export const visitorCookie = createCookie(named("visitor"), base);
/** Opens the text held for someone who has to sign in again. */
export const heldPostCookie = createCookie(named("held"), base);
/** Between the password and the code of a two-step sign-in. */
export const pendingSignInCookie = createCookie(named("pending"), { ...base, maxAge: 5 * 60 });
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

/** Reads a cookie; what a client garbled or emptied counts as absent. */
export async function readCookie(
  cookie: ReturnType<typeof createCookie>,
  request: Request,
): Promise<string | undefined> {
  try {
    const value: unknown = await cookie.parse(request.headers.get("Cookie"));
    return typeof value === "string" && value !== "" && value.length <= 512 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The secret of this browser's session: the one that its cookie holds, or that this very answer gives it. */
export async function sessionSecret(request: Request): Promise<string | undefined> {
  const given = givenSession();
  return given === undefined ? readCookie(sessionCookie, request) : given || undefined;
}
