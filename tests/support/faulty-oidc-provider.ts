import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";

/** An OpenID Connect provider with injectable faults in its tokens. */
const CLIENT_ID = "journal";

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** Key pairs by key id, shared by all providers of the run because generating one takes a tenth of a second. */
const pairs = new Map<string, Promise<Keys>>();
function pairOf(kid: string): Promise<Keys> {
  const pair = pairs.get(kid) ?? generateKeyPair("RS256", { extractable: true });
  pairs.set(kid, pair);
  return pair;
}

export class OddProvider {
  /** Changes the claims of the next id tokens. */
  claims: (defaults: JWTPayload) => JWTPayload = (defaults) => defaults;
  /** "none" omits the signature, "public" uses the public key as a shared secret, "other" uses an unpublished key. */
  signing: "right" | "none" | "public" | "other" = "right";
  kid = "first";
  typ: string | undefined;
  userinfo: Record<string, unknown> | undefined;
  /** Fields of the discovery document, added or replaced. */
  metadata: Record<string, unknown> = {};
  /** Status of the token endpoint. */
  tokenStatus = 200;
  asked = { discovery: 0, keys: 0, tokens: 0 };
  /** Parameters of the last token request. */
  request = new URLSearchParams();
  authorization: string | undefined;
  #server: Server;
  #nonce = "";
  #codes = new Set<string>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", this.issuer);
      void text(request).then((body) =>
        this.#answer(pathname, body, request.headers.authorization, response),
      );
    });
  }

  static async start(): Promise<OddProvider> {
    const provider = new OddProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings() {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: "between us" };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The query of the callback for the authorization flow that `location` started. */
  code(location: string, changes: Record<string, string> = {}): string {
    const asked = new URL(location).searchParams;
    this.#nonce = asked.get("nonce") ?? "";
    const code = `code-${this.#codes.size + 1}`;
    this.#codes.add(code);
    const query = { code, state: asked.get("state") ?? "", iss: this.issuer, ...changes };
    return `?${new URLSearchParams(query).toString()}`;
  }

  /** A back-channel logout token. */
  logoutToken(changes: JWTPayload = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return this.#sign({
      iss: this.issuer,
      aud: CLIENT_ID,
      iat: now,
      jti: `told-${Math.random()}`,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      ...changes,
    });
  }

  async #sign(claims: JWTPayload): Promise<string> {
    if (this.signing === "none") return new UnsecuredJWT(claims).encode();
    const { kid } = this;
    const { privateKey, publicKey } = await pairOf(this.signing === "other" ? "unknown" : kid);
    const jwt = new SignJWT(claims);
    return this.signing === "public"
      ? jwt.setProtectedHeader({ alg: "HS256", kid }).sign(Buffer.from(await exportSPKI(publicKey)))
      : jwt.setProtectedHeader({ alg: "RS256", kid, ...(this.typ && { typ: this.typ }) }).sign(privateKey);
  }

  async #answer(pathname: string, body: string, authorization: string | undefined, response: ServerResponse) {
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    const { issuer } = this;
    switch (pathname) {
      case "/.well-known/openid-configuration":
        this.asked.discovery += 1;
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: this.userinfo && `${issuer}/userinfo`,
          end_session_endpoint: `${issuer}/leave`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          // Advertises two algorithms that a client must reject although they are listed.
          id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
          authorization_response_iss_parameter_supported: true,
          ...this.metadata,
        });
      case "/keys": {
        this.asked.keys += 1;
        const { publicKey } = await pairOf(this.kid);
        return json({ keys: [{ ...(await exportJWK(publicKey)), kid: this.kid, use: "sig", alg: "RS256" }] });
      }
      case "/userinfo":
        return json(this.userinfo);
      case "/token": {
        this.asked.tokens += 1;
        this.request = new URLSearchParams(body);
        this.authorization = authorization;
        if (this.tokenStatus !== 200) return json({ error: "server_error" }, this.tokenStatus);
        if (!this.#codes.delete(this.request.get("code") ?? "")) return json({ error: "invalid_grant" }, 400);
        const now = Math.floor(Date.now() / 1000);
        const defaults = {
          iss: issuer,
          aud: CLIENT_ID,
          sub: "anna",
          iat: now,
          exp: now + 300,
          nonce: this.#nonce,
          sid: "there-1",
          auth_time: now,
          email: "anna@example.test",
          email_verified: true,
          preferred_username: "anna",
        };
        const id_token = await this.#sign(this.claims(defaults));
        return json({ access_token: "a", token_type: "Bearer", expires_in: 60, id_token });
      }
      default:
        return json({ error: "not_found" }, 404);
    }
  }
}
