/** A browser without script: keeps its cookies, reads the form of a page and sends back what is hidden in it. */
export class Visitor {
  #cookies = new Map();

  /** @param {{ origin: () => string, address?: string }} made `origin` is asked for each request: it may be another server's */
  constructor({ origin, address = "10.0.0.1" }) {
    this.origin = origin;
    this.address = address;
  }

  get headers() {
    return {
      Origin: this.origin(),
      Accept: "text/html",
      "X-Forwarded-For": this.address,
      Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
  }

  /** @param {string} path @param {RequestInit} [init] */
  async go(path, init = {}) {
    const { headers } = this;
    const response = await fetch(headers.Origin + path, {
      redirect: "manual",
      signal: AbortSignal.timeout(40_000),
      ...init,
      headers,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b|Expires=Thu, 01 Jan 1970/.test(line)) this.#cookies.delete(name);
      else if (name) this.#cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, text: bytes.toString("utf8"), bytes, location };
  }

  /** @param {string} path @param {BodyInit} body */
  post(path, body) {
    return this.go(path, { method: "POST", body });
  }

  /** Asks as a program does: with a key, and without cookies. @param {string} path @param {string} key @param {RequestInit} [init] */
  async call(path, key, { headers = {}, ...init } = {}) {
    const response = await fetch(this.origin() + path, {
      signal: AbortSignal.timeout(40_000),
      ...init,
      headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": this.address, ...headers },
    });
    return { status: response.status, text: await response.text(), location: null };
  }

  /** Signs in with the form of the page. @returns the answer to it */
  async signIn(email, password) {
    const page = await this.go("/auth/login");
    const hidden = hiddenIn(page.text, 'name="password"');
    if (!hidden) return page;
    return this.post(
      "/auth/login",
      new URLSearchParams([...hidden, ["email", email], ["password", password]]),
    );
  }

  signOut() {
    this.#cookies.clear();
  }
}

/** The hidden fields of the form that has `mark` in it; undefined where there is no such form. */
export function hiddenIn(html, mark) {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((candidate) => candidate.includes(mark));
  const inputs = form?.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g);
  return (
    inputs &&
    [...inputs].map(([input]) => [
      /\bname="([^"]*)"/.exec(input)?.[1] ?? "",
      plain(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ""),
    ])
  );
}

const SIGNS = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
const plain = (text) => text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (sign) => SIGNS[sign]);
