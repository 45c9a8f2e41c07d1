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
import { findFirefox } from "#scripts/browser.mjs";
import { all, parse, type Element } from "#tests/support/form-browser/document";
import { chosenFor, isSubmit, valueOf } from "#tests/support/form-browser/fields";
import { pressedBy } from "#tests/support/form-browser/locator";
import { FormBrowser, FormPage, Response, type Download } from "#tests/support/form-browser/page";
import { elementAt, fillIn, hitElement, isAtRest, pointOf, serializeDocument, tick } from "./inside";

/** Time without requests after which a page is idle; by then script has rendered the last response. */
const QUIET_MS = 120;
/** Maximum time from a click on a link or button to its request. */
const BEGINS_WITHIN_MS = 3_000;
const STEP_TIMEOUT_MS = 20_000;

type Running = { browser: Browser; folder: string };
let running: Promise<Running> | undefined;

const isScriptOn = () => process.env.FIREFOX_SCRIPT === "on";

async function start(): Promise<Running> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("There is no Firefox on this machine.");
  const folder = mkdtempSync(path.join(tmpdir(), "firefox-"));
  const downloads = path.join(folder, "downloads");
  mkdirSync(downloads);
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    userDataDir: path.join(folder, "profile"),
    extraPrefsFirefox: {
      "javascript.enabled": isScriptOn(),
      // Disabled as in the Chromium tests, because a worker could respond instead of the server.
      "dom.serviceWorkers.enabled": false,
      // Firefox throttles timers of background pages to one a second, which would slow a journey of two users to minutes.
      "dom.timeout.enable_budget_timer_throttling": false,
      "dom.min_background_timeout_value": 4,
      "dom.min_background_timeout_value_without_budget_throttling": 4,
      "browser.download.dir": downloads,
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
  if (!ours) return;
  await ours.browser.close();
  rmSync(ours.folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Firefox with the interface of `FormBrowser`, so that one journey runs in both. */
export class FirefoxBrowser extends FormBrowser {
  readonly #headers: Record<string, string>;
  readonly #running: Promise<Running>;
  readonly #context: Promise<BrowserContext>;
  #given: { name: string; value: string }[] = [];

  constructor(origin: string, headers: Record<string, string> = {}) {
    super(origin, headers);
    this.#headers = headers;
    this.#running = running ??= start();
    this.#context = this.#running.then(({ browser }) => browser.createBrowserContext());
  }

  override newPage = async (): Promise<FormPage> => {
    const page = await (await this.#context).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.setExtraHTTPHeaders(this.#headers);
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

  override cookies = async () => {
    await this.readCookies();
    return this.known();
  };

  /** Passes the cookies that a test added to Firefox. */
  async writeCookies(): Promise<void> {
    const context = await this.#context;
    const { hostname: domain } = new URL(this.origin);
    const given = this.#given.splice(0);
    if (given.length > 0) await context.setCookie(...given.map((one) => ({ ...one, domain, path: "/" })));
  }

  /** Copies Firefox's cookies for requests outside the pages. */
  async readCookies(): Promise<void> {
    const cookies = await (await this.#context).cookies();
    this.forget();
    for (const { name, value } of cookies) super.addCookie(name, value);
  }
}

/** A tab of Firefox. Its document is read after each step; clicks and typing happen in Firefox. */
class FirefoxPage extends FormPage {
  readonly #browser: FirefoxBrowser;
  readonly #page: Page;
  readonly #folder: string;
  readonly #underWay = new Set<unknown>();
  #asked = 0;
  #isLoading = false;
  #isRefused = false;
  #quietSince = 0;
  #dom = parse("");
  #html = "";
  #title = "";
  #places = new Map<Element, number>();
  #held = new Map<Element, string>();
  #answer: HTTPResponse | undefined;
  #download: Download | undefined;
  #hasSaved = false;

  constructor(browser: FirefoxBrowser, page: Page, folder: string) {
    super(browser);
    this.#browser = browser;
    this.#page = page;
    this.#folder = folder;
    page.on("request", (request) => {
      browser.requestedUrls.push(request.url());
      this.#underWay.add(request);
      if (this.#isOfPage(request)) this.#isLoading = true;
      if (isForPage(request)) this.#asked += 1;
    });
    page.on("load", () => {
      this.#isLoading = false;
      this.#quietSince = Date.now();
    });
    page.on("requestfailed", (request) => {
      if (this.#isOfPage(request)) this.#isLoading = false;
    });
    for (const event of ["requestfinished", "requestfailed"] as const)
      page.on(event, (request) => {
        this.#underWay.delete(request);
        this.#quietSince = Date.now();
      });
    page.on("response", (response) => {
      // After a rejected post the page's script reloads its data. `answer` must stay the response to the post.
      if (isForPage(response.request()) && !this.#isRefused) {
        this.#answer = response;
        this.#isRefused = response.request().method() === "POST" && response.status() >= 400;
      }
      // A download does not replace the page, so no page is loading any more.
      if (isFile(response)) this.#isLoading = false;
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
    this.#lead(() => this.#page.goto(new URL(address, this.#browser.origin).href));
  override reload = () => this.#lead(() => this.#page.reload());
  override async goBack(): Promise<void> {
    await this.#lead(() => this.#page.goBack());
  }
  override async press(element: Element): Promise<void> {
    await this.#step(() => this.#click(element), this.#placeOf(element));
  }
  override async filled(): Promise<void> {
    await this.#fillIn();
    await this.#look();
  }
  override downloaded(): Download {
    const download = this.#download;
    if (!download) throw new Error("No file has come.");
    this.#download = undefined;
    return download;
  }

  /** Navigates. After a download the driver waits for a page that never loads, so this waits for the next request instead. */
  #lead = (go: () => Promise<unknown>) =>
    this.#step(async () => {
      const before = this.#asked;
      const led = go();
      if (!this.#hasSaved) return led;
      led.catch(() => undefined);
      return waitFor(() => this.#asked > before, BEGINS_WITHIN_MS);
    });

  async #step(act: () => Promise<unknown>, pressed?: number): Promise<Response> {
    await this.#browser.writeCookies();
    const before = this.#answer;
    this.#isRefused = false;
    await act();
    await this.#quiet(pressed);
    if (this.#answer && this.#answer !== before && isFile(this.#answer)) await this.#save();
    await this.#look();
    await this.#browser.readCookies();
    return this.answer;
  }

  #isOfPage = (request: HTTPRequest) =>
    request.isNavigationRequest() && request.frame() === this.#page.mainFrame();

  async #quiet(pressed?: number): Promise<void> {
    this.#quietSince = Date.now();
    const isQuiet = () =>
      this.#underWay.size === 0 && !this.#isLoading && Date.now() - this.#quietSince >= QUIET_MS;
    for (const until = Date.now() + STEP_TIMEOUT_MS; Date.now() < until;) {
      if (!(await waitFor(isQuiet, until - Date.now()))) break;
      // Handling the last response may trigger another request.
      if (!isScriptOn()) return;
      const isDone = await this.#page.evaluate(isAtRest, pressed).catch(() => false);
      // A button may stay disabled for longer, for example during the countdown of a lockout.
      if (isQuiet() && (isDone || Date.now() - this.#quietSince > BEGINS_WITHIN_MS)) return;
    }
    throw new Error(`${this.url()} is still waiting for something.`);
  }

  /** The file that Firefox was sent instead of a page. */
  async #save(): Promise<void> {
    const folder = path.join(this.#folder, "downloads");
    const names = () => readdirSync(folder);
    const isThere = () => names().length > 0 && !names().some((name) => name.endsWith(".part"));
    if (!(await waitFor(isThere, STEP_TIMEOUT_MS))) throw new Error("Firefox has not kept the file.");
    this.#hasSaved = true;
    const [name = ""] = names();
    const file = path.join(folder, name);
    this.#download = { suggestedFilename: () => name, bytes: readFileSync(file) };
    rmSync(file);
  }

  /** Reads the current document with its field values. */
  async #look(): Promise<void> {
    const seen = await this.#page.evaluate(serializeDocument, isScriptOn());
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

  #stateOf = (field: Element) =>
    [
      "checked" in field.attribs,
      chosenFor(field)
        .map(({ name }) => name)
        .join("|"),
      valueOf(this.#dom, field),
    ].join("|");

  #placeOf(element: Element): number {
    const place = this.#places.get(element);
    if (place === undefined) throw new Error(`<${element.name}> is not on the page in Firefox.`);
    return place;
  }

  /** Types the pending field values. */
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
      if (type === "file") {
        await this.#chooseFiles(field);
        continue;
      }
      const value = valueOf(this.#dom, field);
      const isTyped = await this.#page.evaluate(fillIn, at, value, isScriptOn());
      if (isTyped) await this.#page.keyboard.type(value);
    }
  }

  async #chooseFiles(field: Element): Promise<void> {
    const folder = mkdtempSync(path.join(this.#folder, "chosen-"));
    const files = chosenFor(field).map(({ name, buffer }) => {
      const file = path.join(folder, name);
      writeFileSync(file, buffer);
      return file;
    });
    const handle = await this.#page.evaluateHandle(elementAt, this.#placeOf(field));
    await (handle as ElementHandle<HTMLInputElement>).uploadFile(...files);
  }

  async #click(element: Element): Promise<void> {
    const at = this.#placeOf(element);
    const point = await this.#page.evaluate(pointOf, at);
    if (typeof point === "string") throw new Error(`<${element.name}> cannot be pressed: ${point}`);
    const before = this.#asked;
    await this.#page.mouse.click(point.x, point.y);
    const pressed = pressedBy(element);
    const asks =
      pressed && (isSubmit(pressed) || (pressed.name === "a" && !/^#/.test(pressed.attribs.href ?? "")));
    if (asks && (await waitFor(() => this.#asked > before, BEGINS_WITHIN_MS))) return;
    const met = isScriptOn() ? await this.#page.evaluate(hitElement, at) : undefined;
    if (met !== undefined) throw new Error(`The press on <${element.name}> met ${met}.`);
  }
}

const isFile = (response: HTTPResponse) =>
  response.headers()["content-disposition"]?.startsWith("attachment") ?? false;

/** Whether a request is for a page, or for the data that script loads instead. */
const isForPage = (request: HTTPRequest) =>
  request.isNavigationRequest() || /\.data(\?|$)/.test(request.url());

async function waitFor(isSo: () => boolean, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until;) {
    if (isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return isSo();
}
