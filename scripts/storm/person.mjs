import { setTimeout as delay } from "node:timers/promises";

/** Someone with a browser that has no script: keeps cookies, reads a page's form and sends it back. */
export class Person {
  #cookies = new Map();

  /** @param {{ name: string, address: string, origin: () => string, notes: import("./notes.mjs").Notes }} made `origin`: of a server, chosen anew each time */
  constructor({ name, address, origin, notes }) {
    this.name = name;
    this.email = `${name}@example.test`;
    this.address = address;
    this.origin = origin;
    this.notes = notes;
    /** What was acknowledged, by kind. */
    this.kept = { entries: [], imported: [], intentions: [], messages: [] };
  }

  async go(path, init = {}) {
    const origin = this.origin();
    const response = await fetch(origin + path, {
      redirect: "manual",
      signal: AbortSignal.timeout(40_000),
      ...init,
      headers: {
        Origin: origin,
        "X-Forwarded-For": this.address,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.#cookies.delete(name);
      else if (name) this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get("Location"),
    };
  }

  post(path, body) {
    return this.go(path, { method: "POST", body });
  }

  /** The hidden fields of the page's form that has `mark` in it; undefined where there is no such form. */
  async form(path, mark) {
    const page = await this.notes.ask("pages read", () => this.go(path));
    if (page?.location?.includes("/login")) return void (await this.signIn());
    const forms = page?.text.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
    const form = forms.find((candidate) => candidate.includes(mark));
    return form && hiddenIn(form);
  }

  /**
   * Fills in and sends a form. Without an answer, or while the house says that it cannot now, the same form is sent again,
   * as someone does who presses the button once more.
   */
  async send(what, path, mark, fields, { to = path, tries = 12 } = {}) {
    const hidden = await this.form(path, mark);
    if (!hidden) return undefined;
    const body = new URLSearchParams([...hidden, ...Object.entries(fields)]);
    for (let nth = 0; nth < tries; nth++) {
      const answer = await this.notes.ask(what, () => this.post(to, body));
      if (answer && answer.status !== 503 && answer.status !== 507) return answer;
      await delay(700);
    }
    return undefined;
  }

  async signIn() {
    const answer = await this.notes.ask("sign-ins", async () => {
      const page = await this.go("/auth/login");
      const forms = page.text.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
      const form = forms.find((candidate) => candidate.includes('name="password"'));
      if (!form) return page;
      const typed = Object.entries({ email: this.email, password: PASSWORD });
      return this.post("/auth/login", new URLSearchParams([...hiddenIn(form), ...typed]));
    });
    return answer?.status === 302;
  }

  signOut() {
    this.#cookies.clear();
  }
}

export const PASSWORD = "Stillness7";

const hiddenIn = (form) =>
  [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /\bname="([^"]*)"/.exec(input)?.[1] ?? "",
    plain(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ""),
  ]);

const plain = (text) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
