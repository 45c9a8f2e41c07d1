import { randomBytes } from "node:crypto";
import { afterAll, test as base, expect } from "vitest";
import { waitForMail } from "#tests/support/browser-mailbox";
import { FormBrowser, type FormPage } from "#tests/support/form-browser/page";
import {
  disconnectAll,
  makeSignedIn,
  newPerson,
  type Newness,
  type Person,
} from "#tests/support/seeded-users";
import "#tests/support/form-browser/matchers";

export { expect, newPerson };
export type { FormPage, Person };

/** `npm run test:firefox` runs the same tests in Firefox; its driver is loaded only then. */
const firefox = process.env.FIREFOX_SCRIPT
  ? await import("#tests/support/second-browser/firefox")
  : undefined;
const Browser = firefox?.FirefoxBrowser ?? FormBrowser;

type Fixtures = {
  page: FormPage;
  /** Requests without cookies. */
  request: FormBrowser["request"];
  /** Emails received by the test's mail server. */
  mailbox: { waitForMail: typeof waitForMail };
  /** Creates a member and opens their dashboard. */
  signIn: (newness?: Newness) => Promise<Person>;
  /** A browser with separate cookies. */
  newVisitor: (origin?: string) => Promise<FormPage>;
  /** 5xx responses that the test expects. */
  expectErrors: (pattern: RegExp) => void;
  browsers: { open(origin?: string): FormBrowser; expectErrors(pattern: RegExp): void };
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
        expectErrors: (pattern) => void expected.push(pattern),
      });
      const failures = opened.flatMap((browser) => browser.failures);
      expect(failures.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ browsers }, use) => use(await browsers.open().newPage()),
  request: ({ browsers }, use) => use(browsers.open().request),
  newVisitor: ({ browsers }, use) => use((origin) => browsers.open(origin).newPage()),
  expectErrors: ({ browsers }, use) => use(browsers.expectErrors),
  mailbox: ({}, use) => use({ waitForMail }),
  signIn: ({ page }, use) => use((newness) => signInAs(page, newness)),
});

afterAll(() => Promise.all([disconnectAll(), firefox?.closeFirefox()]));

/** Creates a member who is signed in with this browser. */
export async function signInAs(page: FormPage, newness: Newness = {}): Promise<Person> {
  const { person, cookie } = await makeSignedIn(newness);
  page.context().addCookie(cookie.name, cookie.value);
  await page.goto("/dashboard");
  return person;
}

/** Writes and finishes a free page. @returns the URL of its entry */
export async function writePage(page: FormPage, words: Record<string, string>, query = ""): Promise<string> {
  await page.goto(`/journal/free${query}`);
  await page.locator("details:has([name=tags]) > summary").click();
  for (const [name, text] of Object.entries(words)) await page.locator(`[name=${name}]`).fill(text);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  return page.url();
}

export async function register(page: FormPage, person: Person): Promise<void> {
  await page.goto("/auth/register");
  await createAccount(page, person);
  expect(page).toHaveURL(/\/verify-email/);
}

/** Sends the registration form of an open page. */
export async function createAccount(page: FormPage, person: Person): Promise<void> {
  await page.locator("[name=username]").fill(person.username);
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[name=confirmPassword]").fill(person.password);
  await page.locator("[name=agreeToTerms]").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Follows the verification link, which signs in the browser that registered. */
export async function verify(page: FormPage, { email }: Person): Promise<void> {
  await page.goto((await waitForMail(email)).link("/verify-email"));
  await page.locator("main form[method=post] button").first().click();
  expect(page).toHaveURL(/\/(login|dashboard)/);
}

/** Signs in on the sign-in page. */
export async function enter(page: FormPage, person: Person): Promise<void> {
  await page.goto("/login");
  if (/\/dashboard/.test(page.url())) return;
  await fillSignIn(page, person);
  expect(page).toHaveURL(/\/dashboard/);
}

/** Signs in to the administrators' area. */
export async function enterAdministration(
  page: FormPage,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  // Without cookies, because a signed-in administrator sees no form.
  await page.context().clearCookies();
  await page.goto("/admin-login");
  const form = page.locator("form").filter({ has: page.locator("[name=password]") });
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
  expect(page).toHaveURL(/\/admin-settings$/);
}

/** Fills in and sends the open sign-in page. */
export async function fillSignIn(
  page: FormPage,
  { email, password }: Omit<Person, "username">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs out by the menu. */
export async function signOut(page: FormPage): Promise<void> {
  await page.goto("/dashboard");
  await page
    .locator("summary")
    .filter({ hasText: /reader_/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  expect(page).toHaveURL(/\/home\?loggedOut=true/);
}
