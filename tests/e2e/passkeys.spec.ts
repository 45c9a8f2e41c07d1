import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** An authenticator of this machine, which knows its person at once. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...options,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verified = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verified };
}

test("a passkey is added with the password, signs in without it, and is taken away", async ({
  page,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/status of 40[01]/);
  await withAuthenticator(page);
  const person = await signIn();
  await page.goto("/settings/security/passkeys");
  await page.getByLabel("Name").fill("This telephone");
  await page.getByLabel(/password/i).fill("Wrong-water-1");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.locator("main")).toContainText("That is not your password.");
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto("/settings/security/passkeys");
  await expect(page.getByText(/Last used in/)).toBeVisible();
  await page.getByRole("link", { name: "Remove This telephone" }).click();
  await expect(page.getByRole("heading", { name: /^Remove/ })).toBeVisible();
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole("button", { name: /Remove/ }).click();
  await expect(page.getByText("There are none yet.")).toBeVisible();
});

test("without a finger, a face or a PIN nobody is signed in", async ({ page, signIn, expectTrouble }) => {
  expectTrouble(/status of 40[01]/);
  const { verified } = await withAuthenticator(page);
  const person = await signIn();
  await page.goto("/settings/security/passkeys");
  await page.getByLabel("Name").fill("This telephone");
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();
  await page.context().clearCookies();
  await verified(false);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
});
