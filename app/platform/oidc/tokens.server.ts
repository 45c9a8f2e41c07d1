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

/** What the provider says, checked: who comes back from it, and whom it has signed out. */

/** "away": it does not answer. "busy": too many return at once. Anything else says in one word, for the audit log, what was wrong. */
export class ProviderError extends Error {
  override name = "ProviderError";
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Someone as the provider knows them. */
export type OidcIdentity = {
  issuer: string;
  subject: string;
  email?: string;
  isEmailVerified: boolean;
  username?: string;
  firstName: string;
  lastName: string;
  groups: string[];
  /** The provider's name of its session. */
  session?: string;
  /** When the provider last asked who they are (`auth_time`), in ms; absent where it does not say. */
  authenticatedAt?: number;
  idToken: string;
};

/** What belongs to one way to the provider and back. */
export type AuthRequest = {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  /** The provider has to ask who they are after this moment, in ms. */
  asksAfter?: number;
};

/** With `max_age` a provider has to send `auth_time`; so large a value makes it ask nobody. */
const MAX_AGE_S = 30 * 24 * 60 * 60;

/** A new way there. `returnTo` is our address to come back to, which the provider has to know. */
export async function createAuthRequest(
  returnTo: string,
  asksAgain = false,
): Promise<{ trip: AuthRequest; address: string }> {
  const config = await present();
  const client = await loadOidcClient();
  const trip = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    returnTo,
    ...(asksAgain && { asksAfter: now().getTime() }),
  };
  const wantsGroups = env.OIDC_ADMIN_GROUP && config.serverMetadata().scopes_supported?.includes("groups");
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: returnTo,
    scope: `openid email profile${wantsGroups ? " groups" : ""}`,
    state: trip.state,
    nonce: trip.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
    code_challenge_method: "S256",
    ...(asksAgain ? { prompt: "login", max_age: "0" } : { max_age: String(MAX_AGE_S) }),
  });
  return { trip, address: address.href };
}

/** Who has come back, by what the provider says of them. @throws ProviderError */
export async function redeemAuthResponse(
  trip: AuthRequest,
  search: string,
  turn: HashPriority,
): Promise<OidcIdentity> {
  const config = await present();
  const client = await loadOidcClient();
  if (!(await acquireTokenSlot(turn))) throw new ProviderError("busy");
  try {
    const tokens = await client.authorizationCodeGrant(config, new URL(search, trip.returnTo), {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new ProviderError("no_id_token");
    checkMore(claims);
    checkAuthentication(claims, trip);
    const more = isComplete(claims) ? undefined : await askMore(config, tokens.access_token, claims.sub);
    return personFrom(claims, more, tokens.id_token);
  } catch (error) {
    throw asProviderError(error);
  } finally {
    releaseTokenSlot();
  }
}

async function present(): Promise<Configuration> {
  const config = await discoverProvider();
  if (!config) throw new ProviderError("away");
  return config;
}

/** A clock that is wrong by more than this is wrong. */
const CLOCKS_DIFFER_S = 300;

/** Beyond what the library checks: a token that was made for someone else, or in the future. */
function checkMore({ azp, iat, sub }: IDToken): void {
  if (azp !== undefined && azp !== env.OIDC_CLIENT_ID) throw new ProviderError("azp");
  if (iat > Date.now() / 1000 + CLOCKS_DIFFER_S) throw new ProviderError("iat");
  if (!sub) throw new ProviderError("sub");
}

const AUTH_CLOCKS_DIFFER_MS = 60_000;

/** A provider that kept its own session may have asked nobody, whatever `prompt` said. */
function checkAuthentication({ auth_time }: IDToken, { asksAfter }: AuthRequest): void {
  if (asksAfter === undefined) return;
  if (auth_time === undefined || auth_time * 1000 < asksAfter - AUTH_CLOCKS_DIFFER_MS)
    throw new ProviderError("auth_time");
}

const isComplete = ({ email, groups }: IDToken) =>
  email !== undefined && (groups !== undefined || !env.OIDC_ADMIN_GROUP);

/** Providers may keep address and groups for those who ask; what they answer must be of the same person. */
async function askMore(
  config: Configuration,
  accessToken: string,
  subject: string,
): Promise<UserInfoResponse | undefined> {
  if (!config.serverMetadata().userinfo_endpoint) return undefined;
  const { fetchUserInfo } = await loadOidcClient();
  return fetchUserInfo(config, accessToken, subject);
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

function personFrom(claims: IDToken, more: object | undefined, idToken: string): OidcIdentity {
  const said = Claims.parse({ ...more, ...claims });
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: said.email,
    isEmailVerified: said.email_verified === true,
    username: said.preferred_username,
    firstName: said.given_name ?? "",
    lastName: said.family_name ?? "",
    groups: said.groups ?? [],
    session: Claims.parse(claims).sid,
    ...(claims.auth_time !== undefined && { authenticatedAt: claims.auth_time * 1000 }),
    idToken,
  };
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { code, error: said, status, cause } = (error ?? {}) as Record<string, unknown>;
  const answered = cause instanceof Response ? cause.status : status;
  const isAway =
    code === "OAUTH_TIMEOUT" ||
    (error instanceof TypeError && /fetch failed|too long/.test(error.message)) ||
    (typeof answered === "number" && answered >= 500);
  if (isAway) return new ProviderError("away");
  const word = [said, code].find((each) => typeof each === "string") ?? "unreadable";
  return new ProviderError(word.replace(/[^\w-]/g, "").slice(0, 60));
}

/** Where to end the session at the provider too; null where it has no such address, or does not answer. */
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

/** Whom the provider has signed out; `id` names this telling of it. */
export type LogoutToken = { issuer: string; id: string; subject?: string; session?: string };

/** Reads what the provider tells us server to server (OpenID Connect Back-Channel Logout). @throws ProviderError */
export async function verifyLogoutToken(token: string): Promise<LogoutToken> {
  const config = await present();
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
      // What is made with a shared secret is made by anyone who knows the public key.
      algorithms: (algorithms ?? ["RS256"]).filter((name) => /^(RS|PS|ES|Ed)/.test(name)),
      maxTokenAge: CLOCKS_DIFFER_S,
      clockTolerance: 30,
    });
    // A token of another kind is no farewell, however well it is signed.
    if (!/^(logout\+)?jwt$/i.test(protectedHeader.typ ?? "jwt")) throw new ProviderError("typ");
    const { jti, sub, sid } = LogoutClaims.parse(payload);
    return { issuer, id: jti, subject: sub, session: sid };
  } catch (error) {
    throw asProviderError(error);
  }
}
