import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { OidcProvider } from "#tests/support/oidc-provider";
import { expect, test, type FormPage } from "./fixtures";

type Running = Awaited<ReturnType<typeof startServer>>;

let provider: OidcProvider;
let both: Running;
let strict: Running;
const start = (name: string, settings: Record<string, string>) =>
  startServer({
    logFile: path.join(".prepare", `provider-${name}-${process.pid}.log`),
    settings: { BCRYPT_COST: "10", ...provider.settings, ...settings },
  });
beforeAll(async () => {
  provider = await OidcProvider.start();
  [both, strict] = await Promise.all([start("house", {}), start("strict", { OIDC_ONLY: "1" })]);
});
afterAll(async () => {
  await Promise.all([both.stop(), strict.stop()]);
  await provider.stop();
});

/** Signs in by OIDC. */
async function enter(page: FormPage, name: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Sign in with St Anne" }).click();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Go on" }).click();
  expect(page).toHaveURL(/\/dashboard$/);
}

test("signs in and out by OIDC, and reports an unavailable provider", async ({ newVisitor }) => {
  const page = await newVisitor(both.origin);
  await page.goto("/login");
  expect(page.getByText("St Anne does not answer just now.", { exact: false })).toBeVisible();
  expect(page.getByLabel("Password")).toBeVisible();
  await provider.serve([both.origin, strict.origin]);
  await expect
    .poll(async () => {
      await page.goto("/login");
      return page.getByRole("link", { name: "Sign in with St Anne" }).count();
    })
    .toBe(1);
  await enter(page, "anna");
  await page.goto("/settings/security");
  expect(page.getByText("Signed in with St Anne", { exact: false })).toBeVisible();
  expect(page.getByText("Signed in with single sign-on").first()).toBeVisible();
  // The account has no other sign-in method.
  expect(page.getByRole("button", { name: "Disconnect St Anne" })).toHaveCount(0);

  // Logout also ends the provider's session.
  await page.goto("/dashboard");
  await page.locator("summary").filter({ hasText: "anna" }).first().click();
  await page.getByRole("button", { name: "Logout" }).click();
  expect(page.url().startsWith(provider.issuer)).toBe(true);
  await page.getByRole("button", { name: "Sign me out" }).click();
  expect(page).toHaveURL(/\/home$/);
  await page.goto("/dashboard");
  expect(page).toHaveURL(/\/auth\/login/);
  await page.getByRole("link", { name: "Sign in with St Anne" }).click();
  expect(page.getByLabel("Your name")).toBeVisible();
});
