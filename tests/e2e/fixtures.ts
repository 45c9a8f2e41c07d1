import { randomBytes } from "node:crypto";
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright/test";
import { waitForMail, type Mail } from "#tests/support/browser-mailbox";
import { watchForTrouble, type Trouble } from "#tests/support/browser-trouble";
import { FormBrowser, type FormPage } from "#tests/support/form-browser/page";
import { closeDoor, makeSignedIn, newPerson, type Newness, type Person } from "#tests/support/seeded-users";

export { expect };

export { newPerson };
export type { Person };

type Fixtures = {
  /** Real mail, as it arrived at the mail server. */
  mailbox: { waitForMail(to: string, options?: { subject?: RegExp; timeout?: number }): Promise<Mail> };
  /** Makes someone who is signed in; which page they open first is for the test to say. */
  signIn: (newness?: Newness) => Promise<Person>;
  /** The same person's browser without script and without waiting, to write what a test then looks at. */
  byForms: FormPage;
  /** Another browser, of the same or another person. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Console errors, failed requests or 5xx answers that this test means to cause. */
  expectTrouble: (pattern: RegExp) => void;
  /** The client's address as the server sees it. */
  clientAddress: string;
  trouble: Trouble;
};

export const test = base.extend<Fixtures, { door: void }>({
  door: [
    async ({}, use) => {
      await use();
      await closeDoor();
    },
    { scope: "worker", auto: true },
  ],

  baseURL: ({}, use) => use(process.env.E2E_ORIGIN),

  clientAddress: ({}, use) => use(`10.${[...randomBytes(3)].join(".")}`),
  extraHTTPHeaders: ({ clientAddress }, use) => use({ "X-Forwarded-For": clientAddress }),

  // A test fails on any console error, page error, breach of the content security policy or 5xx answer it did not expect.
  trouble: [
    async ({ context }, use) => {
      const trouble = watchForTrouble();
      trouble.watch(context);
      await use(trouble);
      expect(trouble.unexpected(), "unexpected errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
  expectTrouble: ({ trouble }, use) => use(trouble.expect),

  mailbox: ({}, use) => use({ waitForMail }),

  newVisitor: async (
    { browser, trouble, contextOptions, javaScriptEnabled, clientAddress, baseURL },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await openContext(browser, {
        ...contextOptions,
        baseURL,
        javaScriptEnabled,
        extraHTTPHeaders: { "X-Forwarded-For": clientAddress },
        ...options,
      });
      opened.push(context);
      trouble.watch(context);
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

/** Makes someone who is signed in with this browser. */
export async function signInAs(page: Page, newness: Newness = {}): Promise<Person> {
  // The browser tells its zone on the first visit, or has told it.
  const timezone = newness.firstRun ? "" : "America/New_York";
  const { person, cookie } = await makeSignedIn({ timezone, ...newness });
  await page.context().addCookies([{ ...cookie, url: process.env.E2E_ORIGIN }]);
  return person;
}

function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  return browser.newContext(options);
}

/** Waits until React has taken the page over and its first effects have run. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.body).some((name) => name.startsWith("__reactFiber")),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Fills in and sends the registration form. */
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

/** Follows the link of the mail that came after registering: it signs in the browser that has. */
export async function verify(page: Page, { email }: Person): Promise<void> {
  await page.goto((await waitForMail(email)).link("/verify-email"));
  await page.locator("main form[method=post] button").first().click();
  await page.waitForURL(/\/(login|dashboard)/);
}

/** Signs a registered person in from the sign-in page, where nobody is signed in yet. */
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
