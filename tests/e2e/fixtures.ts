import { randomBytes } from "node:crypto";
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright/test";
import { watchBrowserErrors, type BrowserErrors } from "#tests/support/browser-errors";
import { waitForMail, type Mail } from "#tests/support/browser-mailbox";
import { FormBrowser, type FormPage } from "#tests/support/form-browser/page";
import {
  disconnectAll,
  makeSignedIn,
  newPerson,
  type Newness,
  type Person,
} from "#tests/support/seeded-users";

export { expect, newPerson };
export type { Person };

type Fixtures = {
  /** Emails received by the test's mail server. */
  mailbox: { waitForMail(to: string, options?: { subject?: RegExp; timeout?: number }): Promise<Mail> };
  /** Creates a signed-in member without opening a page. */
  signIn: (newness?: Newness) => Promise<Person>;
  /** This session without script, for fast test setup. */
  byForms: FormPage;
  /** A browser with separate cookies. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Console errors, failed requests and 5xx responses that the test expects. */
  expectErrors: (pattern: RegExp) => void;
  /** Client IP address as the server sees it. */
  clientAddress: string;
  browserErrors: BrowserErrors;
};

export const test = base.extend<Fixtures, { origin: void }>({
  origin: [
    async ({}, use) => {
      await use();
      await disconnectAll();
    },
    { scope: "worker", auto: true },
  ],

  baseURL: ({}, use) => use(process.env.E2E_ORIGIN),

  clientAddress: ({}, use) => use(`10.${[...randomBytes(3)].join(".")}`),
  extraHTTPHeaders: ({ clientAddress }, use) => use({ "X-Forwarded-For": clientAddress }),

  // A test fails on any unexpected console error, page error, CSP violation or 5xx response.
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors = watchBrowserErrors();
      browserErrors.watch(context);
      await use(browserErrors);
      expect(browserErrors.unexpected(), "unexpected errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
  expectErrors: ({ browserErrors }, use) => use(browserErrors.expect),

  mailbox: ({}, use) => use({ waitForMail }),

  newVisitor: async (
    { browser, browserErrors, contextOptions, javaScriptEnabled, clientAddress, baseURL },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL,
        javaScriptEnabled,
        extraHTTPHeaders: { "X-Forwarded-For": clientAddress },
        ...options,
      });
      opened.push(context);
      browserErrors.watch(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  byForms: async ({ clientAddress }, use) =>
    use(await new FormBrowser(process.env.E2E_ORIGIN ?? "", { "X-Forwarded-For": clientAddress }).newPage()),

  signIn: ({ page, byForms }, use) =>
    use(async (newness) => {
      const person = await signInAs(page, newness);
      for (const { name, value } of await page.context().cookies()) byForms.context().addCookie(name, value);
      return person;
    }),
});

/** Creates a member who is signed in with this browser. */
export async function signInAs(page: Page, newness: Newness = {}): Promise<Person> {
  // Without a first run the browser's zone is stored already.
  const timezone = newness.firstRun ? "" : "America/New_York";
  const { person, cookie } = await makeSignedIn({ timezone, hasReminders: false, ...newness });
  await page.context().addCookies([{ ...cookie, url: process.env.E2E_ORIGIN }]);
  return person;
}

/** Waits for hydration and the first effects. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.body).some((name) => name.startsWith("__reactFiber")),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto("/auth/register");
  const form = formWith(page, "confirmPassword");
  await form.locator("[name=username]").fill(person.username);
  await form.locator("[name=email]").fill(person.email);
  await form.locator("[name=password]").fill(person.password);
  await form.locator("[name=confirmPassword]").fill(person.password);
  await form.locator("[name=agreeToTerms]").check();
  await submit(form);
  await page.waitForURL(/\/verify-email/);
}

/** Follows the verification link, which signs in the browser that registered. */
export async function verify(page: Page, { email }: Person): Promise<void> {
  await page.goto((await waitForMail(email)).link("/verify-email"));
  await page.locator("main form[method=post] button").first().click();
  await page.waitForURL(/\/(login|dashboard)/);
}

/** Signs in on the sign-in page. */
export async function enter(page: Page, person: Person): Promise<void> {
  await page.goto("/login");
  if (/\/dashboard/.test(page.url())) return;
  const form = formWith(page, "password");
  await form.locator("[name=email]").fill(person.email);
  await form.locator("[name=password]").fill(person.password);
  await submit(form);
  await page.waitForURL(/\/dashboard/);
}

const formWith = (page: Page, field: string) =>
  page.locator("form").filter({ has: page.locator(`[name=${field}]`) });
const submit = (form: ReturnType<typeof formWith>) =>
  form.locator("button[type=submit], button:not([type])").first().click();
