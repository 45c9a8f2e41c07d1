import type { Configuration, IDToken, UserInfoResponse } from "openid-client";
import { z } from "zod";
import { now } from "~/platform/clock";
import type { HashPriority } from "~/platform/concurrency.server";
import { env } from "~/platform/env.server";
import {
  acquireTokenSlot,
  boundedFetch,
  discoverProvider,
  loadOidcClient,
  releaseTokenSlot,
} from "./provider.server";

/** A failed exchange with the provider. `reason` is "away" (unavailable), "busy" (queue full), or one word for the audit log. */
export class ProviderError extends Error {
  override name = "ProviderError";
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** A user's verified claims. */
export type OidcIdentity = {
  issuer: string;
  subject: string;
  email?: string;
  isEmailVerified: boolean;
  username?: string;
  firstName: string;
  lastName: string;
  groups: string[];
  /** The provider's session id (`sid`). */
  session?: string;
  /** When the user last authenticated at the provider (`auth_time`), in ms. */
  authenticatedAt?: number;
  idToken: string;
};

/** The state of one authorization flow. */
export type AuthRequest = {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  /** Set if the user must authenticate again: the earliest valid `auth_time`, in ms. */
  asksAfter?: number;
};

/** Sent because a `max_age` obliges the provider to return `auth_time`. It is too long to force an authentication. */
const MAX_AGE_S = 30 * 24 * 60 * 60;

/** Starts an authorization flow. `returnTo` is the redirect URI registered at the provider. */
export async function createAuthRequest(
  returnTo: string,
  forcesAuthentication = false,
): Promise<{ authRequest: AuthRequest; url: string }> {
  const config = await requireProvider();
  const client = await loadOidcClient();
  const authRequest = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    returnTo,
    ...(forcesAuthentication && { asksAfter: now().getTime() }),
  };
  const wantsGroups = env.OIDC_ADMIN_GROUP && config.serverMetadata().scopes_supported?.includes("groups");
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: returnTo,
    scope: `openid email profile${wantsGroups ? " groups" : ""}`,
    state: authRequest.state,
    nonce: authRequest.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(authRequest.verifier),
    code_challenge_method: "S256",
    ...(forcesAuthentication ? { prompt: "login", max_age: "0" } : { max_age: String(MAX_AGE_S) }),
  });
  return { authRequest, url: url.href };
}

