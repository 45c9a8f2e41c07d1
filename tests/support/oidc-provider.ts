import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair } from "jose";
import type { Provider } from "oidc-provider";
import { vi } from "vitest";

const pageOf = (content: string) =>
  `<!doctype html><html lang="en"><title>St Anne</title><main><h1>St Anne</h1>${content}</main></html>`;

/** An OpenID Connect provider on loopback: users type their name on its page; it sends back-channel logouts. */
export class OidcProvider {
  #server: Server;
  #handle: ((...args: Parameters<ReturnType<Provider["callback"]>>) => unknown) | undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      if (this.#handle) this.#handle(request, response);
      else response.writeHead(503).end();
    });
  }

  static async start(): Promise<OidcProvider> {
    const provider = new OidcProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings() {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: "journal",
      OIDC_CLIENT_SECRET: "between us alone",
      OIDC_NAME: "St Anne",
    };
  }

  /** Serves the clients at these origins. */
  async serve(origins: string[]): Promise<void> {
    if (this.#handle) return;
    // The provider warns about the Node version and its in-memory storage.
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await this.#begin(origins).finally(() => warn.mockRestore());
  }

  async #begin(origins: string[]): Promise<void> {
    const { Provider } = await import("oidc-provider");
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const [first = ""] = origins;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: "journal",
          client_secret: "between us alone",
          redirect_uris: origins.map((origin) => `${origin}/auth/oidc/callback`),
          post_logout_redirect_uris: origins.map((origin) => `${origin}/home`),
          backchannel_logout_uri: `${first}/auth/oidc/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "kept", use: "sig", alg: "RS256" }] },
      cookies: { keys: ["for tests alone"] },
      claims: { email: ["email", "email_verified"], profile: ["preferred_username", "given_name"] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => {
            const button = '<button type="submit" name="logout" value="yes">Sign me out</button></form>';
            context.body = pageOf(form.replace("</form>", button));
          },
          postLogoutSuccessSource: (context) => {
            context.body = pageOf("<p>Goodbye.</p>");
          },
        },
      },
      ttl: { Session: 3600, Interaction: 600, Grant: 3600, IdToken: 600, AccessToken: 600 },
      pkce: { required: () => true },
      // Fetches without the provider's own dispatcher, because the clients are on this machine.
      fetch: (address, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
        fetch(address, options),
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: `${id}@example.test`,
          email_verified: true,
          preferred_username: id,
          given_name: "Anna",
        }),
      }),
      // Grants consent without a question, so that a sign-in shows only the page for the name.
      async loadExistingGrant(context) {
        const { client, session } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId,
          accountId: session?.accountId,
        });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    });
    const callback = provider.callback();
    this.#handle = (request, response) => {
      if (!request.url?.startsWith("/interaction/")) return callback(request, response);
      if (request.method === "POST")
        return text(request).then((body) => {
          const accountId = new URLSearchParams(body).get("name") ?? "";
          return provider.interactionFinished(request, response, { login: { accountId } });
        });
      return response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(
          pageOf(
            '<form method="post"><label for="name">Your name</label><input id="name" name="name"><button type="submit">Go on</button></form>',
          ),
        );
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
