/**
 * Takes screenshots of pages: phone and desktop, light and dark, with and without script.
 *
 *     npm run screenshots [-- /path …]     into screenshots/ (default: the pages below)
 *     npm run screenshots -- --readme      those of the README, into docs/images/
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { browserArguments, ensureBrowser } from "./browser.mjs";
import { prepare, PrepareError, root, runScript, workFolder } from "./prepare.mjs";
import { startServer } from "./server.mjs";

const PUBLIC_PAGES = ["/", "/login", "/auth/register", "/about", "/faq", "/404"];
const SIGNED_IN_PAGES = [
  "/dashboard",
  "/journal/morning",
  "/journal/evening",
  "/journal/free",
  "/journal/history",
  "/settings",
];
const README_PAGES = { "/": "landing", "/dashboard": "dashboard", "/journal/morning": "morning" };

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
const SCHEMES = ["light", "dark"];

async function takeAll(options) {
  await prepare("app");
  const { chromium } = await import("playwright");
  const executablePath = await ensureBrowser();
  const readme = options.includes("--readme");
  const chosen = options.filter((option) => option.startsWith("/"));
  const pages = readme
    ? Object.keys(README_PAGES)
    : chosen.length > 0
      ? chosen
      : [...PUBLIC_PAGES, ...SIGNED_IN_PAGES];
  const folder = path.join(root, readme ? "docs/images" : "screenshots");
  mkdirSync(folder, { recursive: true });

  const logFile = path.join(workFolder, "screenshots-server.log");
  const server = await startServer({ settings: { BCRYPT_COST: "10" }, logFile });
  try {
    const browser = await chromium.launch({ executablePath, args: browserArguments });
    const storageState = await signIn(browser, server.origin, logFile);
    for (const view of readme ? [{ size: "desk", scheme: "light", script: true }] : allViews()) {
      const settings = {
        baseURL: server.origin,
        viewport: WIDTHS[view.size],
        colorScheme: view.scheme,
        javaScriptEnabled: view.script,
        reducedMotion: "reduce",
      };
      const visitor = await browser.newContext(settings);
      const member = await browser.newContext({ ...settings, storageState });
      for (const url of pages) {
        const file = path.join(folder, `${readme ? README_PAGES[url] : nameOf(url, view)}.png`);
        await take(PUBLIC_PAGES.includes(url) ? visitor : member, url, file, !readme);
        console.log(path.relative(process.cwd(), file));
      }
      await visitor.close();
      await member.close();
    }
    await browser.close();
  } finally {
    await server.stop();
  }
}

function allViews() {
  return Object.keys(WIDTHS).flatMap((size) =>
    SCHEMES.flatMap((scheme) => [true, false].map((script) => ({ size, scheme, script }))),
  );
}

function nameOf(url, { size, scheme, script }) {
  const page = url.replace(/^\//, "").replace(/[^a-z0-9]+/gi, "-") || "landing";
  return `${page}.${size}.${scheme}${script ? "" : ".no-script"}`;
}

async function take(context, url, file, fullPage) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.screenshot({ path: file, fullPage });
  await page.close();
}

/** Registers a new user, verified by the link that the server logs because it has no mail server. */
async function signIn(browser, origin, logFile) {
  const id = randomBytes(4).toString("hex");
  const person = {
    username: `reader_${id}`,
    email: `reader.${id}@example.test`,
    password: `Quiet-Water-${id}`,
  };
  // Without script, so that the browser submits the plain form.
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/auth/register");
  for (const name of ["username", "email", "password"]) await page.fill(`form [name=${name}]`, person[name]);
  await page.fill("[name=confirmPassword]", person.password);
  await page.check("[name=agreeToTerms]");
  await sendFormWith(page, "confirmPassword");
  await page.goto(await verificationLink(logFile));
  await page.locator("main form[method=post] button").first().click();
  await page.waitForURL(/\/dashboard/);
  // Submits the questions of the first visit with their default choices.
  await page.fill("[name=timezone]", "London");
  await sendFormWith(page, "tradition");
  await page.waitForURL(/\/journal/);
  // Skips the tour, because its dialog would cover the pages.
  await page.goto("/welcome/tour");
  await page.getByRole("button", { name: "Skip Tour" }).click();
  await page.waitForURL(/\/dashboard/);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function sendFormWith(page, field) {
  const form = page.locator("form").filter({ has: page.locator(`[name=${field}]`) });
  await form.locator("button[type=submit], button:not([type])").first().click();
}

async function verificationLink(logFile) {
  for (let tries = 0; tries < 100; tries += 1) {
    const [link] =
      (existsSync(logFile) &&
        readFileSync(logFile, "utf8").match(/http[^\s"\\]+\/verify-email\?token=[^\s"\\]+/)) ||
      [];
    if (link) return link;
    await delay(100);
  }
  throw new PrepareError(`No mail was printed; see ${logFile}.`);
}

await runScript(() => takeAll(process.argv.slice(2)));
