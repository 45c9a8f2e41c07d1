import type { ClientAuth, Configuration, CustomFetchOptions } from "openid-client";
import { HashQueue, type HashPriority } from "~/platform/concurrency.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { isLoopback } from "~/platform/private-host";

/** The provider of sign-ins that the settings name: where it is, whether it answers, and which keys it signs with. */

/** Whether it answers is known for this long. */
const KNOWN_MS = 1000;
/** Someone waits for it: a page, or a press of the button. */
const ANSWERS_WITHIN_S = 0.8;
/** For what is asked once someone is on their way back. */
const TOKENS_WITHIN_S = 5;
/** Keys are fetched again at most once in this time, however many unknown ones are named to us. */
const KEYS_MS = 60_000;
/** Many times what a provider has to say. */
const LONGEST_ANSWER = 256 * 1024;

/** A house without a provider never loads it. */
export const loadOidcClient = () => import("openid-client");

let known: Configuration | undefined;
let isAnswering = true;
let askedAt = -Infinity;
let asking: Promise<Configuration | null> | undefined;
let keys: { from: string; at: number; body: string } | undefined;

/**
 * Forgets what is known, for settings that have changed (tests).
 * @internal Exported for tests.
 */
export function resetProvider(): void {
  known = keys = asking = undefined;
  isAnswering = true;
  askedAt = -Infinity;
}

/** The provider as it is now, or null where it does not answer within a second. It is asked again at every visit, once a second at most. */
export function discoverProvider(): Promise<Configuration | null> {
  if (asking) return asking;
  if (performance.now() - askedAt < KNOWN_MS) return Promise.resolve(isAnswering ? (known ?? null) : null);
  const turn = discover().then(
    (found) => tell(true, found),
    (error: unknown) => tell(false, null, error),
  );
  asking = turn.finally(() => {
    asking = undefined;
    askedAt = performance.now();
  });
  return asking;
}

function tell<T>(answers: boolean, found: T, error?: unknown): T {
  if (!answers && isAnswering) log.warn("provider.away", { message: String(error).slice(0, 200) });
  if (answers && !isAnswering) log.info("provider.back");
  isAnswering = answers;
  return found;
}

/** What someone who runs the house can mend is said to them. */
function asTold(error: unknown): never {
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
    timeout: ANSWERS_WITHIN_S,
    // The signature counts over a channel that is trusted, too: what lies between us and the provider may be a proxy.
    execute: [
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
    ],
  });
  const found = await finding.catch(asTold);
  const metadata = found.serverMetadata();
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new Error("The provider names no addresses.");
  for (const address of [
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    metadata.userinfo_endpoint,
    metadata.end_session_endpoint,
  ])
    if (address !== undefined && !isSafe(address, issuer))
      throw new Error("The provider names an address in the clear.");
  // With what was found stays which keys are known.
  if (known && JSON.stringify(known.serverMetadata()) === JSON.stringify(metadata)) return known;
  found.timeout = TOKENS_WITHIN_S;
  known = found;
  return found;
}

function isSafe(address: string, issuer: URL): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === "https:" || (protocol === "http:" && issuer.protocol === "http:" && isLoopback(hostname))
  );
}

/** In the header where the provider takes it there, which is what is usual; else in the body. */
async function clientSecret(): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await loadOidcClient();
  const inHeader = ClientSecretBasic(env.OIDC_CLIENT_SECRET);
  const inBody = ClientSecretPost(env.OIDC_CLIENT_SECRET);
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (taken.includes("client_secret_basic") ? inHeader : inBody)(server, ...rest);
  };
}

/** Where a form of ours may lead: the pages of the provider. Its own address is known before it has been asked. */
export function providerOrigins(): string[] {
  if (!env.OIDC_ISSUER) return [];
  const { authorization_endpoint, end_session_endpoint } = known?.serverMetadata() ?? {};
  const addresses = [env.OIDC_ISSUER, authorization_endpoint, end_session_endpoint];
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))];
}

/** What is said to the provider and what it answers; keys that were fetched within the last minute are not fetched again. */
export async function boundedFetch(
  address: string,
  {
    body,
    ...options
  }: Pick<CustomFetchOptions, "headers" | "method" | "redirect" | "signal"> & {
    body?: CustomFetchOptions["body"];
  },
): Promise<Response> {
  const isKeys = address === known?.serverMetadata().jwks_uri;
  if (isKeys && keys?.from === address && performance.now() - keys.at < KEYS_MS) return asJson(keys.body);
  const answer = await fetch(address, { ...options, body: body as RequestInit["body"], redirect: "manual" });
  const text = await readAtMost(answer);
  if (isKeys && answer.ok) keys = { from: address, at: performance.now(), body: text };
  const { status, headers } = answer;
  return new Response(text === "" ? null : text, { status, headers: withoutEncoding(headers) });
}

const asJson = (text: string) => new Response(text, { headers: { "Content-Type": "application/json" } });

/** The text is unpacked already. */
function withoutEncoding(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return headers;
}

async function readAtMost({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (!body) return "";
  for await (const piece of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > LONGEST_ANSWER) throw new TypeError("The provider's answer is too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Anyone can return with a code that was made up, and only the provider knows it: these bound what that costs the provider. */
const MAX_CONCURRENT = 8;
const MAX_QUEUED = 64;

let running = 0;
const queue = new HashQueue<(mayRun: boolean) => void>(MAX_QUEUED);

/** Waits for a slot, in the order of sign-ins by password. @returns false where the queue is full and others come first */
export async function acquireTokenSlot(turn: HashPriority): Promise<boolean> {
  if (running >= MAX_CONCURRENT) return new Promise<boolean>((resolve) => queue.add(resolve, turn)?.(false));
  running += 1;
  return true;
}

/** Hands the slot to the next in the queue. */
export function releaseTokenSlot(): void {
  const next = queue.next();
  if (next) next(true);
  else running -= 1;
}
