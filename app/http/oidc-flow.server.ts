import { redirect } from "@remix-run/node";
import {
  auditRefusedSignIn,
  connectOidc,
  signInThroughOidc,
} from "~/domain/accounts/oidc/oidc-sign-in.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import {
  OIDC_TEXTS,
  oidcAuthTimeMissing,
  oidcUnavailable,
  REGISTRATION_REFUSALS,
} from "~/domain/accounts/texts";
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

/** The OIDC authorization flow. Its state is in an encrypted cookie of this browser and can be used once. */

const FLOW_TIMEOUT_MS = 15 * MINUTE;
/** The associated data of the encrypted state. */
const STATE_PURPOSE = "provider-trip|1";
/** A cookie has at most 4,096 bytes. */
const MAX_COOKIE_LENGTH = 3800;
const MAX_REDIRECT_LENGTH = 1000;
const MAX_INVITATION_LENGTH = 200;
const BUSY_RETRY_SECONDS = 5;

type FlowGoal = {
  redirectTo: string;
  /** The secret of an invitation. */
  invitation?: string;
  /** The id of the signed-in member who connects the provider. */
  linkFor?: number;
};
type FlowOptions = FlowGoal & {
  /** The provider must authenticate again, because a session here is locked. */
  forcesAuthentication?: boolean;
};
type FlowState = AuthRequest & FlowGoal & { until: number };

const providerName = () => currentInstance().provider?.name ?? "";
const startPage = ({ linkFor }: Pick<FlowGoal, "linkFor">) =>
  linkFor === undefined ? paths.login() : paths.settingsSecurity();

/** Whether the provider responds, within a second; null without a provider. */
export async function isOidcProviderUp(): Promise<boolean | null> {
  return env.OIDC_ISSUER ? (await discoverProvider()) !== null : null;
}

/** Redirects to the provider, or back to the start page when it does not respond. */
export async function startOidcFlow(options: FlowOptions): Promise<Response> {
  const { redirectTo, invitation, linkFor, forcesAuthentication } = options;
  if (!env.OIDC_ISSUER) throw notFound();
  try {
    const { authRequest, url } = await createAuthRequest(
      linkOrigin() + paths.providerCallback(),
      forcesAuthentication,
    );
    const state: FlowState = {
      ...authRequest,
      redirectTo: redirectTo.length > MAX_REDIRECT_LENGTH ? paths.dashboard() : redirectTo,
      invitation: invitation?.slice(0, MAX_INVITATION_LENGTH),
      linkFor,
      until: now().getTime() + FLOW_TIMEOUT_MS,
    };
    const sealed = sealForOperator(JSON.stringify(state), STATE_PURPOSE).toString("base64url");
    return redirect(url, { headers: { "Set-Cookie": await oidcStateCookie.serialize(sealed) } });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return redirectUnavailable(options);
  }
}

