import type { Page } from "playwright/test";
import { lockSessions } from "#tests/support/browser-database";
import { enter, expect, test, type Person } from "./fixtures";

/** Adds a virtual platform authenticator with user verification. */
async function withAuthenticator(page: Page, { hasPrf = false, isQuiet = false } = {}) {
  // The authenticator would answer the autofill request immediately, so autofill is disabled.
  if (!isQuiet)
    await page.addInitScript(() => {
      if ("PublicKeyCredential" in window)
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...options,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...(hasPrf && { hasPrf, ctap2Version: "ctap2_1" as const }),
    },
  });
}

test("registers, uses and removes a passkey", { tag: "@release" }, async ({ page, signIn, expectErrors }) => {
  expectErrors(/status of 40[01]/);
  await withAuthenticator(page);
  const person = await signIn();
  await askToAdd(page, "Wrong-water-1");
  await expect(page.locator("main")).toContainText("That is not your password.");
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();

  await signInByPasskey(page);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto("/settings/security/passkeys");
  await expect(page.getByText(/Last used in/)).toBeVisible();
  await page.getByRole("link", { name: "Remove This telephone" }).click();
  await expect(page.getByRole("heading", { name: /^Remove/ })).toBeVisible();
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole("button", { name: /Remove/ }).click();
  await expect(page.getByText("There are none yet.")).toBeVisible();
});

async function askToAdd(page: Page, password: string): Promise<void> {
  await page.goto("/settings/security/passkeys");
  await page.getByLabel("Name").fill("This telephone");
  await page.getByLabel(/password/i).fill(password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}

async function addPasskey(page: Page, { password }: Person): Promise<void> {
  await askToAdd(page, password);
  await expect(page.getByText("Not used yet")).toBeVisible();
}

async function seal(page: Page, { password }: Person): Promise<void> {
  await page.goto("/settings/security/seal");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Show my recovery codes" }).click();
  await expect(page.locator("main ol li")).toHaveCount(8);
  const [code = ""] = await page.locator("main ol li").allInnerTexts();
  await page.getByLabel("Type one of the eight codes").fill(code);
  await page.getByRole("button", { name: "Seal my journal" }).click();
  await expect(page.getByText("8 of 8 left.")).toBeVisible();
}

/** Allows the passkey to decrypt the journal. */
async function allowJournalAccess(page: Page, { password }: Person): Promise<void> {
  await page.goto("/settings/security/passkeys");
  await page.getByRole("link", { name: "Let This telephone open the journal" }).click();
  await expect(page.getByRole("heading", { name: /open your sealed journal/ })).toBeVisible();
  await page.getByLabel(/password/i).fill(password);
  await page.getByRole("button", { name: "Let it open the journal" }).click();
}

async function signInByPasskey(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
}

test("signs in with a passkey from the autofill", async ({ page, signIn }) => {
  await withAuthenticator(page, { isQuiet: true });
  await addPasskey(page, await signIn());
  await page.context().clearCookies();
  await page.goto("/login");
  await expect(page).toHaveURL(/\/dashboard/);
});

const WORDS = "What nobody but me should read.";

test(
  "decrypts a sealed journal with a PRF passkey until this is withdrawn in the settings",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await withAuthenticator(page, { hasPrf: true });
    const person = await signIn();
    await addPasskey(page, person);
    await seal(page, person);
    await page.goto("/journal/free");
    await page.locator("[name=body]").fill(WORDS);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByText(WORDS)).toBeVisible();
    const entry = page.url();

    await signInByPasskey(page);
    await expect(page).toHaveURL(/\/auth\/journal-password/);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Open my journal" }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await allowJournalAccess(page, person);
    await expect(page.getByText("Opens your sealed journal").first()).toBeVisible();
    await page.goto("/settings/security/seal");
    await expect(page.getByText("You have let 1 passkey open it too.")).toBeVisible();

    await signInByPasskey(page);
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto(entry);
    await expect(page.getByText(WORDS)).toBeVisible();

    // A locked session has no key; the passkey restores it.
    await lockSessions(person.email);
    await page.reload();
    await expect(page).toHaveURL(/\/unlock/);
    await page.getByRole("button", { name: "Open with a passkey" }).click();
    await expect(page).toHaveURL(entry);
    await expect(page.getByText(WORDS)).toBeVisible();

    await page.goto("/settings/security/passkeys");
    await page.getByRole("link", { name: "Close the journal to This telephone" }).click();
    // Waits for the page, because the previous page has a password field as well.
    await expect(page.getByRole("heading", { name: /^Close the journal to/ })).toBeVisible();
    await page.getByLabel(/password/i).fill(person.password);
    await page.getByRole("button", { name: "Close the journal to it" }).click();
    await expect(page.getByRole("link", { name: "Let This telephone open the journal" })).toBeVisible();
    await signInByPasskey(page);
    await expect(page).toHaveURL(/\/auth\/journal-password/);
  },
);

