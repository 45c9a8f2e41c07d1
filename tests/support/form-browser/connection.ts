import { request as openRequest } from "node:http";
import { buffer } from "node:stream/consumers";

/** A response of the server. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Each `Set-Cookie` line. */
  setCookie: string[];
  body: Buffer;
  url: string;
};

export type Sending = {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
};

/**
 * Sends one request without following redirects, over a connection of its own: the server may close an idle connection
 * just when a test reuses it.
 */
export function exchange(url: string, { method = "GET", headers = {}, body }: Sending = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = openRequest(url, { method, headers, agent: false }, (incoming) => {
      buffer(incoming).then((bytes) => {
        const { "set-cookie": setCookie = [], ...rest } = incoming.headers;
        const plain = Object.entries(rest).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(plain) as Record<string, string>,
          setCookie,
          body: bytes,
          url,
        });
      }, reject);
    });
    request.once("error", reject);
    request.end(body);
  });
}

type Cookie = { name: string; value: string; path: string };

/** The cookies of one browser. They belong to a host, whatever its port. */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>();

  take(url: string, lines: string[]): void {
    const { hostname } = new URL(url);
    const own = this.#hosts.get(hostname) ?? new Map<string, Cookie>();
    this.#hosts.set(hostname, own);
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(pair.indexOf("=") + 1);
      const attribute = (wanted: string) =>
        attributes.map((one) => one.split("=")).find(([key = ""]) => key.toLowerCase() === wanted)?.[1];
      const maxAge = attribute("max-age");
      const expires = attribute("expires");
      const isOver =
        maxAge !== undefined
          ? Number(maxAge) <= 0
          : expires !== undefined && Date.parse(expires) <= Date.now();
      const path = attribute("path") ?? "/";
      if (isOver) own.delete(`${name}|${path}`);
      else own.set(`${name}|${path}`, { name, value, path });
    }
  }

  /** The `Cookie` header of a request. */
  for(url: string): string {
    const { hostname, pathname } = new URL(url);
    const own = [...(this.#hosts.get(hostname)?.values() ?? [])];
    // Cookies with longer paths come first (RFC 6265).
    return own
      .sort((one, other) => other.path.length - one.path.length)
      .filter(
        ({ path }) => path === "/" || pathname === path || pathname.startsWith(`${path.replace(/\/$/, "")}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  all(): Cookie[] {
    return [...this.#hosts.values()].flatMap((own) => [...own.values()]);
  }

  clear(): void {
    this.#hosts.clear();
  }
}
