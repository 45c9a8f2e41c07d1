import { randomBytes } from "node:crypto";
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright/test";
import { markAsked, markGuidesSeen } from "#tests/support/browser-database";
import { waitForMail, type Mail } from "#tests/support/browser-mailbox";
import { watchForTrouble, type Trouble } from "#tests/support/browser-trouble";

export { expect };

export type Person = { username: string; email: string; password: string };

/** Someone who has never been here. */
export function newPerson(): Person {
  const id = randomBytes(5).toString("hex");
  return { username: `reader_${id}`, email: `reader.${id}@example.test`, password: `Quiet-Water-${id}` };
}

type Fixtures = {
  /** Real mail, as it arrived at the mail server. */
  mailbox: { waitForMail(to: string, options?: { subject?: RegExp; timeout?: number }): Promise<Mail> };
  /**
   * Registers, follows the link in the mail and signs in; leaves the page where signing in leads. With `guides` the tour
   * waits there as it does for every new person, with `firstRun` the three choices of the first visit do.
   */
  signIn: (person?: Person, options?: { guides?: boolean; firstRun?: boolean }) => Promise<Person>;
  /** Another browser, of the same or another person. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Console errors, failed requests or 5xx answers that this test means to cause. */
  expectTrouble: (pattern: RegExp) => void;
  /** The client's address as the server sees it. */
  clientAddress: string;
  trouble: Trouble;
};

export const test = base.extend<Fixtures>({
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

  signIn: ({ page }, use) =>
    use(async (person = newPerson(), { guides = false, firstRun = false } = {}) => {
      await register(page, person);
      const mail = await waitForMail(person.email);
      await page.goto(mail.link("/verify-email"));
      await page
        .locator("main form[method=post] button[type=submit], main form[method=post] button:not([type])")
        .first()
        .click();
      await page.waitForURL(/\/login/);
      if (!guides) await markGuidesSeen(person.email);
      if (!firstRun) await markAsked(person.email);
      await enter(page, person);
      return person;
    }),
});

function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  return browser.newContext(options);
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

/** Signs a registered person in from the sign-in page. */
export async function enter(page: Page, person: Person): Promise<void> {
  await page.goto("/login");
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
