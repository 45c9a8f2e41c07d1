import type { Page } from "playwright/test";
import { lockSessions } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const WORDS = "The heron stood still by the water, and I was called away.";
const NEUTRAL = "https://www.wikipedia.org/";

async function lockAfter(page: Page, minutes: string): Promise<void> {
  await page.goto("/settings/security");
  await page.getByLabel("Lock after").selectOption(minutes);
  await page.locator("form").filter({ hasText: "Lock after" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("your journal locks after").first()).toBeVisible();
}
const serveNeutral = (page: Page) =>
  page.context().route(NEUTRAL, (route) => route.fulfill({ contentType: "text/html", body: "<h1>A</h1>" }));
/** Waits for the modules that lock an idle page; they load after the page. */
const waitForLock = (page: Page) => page.waitForLoadState("networkidle");

test(
  "covers an idle page and restores it after the password",
  { tag: "@release" },
  async ({ page, signIn, expectErrors }) => {
    expectErrors(/401/);
    const person = await signIn();
    await page.clock.install();
    await lockAfter(page, "1");
    await page.goto("/journal/free");
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto("/settings");
    await Promise.all([waitForLock(page), waitForLock(other)]);
    await page.bringToFront();
    await page.locator("[name=body]").fill(WORDS);
    await page.clock.fastForward(6_000);
    await expect(page.getByText(/Saved/).first()).toBeVisible();
    // The page asks the server, which reports the recent use.
    const asked = page.waitForResponse(/api\/lock/);
    await page.clock.fastForward(60_500);
    await asked;
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.locator("[name=body]").pressSequentially(" Soon back.");

    await lockSessions(person.email);
    for (const each of [page, other]) await each.clock.fastForward(120_000);
    const cover = page.getByRole("dialog", { name: "Your journal is locked" });
    await expect(cover).toBeVisible();
    await expect(other.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveTitle("Locked · Still and Know");
    await expect(page.locator("[name=body]")).toBeHidden();
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    await expect(cover).toBeVisible();
    await cover.getByLabel("Password").fill("Wrong-Water-9");
    await page.keyboard.press("Enter");
    await expect(cover.getByRole("alert")).toHaveText("That is not your password.");
    await cover.getByLabel("Password").fill(person.password);
    const fresh = page.waitForResponse(/\/journal\/free\.data/);
    await page.keyboard.press("Enter");
    await expect(cover).toHaveCount(0);
    await fresh;
    await expect(page.locator("[name=body]")).toHaveValue(`${WORDS} Soon back.`);
    // The other page asks the server when it regains the focus.
    await other.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(other.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await expect(page.getByText(`${WORDS} Soon back.`)).toBeVisible();
  },
);

test(
  "leaves by quick exit without a history entry and keeps the draft",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await serveNeutral(page);
    const person = await signIn({ quickExit: true });
    await page.goto("/settings");
    await page.goto("/journal/free");
    await waitForLock(page);
    await page.locator("[name=body]").fill(WORDS);
    await page.getByRole("button", { name: "Quick exit" }).click();
    await page.waitForURL(NEUTRAL);
    await page.goBack();
    await page.waitForURL(/\/unlock\?redirectTo=%2Fsettings$/);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Open my journal" }).click();
    await page.waitForURL(/\/(settings|resume)$/);
    await page.goto("/journal/free");
    await expect(page.locator("[name=body]")).toHaveValue(WORDS);
  },
);

test("leaves the help page by quick exit", async ({ page }) => {
  await serveNeutral(page);
  await page.goto("/safety");
  await page.getByRole("button", { name: "Quick exit" }).click();
  await page.waitForURL(NEUTRAL);
});
