import { randomBytes } from "node:crypto";
import { afterAll, test as base, expect } from "vitest";
import { waitForMail } from "#tests/support/browser-mailbox";
import { FormBrowser, type FormPage } from "#tests/support/form-browser/page";
import { closeDoor, makeSignedIn, newPerson, type Newness, type Person } from "#tests/support/seeded-users";
import "#tests/support/form-browser/matchers";

export { expect, newPerson };
export type { FormPage, Person };

/** The same texts are walked in Firefox where it was asked for (`npm run test:firefox`), and only then is its driver loaded. */
const firefox = process.env.FIREFOX_SCRIPT
  ? await import("#tests/support/second-browser/firefox")
  : undefined;
const Browser = firefox?.FirefoxBrowser ?? FormBrowser;

type Fixtures = {
  page: FormPage;
  /** Requests of a program, without cookies. */
  request: FormBrowser["request"];
  /** Real mail, as it arrived at the mail server. */
  mailbox: { waitForMail: typeof waitForMail };
  /** Makes someone who is signed in, and leaves the page at their dashboard. */
  signIn: (newness?: Newness) => Promise<Person>;
  /** Another browser, of the same or another person. */
  newVisitor: (origin?: string) => Promise<FormPage>;
  /** Answers from 500 on that this test means to cause. */
  expectTrouble: (pattern: RegExp) => void;
  /** The browsers of this test. */
  browsers: { open(origin?: string): FormBrowser; expectTrouble(pattern: RegExp): void };
};

export const test = base.extend<Fixtures>({
  browsers: [
    async ({}, use) => {
      const opened: FormBrowser[] = [];
      const expected: RegExp[] = [];
      const address = `10.${[...randomBytes(3)].join(".")}`;
      await use({
        open(origin = process.env.E2E_ORIGIN ?? "") {
          const browser = new Browser(origin, { "X-Forwarded-For": address });
          opened.push(browser);
          return browser;
        },
        expectTrouble: (pattern) => void expected.push(pattern),
      });
      const failures = opened.flatMap((browser) => browser.failures);
      expect(failures.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ browsers }, use) => use(await browsers.open().newPage()),
  request: ({ browsers }, use) => use(browsers.open().request),
  newVisitor: ({ browsers }, use) => use((origin) => browsers.open(origin).newPage()),
  expectTrouble: ({ browsers }, use) => use(browsers.expectTrouble),
  mailbox: ({}, use) => use({ waitForMail }),
  signIn: ({ page }, use) => use((newness) => signInAs(page, newness)),
});

afterAll(() => Promise.all([closeDoor(), firefox?.closeFirefox()]));

/** Makes someone who is signed in with this browser. */
export async function signInAs(page: FormPage, newness: Newness = {}): Promise<Person> {
  const { person, cookie } = await makeSignedIn(newness);
  page.context().addCookie(cookie.name, cookie.value);
  await page.goto("/dashboard");
  return person;
}

/** Fills in and sends the registration form. */
export async function register(page: FormPage, person: Person): Promise<void> {
  await page.goto("/auth/register");
  await page.locator("[name=username]").fill(person.username);
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[name=confirmPassword]").fill(person.password);
  await page.locator("[name=agreeToTerms]").check();
  await page.getByRole("button", { name: "Create account" }).click();
  expect(page).toHaveURL(/\/verify-email/);
}

/** Follows the link of the mail that came after registering: it signs in the browser that has. */
export async function verify(page: FormPage, { email }: Person): Promise<void> {
  await page.goto((await waitForMail(email)).link("/verify-email"));
  await page.locator("main form[method=post] button").first().click();
  expect(page).toHaveURL(/\/(login|dashboard)/);
}

/** Signs a registered person in from the sign-in page, where nobody is signed in yet. */
export async function enter(page: FormPage, person: Person): Promise<void> {
  await page.goto("/login");
  if (/\/dashboard/.test(page.url())) return;
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect(page).toHaveURL(/\/dashboard/);
}
