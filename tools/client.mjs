import { setTimeout as delay } from "node:timers/promises";

/** An HTTP client that acts as a browser without script: it keeps cookies and submits the forms of pages. */
export class Client {
  #cookies = new Map();

  /** @param {() => string} origin is called for each request, so that a client can change servers @param {string} [address] */
  constructor(origin, address = "10.0.0.1") {
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
  async get(path, init = {}) {
    // `origin` is called only here for a request, because its next call may return another server.
    const headers = { ...this.headers, ...init.headers };
    const signal = AbortSignal.timeout(40_000);
    const response = await fetch(headers.Origin + path, { redirect: "manual", signal, ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b|Expires=Thu, 01 Jan 1970/.test(line)) this.#cookies.delete(name);
      else if (name) this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      location: response.headers.get("Location") ?? "",
      text: await response.text(),
    };
  }

  /** @param {string} path @param {BodyInit} body */
  post(path, body) {
    return this.get(path, { method: "POST", body });
  }

  /** Submits the form of the sign-in page. */
  async signIn(email, password) {
    const { text } = await this.get("/auth/login");
    const fields = hiddenFields(text, 'name="password"') ?? [];
    return this.post(
      "/auth/login",
      new URLSearchParams([...fields, ["email", email], ["password", password]]),
    );
  }

  signOut() {
    this.#cookies.clear();
  }
}

/** The hidden fields of the first form that contains `mark`; undefined without such a form. */
export function hiddenFields(html, mark) {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const inputs = forms.find((form) => form.includes(mark))?.match(/<input\b[^>]*type="hidden"[^>]*>/g);
  return inputs?.map((input) => [attribute(input, "name"), attribute(input, "value")]);
}

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
const attribute = (tag, name) =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "").replace(
    /&(?:lt|gt|quot|#x27|amp);/g,
    (entity) => ENTITIES[entity],
  );

/**
 * Imports a journal through the forms of the settings, to its end.
 * @param {Client} client @param {object} journal
 * @returns whether the file was accepted and its entries were imported
 */
export async function importJournal(client, journal) {
  const { text } = await client.get("/settings/data");
  const form = new FormData();
  for (const [name, value] of hiddenFields(text, 'value="import"') ?? []) form.append(name, value);
  form.append("intent", "import");
  form.append("file", new Blob([JSON.stringify(journal)]), "journal.json");
  const { location } = await client.post("/settings/data", form);
  if (!location.startsWith("/settings/data/import/")) return false;
  for (;;) {
    const page = await client.get(location);
    if (page.status !== 200 || page.text.includes('value="undo"')) return page.status === 200;
    const intent = ["confirm", "continue"].find((name) => page.text.includes(`value="${name}"`));
    const fields = hiddenFields(page.text, `value="${intent}"`)?.filter(([name]) => name !== "intent");
    if (fields) await client.post(location, new URLSearchParams([...fields, ["intent", intent]]));
    else await delay(200);
  }
}
