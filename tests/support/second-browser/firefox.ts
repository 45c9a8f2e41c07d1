import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CheerioAPI } from "cheerio";
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type HTTPRequest,
  type HTTPResponse,
  type Page,
} from "puppeteer-core";
import { expect } from "vitest";
import { findFirefox } from "#scripts/browser.mjs";
import { all, parse, type Element } from "#tests/support/form-browser/document";
import { chosenFor, isSubmit, valueOf } from "#tests/support/form-browser/fields";
import { pressedBy } from "#tests/support/form-browser/locator";
import { FormBrowser, FormPage, Response, type Download } from "#tests/support/form-browser/page";
import { elementAt, fillIn, isAtRest, serializeDocument } from "./inside";

/** Time without requests after which script has rendered the last response. */
const QUIET_MS = 120;
/** Maximum time from a click on a link or button to its request. */
const BEGINS_WITHIN_MS = 3_000;
const STEP_TIMEOUT_MS = 20_000;

const isScriptOn = process.env.FIREFOX_SCRIPT === "on";
let running: Promise<{ browser: Browser; folder: string }> | undefined;

async function start(): Promise<{ browser: Browser; folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "firefox-"));
  mkdirSync(path.join(folder, "downloads"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    userDataDir: path.join(folder, "profile"),
    extraPrefsFirefox: {
      "javascript.enabled": isScriptOn,
      // Disabled as in the Chromium tests, because a worker could respond instead of the server.
      "dom.serviceWorkers.enabled": false,
      // Firefox throttles timers of background pages to one a second, which would slow a journey of two users to minutes.
      "dom.timeout.enable_budget_timer_throttling": false,
      "dom.min_background_timeout_value": 4,
      "dom.min_background_timeout_value_without_budget_throttling": 4,
      "browser.download.dir": path.join(folder, "downloads"),
      "browser.download.folderList": 2,
      "browser.download.alwaysOpenPanel": false,
    },
  });
  return { browser, folder };
}