test(
  "reports a passkey without PRF, which still signs in",
  { tag: "@release" },
  async ({ page, signIn, expectErrors }) => {
    expectErrors(/status of 409/);
    await withAuthenticator(page);
    const person = await signIn();
    await addPasskey(page, person);
    await seal(page, person);
    await allowJournalAccess(page, person);
    await expect(page.getByText(/This passkey cannot open a sealed journal/)).toBeVisible();
    await signInByPasskey(page);
    await expect(page).toHaveURL(/\/auth\/journal-password/);
  },
);

test(
  "unlocks a covered page with a passkey and restores it",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await withAuthenticator(page, { hasPrf: true });
    const person = await signIn();
    await addPasskey(page, person);
    await page.clock.install();
    await page.goto("/settings/security");
    await page.getByLabel("Lock after").selectOption("1");
    await page
      .locator("form")
      .filter({ hasText: "Lock after" })
      .getByRole("button", { name: "Save" })
      .click();
    await expect(page.getByText("your journal locks after").first()).toBeVisible();
    await page.goto("/journal/free");
    await page.waitForLoadState("networkidle");
    await page.locator("[name=body]").fill(WORDS);
    await page.clock.fastForward(6_000);
    await expect(page.getByText(/Saved/).first()).toBeVisible();
    await lockSessions(person.email);
    await page.clock.fastForward(120_000);
    const cover = page.getByRole("dialog", { name: "Your journal is locked" });
    await expect(cover).toBeVisible();
    await cover.getByRole("button", { name: "Open with a passkey" }).click();
    await expect(cover).toHaveCount(0);
    await expect(page.locator("[name=body]")).toHaveValue(WORDS);
  },
);

test("shows no passkey control without script", { tag: "@release" }, async ({ page, signIn, newVisitor }) => {
  await withAuthenticator(page, { hasPrf: true });
  const person = await signIn();
  await addPasskey(page, person);
  await seal(page, person);
  const bare = await newVisitor({ javaScriptEnabled: false });
  const expectNoPasskeyControl = async (address: string) => {
    await bare.goto(address);
    await expect(bare.locator("h1, h2").first()).toBeVisible();
    const ways = bare.locator("main").locator("button, input:not([type=hidden]), a");
    const named = (await ways.evaluateAll((all) => all.map((one) => one.textContent ?? ""))).join("|");
    expect(named, address).not.toMatch(/(with|add) a passkey|open the journal/i);
  };
  for (const address of ["/login", "/admin-login"]) await expectNoPasskeyControl(address);
  await enter(bare, person);
  await expectNoPasskeyControl("/settings/security");
  await expectNoPasskeyControl("/settings/security/passkeys");
  await expect(bare.getByLabel("Name")).toHaveCount(0);
  await lockSessions(person.email);
  await expectNoPasskeyControl("/dashboard");
  await expect(bare).toHaveURL(/\/unlock/);
  await expect(bare.getByRole("button", { name: "Open my journal" })).toBeVisible();
});