/** Redeems the authorization code in `search` for the user's identity. @throws ProviderError */
export async function redeemAuthResponse(
  authRequest: AuthRequest,
  search: string,
  priority: HashPriority,
): Promise<OidcIdentity> {
  const config = await requireProvider();
  const client = await loadOidcClient();
  if (!(await acquireTokenSlot(priority))) throw new ProviderError("busy");
  try {
    const tokens = await client.authorizationCodeGrant(config, new URL(search, authRequest.returnTo), {
      expectedState: authRequest.state,
      expectedNonce: authRequest.nonce,
      pkceCodeVerifier: authRequest.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new ProviderError("no_id_token");
    checkClaims(claims);
    checkAuthTime(claims, authRequest);
    const userInfo = isComplete(claims)
      ? undefined
      : await fetchUserInfo(config, tokens.access_token, claims.sub);
    return toIdentity(claims, userInfo, tokens.id_token);
  } catch (error) {
    throw toProviderError(error);
  } finally {
    releaseTokenSlot();
  }
}

async function requireProvider(): Promise<Configuration> {
  const config = await discoverProvider();
  if (!config) throw new ProviderError("away");
  return config;
}

const CLOCK_TOLERANCE_S = 300;

/** Rejects tokens issued for another client or in the future, which the library does not check. */
function checkClaims({ azp, iat, sub }: IDToken): void {
  if (azp !== undefined && azp !== env.OIDC_CLIENT_ID) throw new ProviderError("azp");
  if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw new ProviderError("iat");
  if (!sub) throw new ProviderError("sub");
}

const AUTH_CLOCK_TOLERANCE_MS = 60_000;

/** Rejects an identity from an older session of the provider, which may ignore `prompt`. */
function checkAuthTime({ auth_time }: IDToken, { asksAfter }: AuthRequest): void {
  if (asksAfter === undefined) return;
  if (auth_time === undefined || auth_time * 1000 < asksAfter - AUTH_CLOCK_TOLERANCE_MS)
    throw new ProviderError("auth_time");
}

const isComplete = ({ email, groups }: IDToken) =>
  email !== undefined && (groups !== undefined || !env.OIDC_ADMIN_GROUP);

/** Fetches claims from the userinfo endpoint, since some providers omit email and groups from the ID token; `sub` must match. */
async function fetchUserInfo(
  config: Configuration,
  accessToken: string,
  subject: string,
): Promise<UserInfoResponse | undefined> {
  if (!config.serverMetadata().userinfo_endpoint) return undefined;
  const client = await loadOidcClient();
  return client.fetchUserInfo(config, accessToken, subject);
}

const text = z.string().trim().max(300).optional().catch(undefined);
const Claims = z.object({
  email: text,
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .optional()
    .catch(undefined),
  preferred_username: text,
  given_name: text,
  family_name: text,
  groups: z
    .union([z.string().transform((one) => [one]), z.array(z.string()).max(1000)])
    .optional()
    .catch(undefined),
  sid: text,
});

function toIdentity(claims: IDToken, userInfo: object | undefined, idToken: string): OidcIdentity {
  const parsed = Claims.parse({ ...userInfo, ...claims });
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: parsed.email,
    isEmailVerified: parsed.email_verified === true,
    username: parsed.preferred_username,
    firstName: parsed.given_name ?? "",
    lastName: parsed.family_name ?? "",
    groups: parsed.groups ?? [],
    session: Claims.parse(claims).sid,
    ...(claims.auth_time !== undefined && { authenticatedAt: claims.auth_time * 1000 }),
    idToken,
  };
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { code, error: oauthError, status, cause } = (error ?? {}) as Record<string, unknown>;
  const responseStatus = cause instanceof Response ? cause.status : status;
  const isUnavailable =
    code === "OAUTH_TIMEOUT" ||
    (error instanceof TypeError && /fetch failed|too long/.test(error.message)) ||
    (typeof responseStatus === "number" && responseStatus >= 500);
  if (isUnavailable) return new ProviderError("away");
  const word = [oauthError, code].find((each) => typeof each === "string") ?? "unreadable";
  return new ProviderError(word.replace(/[^\w-]/g, "").slice(0, 60));
}

/** The URL that ends the session at the provider; null if it has no such endpoint or is unavailable. */
export async function endSessionUrl(returnTo: string, idToken: string | undefined): Promise<string | null> {
  const config = await discoverProvider();
  if (!config?.serverMetadata().end_session_endpoint) return null;
  const { buildEndSessionUrl } = await loadOidcClient();
  return buildEndSessionUrl(config, {
    post_logout_redirect_uri: returnTo,
    ...(idToken && { id_token_hint: idToken }),
  }).href;
}

const LogoutClaims = z
  .object({
    jti: z.string().min(1).max(300),
    sub: z.string().min(1).max(300).optional(),
    sid: z.string().min(1).max(300).optional(),
    events: z.object({ "http://schemas.openid.net/event/backchannel-logout": z.object({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** The user or session that the provider has signed out; `id` is the token's `jti`. */
export type LogoutToken = { issuer: string; id: string; subject?: string; session?: string };

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0). @throws ProviderError */
export async function verifyLogoutToken(token: string): Promise<LogoutToken> {
  const config = await requireProvider();
  const {
    issuer,
    jwks_uri = "",
    id_token_signing_alg_values_supported: algorithms,
  } = config.serverMetadata();
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import("jose");
  try {
    const fetchKeys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: boundedFetch });
    const { payload, protectedHeader } = await jwtVerify(token, fetchKeys, {
      issuer,
      audience: env.OIDC_CLIENT_ID,
      // HMAC algorithms are excluded: with them, the public key could serve as the secret of a forged token.
      algorithms: (algorithms ?? ["RS256"]).filter((name) => /^(RS|PS|ES|Ed)/.test(name)),
      maxTokenAge: CLOCK_TOLERANCE_S,
      clockTolerance: 30,
    });
    // Rejects signed tokens of other types, such as ID tokens.
    if (!/^(logout\+)?jwt$/i.test(protectedHeader.typ ?? "jwt")) throw new ProviderError("typ");
    const { jti, sub, sid } = LogoutClaims.parse(payload);
    return { issuer, id: jti, subject: sub, session: sid };
  } catch (error) {
    throw toProviderError(error);
  }
}