/** Null for a missing, foreign or expired state. */
async function readState(request: Request): Promise<FlowState | null> {
  const sealed = await readCookie(oidcStateCookie, request, MAX_COOKIE_LENGTH);
  if (!sealed) return null;
  try {
    const state = JSON.parse(openForOperator(Buffer.from(sealed, "base64url"), STATE_PURPOSE)) as FlowState;
    return state.until > now().getTime() ? state : null;
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Handles the redirect from the provider: signs in, connects the account, or shows why not. */
export async function completeOidcFlow(request: Request): Promise<Response> {
  if (!env.OIDC_ISSUER) throw notFound();
  const state = await readState(request);
  const response = state ? await redeemState(request, state) : await refuse(request, "no_trip", {});
  response.headers.append("Set-Cookie", await oidcStateCookie.serialize("", { maxAge: 0 }));
  return response;
}

async function redeemState(request: Request, state: FlowState): Promise<Response> {
  if (!(await tryConsume(`provider trip|${state.state}`, 1, FLOW_TIMEOUT_MS)))
    return refuse(request, "used", state);
  const rank = (await isKnownDevice(request)) ? "known device" : "sign-in";
  let identity: OidcIdentity;
  try {
    identity = await redeemAuthResponse(state, new URL(request.url).search, {
      rank,
      network: clientNetwork(request),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.reason === "busy") {
      const { title, message: text } = FAILURE_RESPONSES.busy;
      return redirectToWait(state, { title, text }, BUSY_RETRY_SECONDS);
    }
    if (error.reason !== "away") return refuse(request, error.reason, state);
    return redirectUnavailable(state);
  }
  return state.linkFor === undefined
    ? signInByProvider(request, state, identity)
    : connectAccount(request, state, identity);
}

async function refuse(request: Request, reason: string, goal: Pick<FlowGoal, "linkFor">): Promise<Response> {
  const client = { network: clientNetwork(request), subnet: clientSubnet(request) };
  const seconds = await auditRefusedSignIn(reason, client, goal.linkFor);
  if (seconds > 0 && reason !== "auth_time") return redirectToWait(goal, loginLockedNotice(seconds), seconds);
  const notice = reason === "auth_time" ? oidcAuthTimeMissing(providerName()) : OIDC_TEXTS.refused;
  return redirectWithToast(startPage(goal), { ...notice, tone: "error" });
}

const redirectUnavailable = (goal: Pick<FlowGoal, "linkFor">): Promise<Response> =>
  redirectWithToast(startPage(goal), { ...oidcUnavailable(providerName()), tone: "error" });

const redirectToWait = (
  goal: Pick<FlowGoal, "linkFor">,
  notice: Notice,
  seconds: number,
): Promise<Response> =>
  redirectWithToast(
    startPage(goal),
    { ...notice, tone: "error" },
    { headers: { "Retry-After": String(seconds) } },
  );

async function connectAccount(request: Request, state: FlowState, identity: OidcIdentity): Promise<Response> {
  const member = await currentMember(request);
  if (!member || member.id !== state.linkFor) return refuse(request, "other_person", state);
  const name = providerName();
  const toast: Toast =
    (await connectOidc(member, identity, name)) === "connected"
      ? { title: t("You can sign in with {name} now", { name }), tone: "success" }
      : { ...OIDC_TEXTS.otherAccount, tone: "error" };
  return redirectWithToast(paths.settingsSecurity(), toast);
}

async function signInByProvider(
  request: Request,
  state: FlowState,
  identity: OidcIdentity,
): Promise<Response> {
  const { invitation } = state;
  const client = { ...clientNetworks(request), invitation };
  const result = await signInThroughOidc(identity, client);
  if (!result.ok) {
    if (result.code === "locked")
      return redirectToWait(state, registrationLockedNotice(result.seconds), result.seconds);
    const toast: Toast = { ...refusalNotice(result), tone: "error" };
    if (result.code !== "email_unverified") return redirectWithToast(paths.login(), toast);
    const headers = { "Set-Cookie": await registeredCookie.serialize(result.mark) };
    return redirectWithToast(paths.login(), toast, { headers });
  }
  const { user, email, asks, isPendingDeletion, isNew } = result;
  if (isNew) await recordBrowserConversion(request, "registration");
  const { session, idToken, authenticatedAt } = identity;
  const through: SignInOrigin = { way: "provider", session, idToken, authenticatedAt };
  const redirectTo = safeRedirect(state.redirectTo);
  const signedIn = { user, email, remember: false, redirectTo, isPendingDeletion, through };
  if (asks === "nothing") return completeSignIn(request, { ...signedIn, isNew });
  return startSecondStep(signedIn, asks === "password" ? asks : undefined);
}

type OidcRefusal = Extract<Awaited<ReturnType<typeof signInThroughOidc>>, { ok: false }>;

function refusalNotice(result: Exclude<OidcRefusal, { code: "locked" }>): Notice {
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

/** The URL that ends the session at the provider too; null for a session that was started otherwise. */
export async function oidcLogoutUrl(request: Request): Promise<string | null> {
  if (!env.OIDC_ISSUER) return null;
  try {
    const secret = await sessionSecret(request);
    const through = secret ? await originOfSession(secret) : null;
    if (through?.way !== "provider") return null;
    return await endSessionUrl(linkOrigin() + paths.home(), through.idToken);
  } catch (error) {
    // An unavailable service must not prevent the sign-out.
    if (!failureOf(error) && !(error instanceof ProviderError) && !(error instanceof DecryptionError))
      throw error;
    return null;
  }
}
