import type { CheerioAPI } from "cheerio";
import { CookieJar, exchange, type Answer, type Sending } from "./connection";
import { all, ancestry, isDisabled, parse, type Element } from "./document";
import { formOf, isSubmit, setChecked, submissionOf } from "./fields";
import { Locator, pressedBy, type ByName, type Words } from "./locator";

/** Headers that Chromium sends with every request for a page. */
const PAGE_HEADERS = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Accept-Language": "en-US,en;q=0.9",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Upgrade-Insecure-Requests": "1",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-User": "?1",
};

export type Download = { suggestedFilename(): string; bytes: Buffer };

/** Has the same interface as the `Response` of Playwright. */
export class Response {
  readonly #answer: Answer;
  constructor(answer: Answer) {
    this.#answer = answer;
  }
  status = () => this.#answer.status;
  headers = () => this.#answer.headers;
  url = () => this.#answer.url;
  body = () => Promise.resolve(this.#answer.body);
  text = () => Promise.resolve(this.#answer.body.toString("utf8"));
  json = (): Promise<unknown> => Promise.resolve(JSON.parse(this.#answer.body.toString("utf8")));
}

type Visit = Sending & { from?: string };

/**
 * A browser without script, with Playwright's interface: it supports links, forms, cookies, redirects, visible text and
 * accessible names.
 */
export class FormBrowser {
  readonly origin: string;
  readonly #headers: Record<string, string>;
  readonly #jar = new CookieJar();
  readonly requestedUrls: string[] = [];
  /** Responses with status 500 or above. */
  readonly failures: string[] = [];

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.origin = origin;
    this.#headers = headers;
  }

  newPage = () => Promise.resolve(new FormPage(this));
  cookies = () => Promise.resolve(this.#jar.all());
  clearCookies = () => Promise.resolve(this.forget());
  protected forget(): void {
    this.#jar.clear();
  }
  protected known = () => this.#jar.all();
  /** Adds a cookie as if the server had set it. */
  addCookie(name: string, value: string): void {
    this.#jar.take(this.origin, [`${name}=${value}; Path=/`]);
  }

  /** Sends one request with this browser's cookies, without following redirects. */
  async send(url: string, { headers, ...sending }: Sending = {}): Promise<Answer> {
    this.requestedUrls.push(url);
    const cookie = this.#jar.for(url);
    const answer = await exchange(url, {
      ...sending,
      headers: { ...this.#headers, ...(cookie && { Cookie: cookie }), ...headers },
    });
    this.#jar.take(url, answer.setCookie);
    if (answer.status >= 500) this.failures.push(`${answer.status} for ${sending.method ?? "GET"} ${url}`);
    return answer;
  }

  /** Navigates to a URL and follows redirects. */
  async visit(address: string, { from, method = "GET", body, headers }: Visit = {}): Promise<Answer> {
    let sending: Sending = { method, body, headers };
    let url = new URL(address, this.origin).href;
    let site =
      from === undefined
        ? "none"
        : new URL(from).origin === new URL(url).origin
          ? "same-origin"
          : "cross-site";
    for (let hop = 0; hop < 20; hop++) {
      if (from !== undefined && new URL(from).origin !== new URL(url).origin) site = "cross-site";
      const answer = await this.send(url.split("#")[0] ?? url, {
        ...sending,
        headers: {
          ...PAGE_HEADERS,
          "Sec-Fetch-Site": site,
          // The pages' referrer policy sends the URL to the same origin only.
          ...(site === "same-origin" && from !== undefined && { Referer: from.split("#")[0] ?? "" }),
          ...sending.headers,
        },
      });
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return { ...answer, url };
      const next = new URL(location, url);
      if (!next.hash) next.hash = new URL(url).hash;
      url = next.href;
      if (answer.status < 307) sending = {};
    }
    throw new Error(`${address} leads from one address to the next without end.`);
  }

  /** Requests outside the pages, like those of an API client. */
  request = {
    get: async (
      url: string,
      { headers, maxRedirects = 20 }: { headers?: Record<string, string>; maxRedirects?: number } = {},
    ) =>
      new Response(
        maxRedirects === 0
          ? await this.send(new URL(url, this.origin).href, { headers })
          : await this.visit(url, { headers }),
      ),
    post: async (url: string, { headers, data }: { headers?: Record<string, string>; data?: string } = {}) =>
      new Response(await this.send(new URL(url, this.origin).href, { method: "POST", headers, body: data })),
  };
}

/** A tab. */
export class FormPage {
  readonly #browser: FormBrowser;
  readonly #downloads: Download[] = [];
  #past: string[] = [];
  #url = "about:blank";
  #html = "";
  #dom = parse("");
  #answer: Response | undefined;

  constructor(browser: FormBrowser) {
    this.#browser = browser;
  }

  get dom(): CheerioAPI {
    return this.#dom;
  }
  /** The last response. */
  get answer(): Response {
    if (!this.#answer) throw new Error("Nothing has been asked for yet.");
    return this.#answer;
  }
  get request(): FormBrowser["request"] {
    return this.#browser.request;
  }
  context = () => this.#browser;
  url = () => this.#url;
  /** The page as the server sent it. */
  content = () => Promise.resolve(this.#html);
  title = () => Promise.resolve(this.#dom("title").first().text());

  goto = (address: string) => this.#visit(address);
  reload = () => this.#visit(this.#url, {}, false);
  async goBack(): Promise<void> {
    const before = this.#past.pop();
    if (!before) throw new Error("There is no page to go back to.");
    await this.#visit(before, {}, false);
  }

  async #visit(address: string, visit: Visit = {}, isStep = true): Promise<Response> {
    const answer = await this.#browser.visit(address, visit);
    this.#answer = new Response(answer);
    const disposition = answer.headers["content-disposition"] ?? "";
    if (/^attachment/.test(disposition)) {
      const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "";
      this.#downloads.push({ suggestedFilename: () => name, bytes: answer.body });
      return this.#answer;
    }
    if (isStep && this.#url !== "about:blank") this.#past.push(this.#url);
    this.#url = answer.url;
    this.#html = answer.body.toString("utf8");
    this.#dom = parse(this.#html);
    return this.#answer;
  }

  /** The file that the last click downloaded. */
  downloaded(): Download {
    const download = this.#downloads.pop();
    if (!download) throw new Error("No file has come.");
    return download;
  }

  filled?(): Promise<void>;

  async press(element: Element): Promise<void> {
    const pressed = pressedBy(element);
    if (!pressed) throw new Error(`A press on <${element.name}> does nothing without script.`);
    const { name, attribs } = pressed;
    if (name === "a") return this.#follow(attribs.href ?? "");
    if (name === "summary") return this.#unfold(pressed);
    if (name === "label") return this.#tick(this.#labelled(pressed));
    if (isSubmit(pressed)) return this.#submit(pressed);
    if (/^(checkbox|radio)$/.test(attribs.type ?? "")) return this.#tick(pressed);
    throw new Error(`A press on <${name} type="${attribs.type}"> does nothing without script.`);
  }

  async #follow(href: string): Promise<void> {
    const next = new URL(href, this.#url);
    const here = new URL(this.#url);
    const isHere = next.hash !== "" && next.href.split("#")[0] === here.href.split("#")[0];
    if (isHere) this.#url = next.href;
    else await this.#visit(next.href, { from: this.#url });
  }

  #unfold(summary: Element): void {
    const details = ancestry(summary)[1];
    if (details?.name !== "details") throw new Error("The summary belongs to nothing.");
    if ("open" in details.attribs) delete details.attribs.open;
    else details.attribs.open = "";
  }

  #labelled(label: Element): Element {
    const $ = this.#dom;
    const { for: id } = label.attribs;
    const field =
      id === undefined
        ? $(label).find("input").toArray()[0]
        : all($, "input").find(({ attribs }) => attribs.id === id);
    if (!field) throw new Error("The label names no box.");
    return field;
  }

  #tick(box: Element): void {
    setChecked(this.#dom, box, box.attribs.type === "radio" || !("checked" in box.attribs));
  }

  async #submit(button: Element): Promise<void> {
    if (isDisabled(button)) throw new Error("The button is disabled.");
    const form = formOf(this.#dom, button);
    if (!form) throw new Error("The button belongs to no form.");
    const { method, address, body, contentType } = await submissionOf(this.#dom, form, button, this.#url);
    const headers =
      method === "POST"
        ? {
            Origin: new URL(this.#url).origin,
            "Content-Type": contentType ?? "",
            "Content-Length": String(body?.length ?? 0),
          }
        : undefined;
    await this.#visit(address, { from: this.#url, method, body, headers });
  }

  // --- Locators ---

  locator = (selector: string, options?: { hasText?: Words }) => this.#all.locator(selector, options);
  getByRole = (role: string, options?: ByName) => this.#all.getByRole(role, options);
  getByLabel = (words: Words, options?: { exact?: boolean }) => this.#all.getByLabel(words, options);
  getByText = (words: Words, options?: { exact?: boolean }) => this.#all.getByText(words, options);

  get #all(): Locator {
    // Starts at the document node, so that <html> is found too.
    return new Locator(this, ($) => $.root().toArray() as unknown as Element[], "page");
  }
}
