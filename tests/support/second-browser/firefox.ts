import type { CheerioAPI } from "cheerio";
import puppeteer, { type Browser, type BrowserContext, type HTTPResponse, type Page } from "puppeteer-core";
import { findFirefox } from "#scripts/browser.mjs";
import { all, parse, type Element } from "#tests/support/form-browser/document";
import { valueOf } from "#tests/support/form-browser/fields";
import { FormBrowser, FormPage, Response } from "#tests/support/form-browser/page";
import { fillIn, pointOf, tick, whatIsSeen } from "./inside";

/** A page is quiet when nothing has been under way for so long; script has drawn by then what an answer brought. */
const QUIET_MS = 120;
const PATIENCE_MS = 20_000;

let running: Promise<Browser> | undefined;

const start = () =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    extraPrefsFirefox: {
      "javascript.enabled": isScriptOn(),
      // As in the tests in Chromium: a worker would answer behind the back of a journey.
      "dom.serviceWorkers.enabled": false,
    },
  });

const isScriptOn = () => process.env.FIREFOX_SCRIPT === "on";

/** Ends the Firefox that the journeys of a file were walked in. */
export async function closeFirefox(): Promise<void> {
  const browser = running;
  running = undefined;
  await (await browser)?.close();
}

/** Firefox with the calls of the reader of forms, so that one text is walked in both. */
export class FirefoxBrowser extends FormBrowser {
  readonly #headers: Record<string, string>;
  readonly #context: Promise<BrowserContext>;
  #given: { name: string; value: string }[] = [];

  constructor(origin: string, headers: Record<string, string> = {}) {
    super(origin, headers);
    this.#headers = headers;
    this.#context = (running ??= start()).then((browser) => browser.createBrowserContext());
  }

  override newPage = async (): Promise<FormPage> => {
    const page = await (await this.#context).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.setExtraHTTPHeaders(this.#headers);
    return new FirefoxPage(this, page);
  };

  override addCookie(name: string, value: string): void {
    super.addCookie(name, value);
    this.#given.push({ name, value });
  }

  override clearCookies = async (): Promise<void> => {
    const context = await this.#context;
    await context.deleteCookie(...(await context.cookies()));
    this.forget();
  };

  override cookies = async () => {
    await this.takeCookies();
    return this.known();
  };

  /** Gives Firefox the cookies that a test made. */
  async giveCookies(): Promise<void> {
    const context = await this.#context;
    const { hostname: domain } = new URL(this.origin);
    const given = this.#given.splice(0);
    if (given.length > 0) await context.setCookie(...given.map((one) => ({ ...one, domain, path: "/" })));
  }

  /** Requests beside the pages have the cookies of Firefox. */
  async takeCookies(): Promise<void> {
    const cookies = await (await this.#context).cookies();
    this.forget();
    for (const { name, value } of cookies) super.addCookie(name, value);
  }
}

/** A tab of Firefox. What it shows is read once after each step, and pressed and typed in Firefox itself. */
class FirefoxPage extends FormPage {
  readonly #browser: FirefoxBrowser;
  readonly #page: Page;
  readonly #underWay = new Set<unknown>();
  #quietSince = 0;
  #dom = parse("");
  #html = "";
  #title = "";
  #places = new Map<Element, number>();
  #held = new Map<Element, string>();
  #answer: HTTPResponse | undefined;

  constructor(browser: FirefoxBrowser, page: Page) {
    super(browser);
    this.#browser = browser;
    this.#page = page;
    page.on("request", (request) => void this.#underWay.add(request));
    for (const event of ["requestfinished", "requestfailed"] as const)
      page.on(event, (request) => {
        this.#underWay.delete(request);
        this.#quietSince = Date.now();
      });
    page.on("response", (response) => {
      if (response.request().isNavigationRequest() || /[?&]_data=/.test(response.url()))
        this.#answer = response;
      if (response.status() >= 500) browser.failures.push(`${response.status()} for ${response.url()}`);
    });
  }

  override get dom(): CheerioAPI {
    return this.#dom;
  }
  override get answer(): Response {
    if (!this.#answer) throw new Error("Nothing has been asked for yet.");
    const headers = this.#answer.headers();
    const [status, url, body] = [this.#answer.status(), this.#answer.url(), Buffer.from(this.#html)];
    return new Response({ status, headers, url, body, setCookie: [] });
  }
  override context = () => this.#browser;
  override url = () => this.#page.url();
  override content = () => Promise.resolve(this.#html);
  override title = () => Promise.resolve(this.#title);

  override goto = (address: string) =>
    this.#step(() => this.#page.goto(new URL(address, this.#browser.origin).href));
  override reload = () => this.#step(() => this.#page.reload());
  override async goBack(): Promise<void> {
    await this.#step(() => this.#page.goBack());
  }
  override async press(element: Element): Promise<void> {
    await this.#step(async () => {
      await this.#fillIn();
      await this.#click(element);
    });
  }

  async #step(act: () => Promise<unknown>): Promise<Response> {
    await this.#browser.giveCookies();
    await act();
    await this.#quiet();
    await this.#look();
    await this.#browser.takeCookies();
    return this.answer;
  }

  async #quiet(): Promise<void> {
    this.#quietSince = Date.now();
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (this.#underWay.size === 0 && Date.now() - this.#quietSince >= QUIET_MS) return;
    }
    throw new Error(`${this.url()} is still waiting for something.`);
  }

  /** What Firefox shows now, with what its fields hold. */
  async #look(): Promise<void> {
    const seen = await this.#page.evaluate(whatIsSeen, isScriptOn());
    this.#html = seen.html;
    this.#title = seen.title;
    this.#dom = parse(seen.html);
    this.#places = new Map(
      all(this.#dom, "[data-at]").map((element) => [element, Number(element.attribs["data-at"])]),
    );
    for (const element of this.#places.keys()) delete element.attribs["data-at"];
    this.#held = new Map(
      all(this.#dom, "input, textarea, select").map((field) => [field, this.#stateOf(field)]),
    );
  }

  #stateOf = (field: Element) => `${"checked" in field.attribs}|${valueOf(this.#dom, field)}`;

  #placeOf(element: Element): number {
    const place = this.#places.get(element);
    if (place === undefined) throw new Error(`<${element.name}> is not on the page in Firefox.`);
    return place;
  }

  /** What a test has filled in since the last step. */
  async #fillIn(): Promise<void> {
    for (const [field, before] of this.#held) {
      if (this.#stateOf(field) === before) continue;
      const at = this.#placeOf(field);
      const { type } = field.attribs;
      if (type === "radio" && !("checked" in field.attribs)) continue;
      if (type === "checkbox" || type === "radio") {
        await this.#page.evaluate(tick, at);
        continue;
      }
      const value = valueOf(this.#dom, field);
      const isTyped = await this.#page.evaluate(fillIn, at, value, isScriptOn());
      if (isTyped) await this.#page.keyboard.type(value);
    }
  }

  async #click(element: Element): Promise<void> {
    const point = await this.#page.evaluate(pointOf, this.#placeOf(element));
    if (typeof point === "string") throw new Error(`<${element.name}> cannot be pressed: ${point}`);
    await this.#page.mouse.click(point.x, point.y);
  }
}
