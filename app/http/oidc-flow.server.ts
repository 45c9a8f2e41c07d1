import { redirect } from "@remix-run/node";
import { REGISTRATION_REFUSALS } from "~/domain/accounts/invitations/invitation";
import { connectOidc } from "~/domain/accounts/oidc/oidc-link.server";
import { auditRefusedSignIn, signInThroughOidc } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { OIDC_TEXTS, oidcAuthTimeMissing, oidcUnavailable } from "~/domain/accounts/texts";
import { MINUTE } from "~/domain/calendar/durations";
import { originOfSession, type SignInOrigin } from "~/domain/identity/sessions.server";
import {
  LOGIN_TEXTS,
  loginLockedNotice,
  NO_MAIL_TEXTS,
  registrationLockedNotice,
  type Notice,
} from "~/domain/identity/texts";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { failureOf } from "~/domain/operations/failures.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { now } from "~/platform/clock";
import { DecryptionError, openForOperator, sealForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { discoverProvider } from "~/platform/oidc/provider.server";
import {
  createAuthRequest,
  endSessionUrl,
  ProviderError,
  redeemAuthResponse,
  type AuthRequest,
  type OidcIdentity,
} from "~/platform/oidc/tokens.server";
import { linkOrigin } from "~/platform/request-context.server";
import { recordBrowserConversion } from "./anonymous-visitor.server";
import { clientNetwork, clientNetworks, clientSubnet } from "./client-address.server";
import {
  isKnownDevice,
  oidcStateCookie,
  readCookie,
  redirectWithToast,
  registeredCookie,
  sessionSecret,
  type Toast,
} from "./cookies.server";
import { FAILURE_RESPONSES } from "./failure-responses.server";
import { notFound, safeRedirect } from "./guards.server";
import { currentMember } from "./session.server";
import { completeSignIn, startSecondStep } from "./sign-in.server";
import { secretMailNotice } from "./unlock.server";

/** The way to the provider of sign-ins and back. What belongs to one way is in a sealed cookie of this browser, and counts once. */
const TRIP_MS = 15 * MINUTE;
const PLACE = "provider-trip|1";
/** A cookie holds 4,096 bytes. */
const LONGEST_COOKIE = 3800;
const LONGEST_REDIRECT = 1000;
const LONGEST_INVITATION = 200;
/** After this a full queue of returns has room again. */
const BUSY_SECONDS = 5;

type Errand = {
  redirectTo: string;
  /** The secret of an invitation. */
  invitation?: string;
  /** Who is signed in and wants the provider to open their account. */
  linkFor?: number;
};
type Way = Errand & {
  /** The provider is to ask who is there, although it knows: a session here is locked. */
  asksAgain?: boolean;
};
type Trip = AuthRequest & Errand & { until: number };

const nameOfProvider = () => currentInstance().provider?.name ?? "";
const backFrom = ({ linkFor }: Pick<Errand, "linkFor">) =>
  linkFor === undefined ? paths.login() : paths.settingsSecurity();

/** Whether the button leads anywhere at this moment; null for a house without one. Answers within a second. */
export async function isOidcProviderUp(): Promise<boolean | null> {
  return env.OIDC_ISSUER ? (await discoverProvider()) !== null : null;
}

/** To the provider; where it does not answer, back to where one was, with a word. */
export async function startOidcFlow({ redirectTo, invitation, linkFor, asksAgain }: Way): Promise<Response> {
  if (!env.OIDC_ISSUER) throw notFound();
  try {
    const { trip, address } = await createAuthRequest(linkOrigin() + paths.providerCallback(), asksAgain);
    const kept: Trip = {
      ...trip,
      redirectTo: redirectTo.length > LONGEST_REDIRECT ? paths.dashboard() : redirectTo,
      invitation: invitation?.slice(0, LONGEST_INVITATION),
      linkFor,
      until: now().getTime() + TRIP_MS,
    };
    const sealed = sealForOperator(JSON.stringify(kept), PLACE).toString("base64url");
    return redirect(address, { headers: { "Set-Cookie": await oidcStateCookie.serialize(sealed) } });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return redirectWithToast(backFrom({ linkFor }), { ...oidcUnavailable(nameOfProvider()), tone: "error" });
  }
}

async function readTrip(request: Request): Promise<Trip | null> {
  const sealed = await readCookie(oidcStateCookie, request, LONGEST_COOKIE);
  if (!sealed) return null;
  try {
    const trip = JSON.parse(openForOperator(Buffer.from(sealed, "base64url"), PLACE)) as Trip;
    return trip.until > now().getTime() ? trip : null;
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Back from the provider: signs in, connects, or says why not. */
export async function completeOidcFlow(request: Request): Promise<Response> {
  if (!env.OIDC_ISSUER) throw notFound();
  const trip = await readTrip(request);
  const answer = trip ? await arrive(request, trip) : await refused(request, "no_trip", {});
  answer.headers.append("Set-Cookie", await oidcStateCookie.serialize("", { maxAge: 0 }));
  return answer;
}

async function arrive(request: Request, trip: Trip): Promise<Response> {
  if (!(await tryConsume(`provider trip|${trip.state}`, 1, TRIP_MS))) return refused(request, "used", trip);
  const rank = (await isKnownDevice(request)) ? "known device" : "sign-in";
  let person: OidcIdentity;
  try {
    person = await redeemAuthResponse(trip, new URL(request.url).search, {
      rank,
      network: clientNetwork(request),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.reason === "busy") {
      const { title, message: text } = FAILURE_RESPONSES.busy;
      return toWait(trip, { title, text }, BUSY_SECONDS);
    }
    if (error.reason !== "away") return refused(request, error.reason, trip);
    return redirectWithToast(backFrom(trip), { ...oidcUnavailable(nameOfProvider()), tone: "error" });
  }
  return trip.linkFor === undefined ? enter(request, trip, person) : connect(request, trip, person);
}

async function refused(request: Request, reason: string, errand: Pick<Errand, "linkFor">): Promise<Response> {
  const client = { network: clientNetwork(request), subnet: clientSubnet(request) };
  const seconds = await auditRefusedSignIn(reason, client, errand.linkFor);
  if (seconds > 0 && reason !== "auth_time") return toWait(errand, loginLockedNotice(seconds), seconds);
  const said = reason === "auth_time" ? oidcAuthTimeMissing(nameOfProvider()) : OIDC_TEXTS.refused;
  return redirectWithToast(backFrom(errand), { ...said, tone: "error" });
}

/** Back with a word to wait, which a program finds in the header. */
const toWait = (errand: Pick<Errand, "linkFor">, said: Notice, seconds: number): Promise<Response> =>
  redirectWithToast(
    backFrom(errand),
    { ...said, tone: "error" },
    { headers: { "Retry-After": String(seconds) } },
  );

async function connect(request: Request, trip: Trip, person: OidcIdentity): Promise<Response> {
  const member = await currentMember(request);
  if (!member || member.id !== trip.linkFor) return refused(request, "other_person", trip);
  const name = nameOfProvider();
  const toast: Toast =
    (await connectOidc(member, person, name)) === "connected"
      ? { title: t("You can sign in with {name} now", { name }), tone: "success" }
      : { ...OIDC_TEXTS.otherAccount, tone: "error" };
  return redirectWithToast(paths.settingsSecurity(), toast);
}

async function enter(request: Request, trip: Trip, person: OidcIdentity): Promise<Response> {
  const { invitation } = trip;
  const client = { ...clientNetworks(request), invitation };
  const result = await signInThroughOidc(person, client);
  if (!result.ok) {
    if (result.code === "locked")
      return toWait(trip, registrationLockedNotice(result.seconds), result.seconds);
    const toast: Toast = { ...whyNot(result), tone: "error" };
    if (result.code !== "email_unverified") return redirectWithToast(paths.login(), toast);
    const headers = { "Set-Cookie": await registeredCookie.serialize(result.mark) };
    return redirectWithToast(paths.login(), toast, { headers });
  }
  const { user, email, asks, isLeaving, isNew } = result;
  if (isNew) await recordBrowserConversion(request, "registration");
  const { session, idToken, authenticatedAt } = person;
  const through: SignInOrigin = { way: "provider", session, idToken, authenticatedAt };
  const redirectTo = safeRedirect(trip.redirectTo);
  const signedIn = { user, email, remember: false, redirectTo, isLeaving, through };
  if (asks === "nothing") return completeSignIn(request, signedIn);
  return startSecondStep(signedIn, asks === "password" ? asks : undefined);
}

type Refused = Extract<Awaited<ReturnType<typeof signInThroughOidc>>, { ok: false }>;

function whyNot(result: Exclude<Refused, { code: "locked" }>): Notice {
  switch (result.code) {
    case "refused":
      return OIDC_TEXTS.refused;
    case "email_unverified":
      if (!currentInstance().sendsMail) return NO_MAIL_TEXTS.unverified;
      return secretMailNotice() ?? LOGIN_TEXTS.unverified;
    case "no_email":
      return OIDC_TEXTS.noEmail;
    case "may_have_account":
      return OIDC_TEXTS.mayHaveAccount;
    case "invite":
    case "closed":
    case "dead":
      return REGISTRATION_REFUSALS[result.code];
  }
}

/** Where to go on from our own farewell, so that the session at the provider ends too; null for who did not come that way. */
export async function oidcLogoutUrl(request: Request): Promise<string | null> {
  if (!env.OIDC_ISSUER) return null;
  try {
    const secret = await sessionSecret(request);
    const through = secret ? await originOfSession(secret) : null;
    if (through?.way !== "provider") return null;
    return await endSessionUrl(linkOrigin() + paths.home(), through.idToken);
  } catch (error) {
    // Nobody is kept signed in because something else is away.
    if (!failureOf(error) && !(error instanceof ProviderError) && !(error instanceof DecryptionError))
      throw error;
    return null;
  }
}
