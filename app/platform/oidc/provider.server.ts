import type { ClientAuth, Configuration, CustomFetchOptions } from "openid-client";
import { HashQueue, type HashPriority } from "~/platform/concurrency.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { isLoopback } from "~/platform/private-host";

/** Discovery of the configured OIDC provider: its metadata, availability and signing keys. */

/** How long the result of a discovery is reused. */
const DISCOVERY_TTL_MS = 1000;
/** Short, because discovery delays a page or a click. */
const DISCOVERY_TIMEOUT_S = 0.8;
const TOKEN_TIMEOUT_S = 5;
/** Minimum interval between fetches of the signing keys, however many unknown key ids tokens name. */
const KEYS_TTL_MS = 60_000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** Loaded on first use: most instances have no provider. */
export const loadOidcClient = () => import("openid-client");

let configuration: Configuration | undefined;
let isAvailable = true;
let discoveredAt = -Infinity;
let discovery: Promise<Configuration | null> | undefined;
let keys: { from: string; at: number; body: string } | undefined;

/**
 * Clears the cached discovery and keys after a change of settings.
 * @internal Exported for tests.
 */
export function resetProvider(): void {
  configuration = keys = discovery = undefined;
  isAvailable = true;
  discoveredAt = -Infinity;
}

/** The provider's configuration, at most a second old; null if it is unavailable. */
export function discoverProvider(): Promise<Configuration | null> {
  if (discovery) return discovery;
  if (performance.now() - discoveredAt < DISCOVERY_TTL_MS)
    return Promise.resolve(isAvailable ? (configuration ?? null) : null);
  discovery = discover()
    .then(
      (found) => {
        if (!isAvailable) log.info("provider.back");
        isAvailable = true;
        return found;
      },
      (error: unknown) => {
        if (isAvailable) log.warn("provider.away", { message: String(error).slice(0, 200) });
        isAvailable = false;
        return null;
      },
    )
    .finally(() => {
      discovery = undefined;
      discoveredAt = performance.now();
    });
  return discovery;
}

/** Explains a mismatch of the issuer, which the operator can correct. */
function explainMismatch(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    throw new Error(
      "The provider writes its address in another way than OIDC_ISSUER, perhaps with a slash at the end.",
    );
  throw error;
}

async function discover(): Promise<Configuration> {
  const { OIDC_ISSUER = "", OIDC_CLIENT_ID = "" } = env;
  const client = await loadOidcClient();
  const issuer = new URL(OIDC_ISSUER);
  const finding = client.discovery(issuer, OIDC_CLIENT_ID, undefined, await clientSecret(), {
    [client.customFetch]: boundedFetch,
    timeout: DISCOVERY_TIMEOUT_S,
    // Verifies signatures of ID tokens from the token endpoint too: a proxy may terminate TLS in between.
    execute: [
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
    ],
  });
  const found = await finding.catch(explainMismatch);
  const metadata = found.serverMetadata();
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new Error("The provider names no addresses.");
  for (const url of [
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    metadata.userinfo_endpoint,
    metadata.end_session_endpoint,
  ])
    if (url !== undefined && !isSecure(url, issuer))
      throw new Error("The provider names an address in the clear.");
  // The library caches the signing keys in this object, so it is reused while the metadata are unchanged.
  if (configuration && JSON.stringify(configuration.serverMetadata()) === JSON.stringify(metadata))
    return configuration;
  found.timeout = TOKEN_TIMEOUT_S;
  configuration = found;
  return found;
}

function isSecure(url: string, issuer: URL): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (
    protocol === "https:" || (protocol === "http:" && issuer.protocol === "http:" && isLoopback(hostname))
  );
}

/** Sends the client secret in the Authorization header, the default of OIDC, or in the body if the provider supports only that. */
async function clientSecret(): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await loadOidcClient();
  const inHeader = ClientSecretBasic(env.OIDC_CLIENT_SECRET);
  const inBody = ClientSecretPost(env.OIDC_CLIENT_SECRET);
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (supported.includes("client_secret_basic") ? inHeader : inBody)(server, ...rest);
  };
}

/** The provider's origins, allowed as targets of forms: the issuer's, and those of discovered endpoints. */
export function providerOrigins(): string[] {
  if (!env.OIDC_ISSUER) return [];
  const { authorization_endpoint, end_session_endpoint } = configuration?.serverMetadata() ?? {};
  const urls = [env.OIDC_ISSUER, authorization_endpoint, end_session_endpoint];
  return [...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : [])))];
}

/** Fetches from the provider, without redirects and at most MAX_RESPONSE_BYTES. Signing keys are cached for KEYS_TTL_MS. */
export async function boundedFetch(
  url: string,
  {
    body,
    ...options
  }: Pick<CustomFetchOptions, "headers" | "method" | "redirect" | "signal"> & {
    body?: CustomFetchOptions["body"];
  },
): Promise<Response> {
  const isKeys = url === configuration?.serverMetadata().jwks_uri;
  if (isKeys && keys?.from === url && performance.now() - keys.at < KEYS_TTL_MS)
    return new Response(keys.body, { headers: { "Content-Type": "application/json" } });
  const response = await fetch(url, { ...options, body: body as RequestInit["body"], redirect: "manual" });
  const text = await readBounded(response);
  if (isKeys && response.ok) keys = { from: url, at: performance.now(), body: text };
  // `text` is already decompressed, so these headers no longer describe it.
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(text === "" ? null : text, { status: response.status, headers });
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return "";
  for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // `toProviderError` recognises this message.
    if (size > MAX_RESPONSE_BYTES) throw new TypeError("The provider's response is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Limits of code redemptions: each costs a request to the provider, and clients can invent codes. */
const MAX_CONCURRENT = 8;
const MAX_QUEUED = 64;

let running = 0;
const queue = new HashQueue<(mayRun: boolean) => void>(MAX_QUEUED);

/** Waits for a slot by the priorities of password sign-ins. @returns false if a full queue rejects it */
export async function acquireTokenSlot(priority: HashPriority): Promise<boolean> {
  if (running >= MAX_CONCURRENT)
    return new Promise<boolean>((resolve) => queue.add(resolve, priority)?.(false));
  running += 1;
  return true;
}

export function releaseTokenSlot(): void {
  const next = queue.next();
  if (next) next(true);
  else running -= 1;
}