/** Closes the Firefox of a test file's journeys. */
export async function closeFirefox(): Promise<void> {
  const ours = await running;
  running = undefined;
  await ours?.browser.close();
  if (ours) rmSync(ours.folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Firefox with the interface of `FormBrowser`, so that one journey runs in both. */
export class FirefoxBrowser extends FormBrowser {
  readonly #running = (running ??= start());
  readonly #context: Promise<BrowserContext> = this.#running.then(({ browser }) =>
    browser.createBrowserContext(),
  );
  #given: { name: string; value: string }[] = [];

  override newPage = async (): Promise<FormPage> => {
    const page = await (await this.#context).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.setExtraHTTPHeaders(this.headers);
    return new FirefoxPage(this, page, (await this.#running).folder);
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

  /** Passes the cookies that a test added to Firefox. */
  async giveCookies(): Promise<void> {
    const { hostname: domain } = new URL(this.origin);
    const given = this.#given.splice(0).map((one) => ({ ...one, domain, path: "/" }));
    if (given.length > 0) await (await this.#context).setCookie(...given);
  }
  /** Copies Firefox's cookies for requests outside the pages. */
  async takeCookies(): Promise<void> {
    const cookies = await (await this.#context).cookies();
    this.forget();
    for (const { name, value } of cookies) super.addCookie(name, value);
  }
}

/** A tab of Firefox. Its document is read after each step; fields are filled in and clicks happen in Firefox. */
class FirefoxPage extends FormPage {
  readonly #browser: FirefoxBrowser;
  readonly #page: Page;
  readonly #folder: string;
  #asked = 0;
  #isRefused = false;
  #dom = parse("");
  #html = "";
  #places = new Map<Element, number>();
  #held = new Map<Element, string>();
  #answer: HTTPResponse | undefined;
  #download: Download | undefined;
  #hasSaved = false;

  constructor(browser: FirefoxBrowser, page: Page, folder: string) {
    super(browser);
    [this.#browser, this.#page, this.#folder] = [browser, page, folder];
    page.on("request", (request) => {
      browser.addresses.push(request.url());
      if (isForPage(request)) this.#asked += 1;
    });
    page.on("response", (response) => {
      // After a rejected post, script reloads the page's data; the rejection stays the result.
      if (isForPage(response.request()) && !this.#isRefused) {
        this.#answer = response;
        this.#isRefused = response.request().method() === "POST" && response.status() >= 400;
      }
      if (response.status() >= 500) browser.failures.push(`${response.status()} for ${response.url()}`);
    });
  }

  override get dom(): CheerioAPI {
    return this.#dom;
  }
  override get answer(): Response {
    if (!this.#answer) throw new Error("Nothing has been asked for yet.");
    const [status, url, headers] = [this.#answer.status(), this.#answer.url(), this.#answer.headers()];
    return new Response({ status, headers, url, body: Buffer.from(this.#html), setCookie: [] });
  }
  override url = () => this.#page.url();
  override content = () => Promise.resolve(this.#html);
  override goto = (address: string) =>
    this.#lead(() => this.#page.goto(new URL(address, this.#browser.origin).href));
  override reload = () => this.#lead(() => this.#page.reload());
  override async goBack(): Promise<void> {
    await this.#lead(() => this.#page.goBack());
  }
  override async press(element: Element): Promise<void> {
    await this.#step(() => this.#click(element), this.#placeOf(element));
  }
  override downloaded(): Download {
    if (!this.#download) throw new Error("No file has come.");
    return this.#download;
  }

  /** Navigates. After a download the driver waits for a page that never loads, so this waits for the next request instead. */
  #lead = (go: () => Promise<unknown>) =>
    this.#step(async () => {
      const before = this.#asked;
      const led = go();
      if (!this.#hasSaved) return led;
      led.catch(() => undefined);
      return expect.poll(() => this.#asked, { timeout: BEGINS_WITHIN_MS }).toBeGreaterThan(before);
    });

  async #step(act: () => Promise<unknown>, pressed?: number): Promise<Response> {
    await this.#browser.giveCookies();
    const before = this.#answer;
    this.#isRefused = false;
    await act();
    // Handling the last response may trigger another request.
    const isQuiet = async () => {
      await this.#page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: STEP_TIMEOUT_MS });
      return this.#page.evaluate(isAtRest, pressed).catch(() => false);
    };
    await expect.poll(isQuiet, { timeout: STEP_TIMEOUT_MS }).toBe(true);
    const isFile = this.#answer?.headers()["content-disposition"]?.startsWith("attachment");
    if (isFile && this.#answer !== before) await this.#save();
    await this.#look();
    await this.#browser.takeCookies();
    return this.answer;
  }

  /** Reads the file that Firefox was sent instead of a page. */
  async #save(): Promise<void> {
    const folder = path.join(this.#folder, "downloads");
    const files = () => readdirSync(folder).map((file) => file.replace(/.*\.part$/, ""));
    await expect.poll(files, { timeout: STEP_TIMEOUT_MS }).toEqual([expect.stringMatching(/./)]);
    this.#hasSaved = true;
    const [name = ""] = files();
    this.#download = { suggestedFilename: () => name, bytes: readFileSync(path.join(folder, name)) };
    rmSync(path.join(folder, name));
  }

  /** Reads the current document with its field values. */
  async #look(): Promise<void> {
    this.#html = await this.#page.evaluate(serializeDocument, isScriptOn);
    this.#dom = parse(this.#html);
    const numbered = all(this.#dom, "[data-at]");
    this.#places = new Map(numbered.map((element) => [element, Number(element.attribs["data-at"])]));
    for (const element of numbered) delete element.attribs["data-at"];
    const fields = all(this.#dom, "input, textarea, select");
    this.#held = new Map(fields.map((field) => [field, this.#stateOf(field)]));
  }

  #stateOf = (field: Element) =>
    JSON.stringify(["checked" in field.attribs, chosenFor(field).length, valueOf(this.#dom, field)]);

  #placeOf(element: Element): number {
    const place = this.#places.get(element);
    if (place === undefined) throw new Error(`<${element.name}> is not on the page in Firefox.`);
    return place;
  }
  #handleOf = async (element: Element) =>
    (await this.#page.evaluateHandle(elementAt, this.#placeOf(element))) as ElementHandle<HTMLInputElement>;

  /** Enters the changed field values in Firefox. */
  override async filled(): Promise<void> {
    for (const [field, before] of this.#held) {
      if (this.#stateOf(field) === before) continue;
      const { type = "" } = field.attribs;
      const isOff = type === "radio" && !("checked" in field.attribs);
      if (type === "file") await (await this.#handleOf(field)).uploadFile(...this.#filesOf(field));
      else if (!isOff) await this.#page.evaluate(fillIn, this.#placeOf(field), valueOf(this.#dom, field));
    }
    await this.#look();
  }

  #filesOf(field: Element): string[] {
    const folder = mkdtempSync(path.join(this.#folder, "chosen-"));
    return chosenFor(field).map(({ name, buffer }) => {
      writeFileSync(path.join(folder, name), buffer);
      return path.join(folder, name);
    });
  }

  async #click(element: Element): Promise<void> {
    const before = this.#asked;
    await (await this.#handleOf(element)).click();
    const pressed = pressedBy(element);
    const leads = pressed?.name === "a" && !/^#/.test(pressed.attribs.href ?? "");
    if (leads || (pressed && isSubmit(pressed)))
      await expect.poll(() => this.#asked, { timeout: BEGINS_WITHIN_MS }).toBeGreaterThan(before);
  }
}

/** Whether a request is for a page, or for the data that script loads instead. */
const isForPage = (request: HTTPRequest) =>
  request.isNavigationRequest() || /\.data(\?|$)/.test(request.url());
