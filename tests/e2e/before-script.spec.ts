import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Opens a page with delayed script. @returns a function that releases it */
async function openWithoutScript(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

test(
  "keeps text and open details from before hydration",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    await signIn();
    await byForms.goto("/journal/free");
    await byForms.locator("[name=body]").fill("A draft from this morning.");
    await byForms.locator("button[value=draft]").click();

    const releaseScript = await openWithoutScript(page, "/journal/free");
    const menu = page.locator("summary").filter({ hasText: "User menu" });
    await menu.click();
    const words = page.locator("[name=body]");
    await words.press("End");
    await words.pressSequentially(" And on.");
    releaseScript();
    // Escape works only after hydration, and returns the focus to the open menu.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(menu).toBeFocused({ timeout: 100 });
    }).toPass({ timeout: 30_000 });
    await expect(words).toHaveValue("A draft from this morning. And on.");
  },
);

test("reads the sign-in fields filled in before hydration", async ({ page }) => {
  const releaseLogin = await openWithoutScript(page, "/login");
  await page.getByLabel("Remember me").check();
  releaseLogin();
  await expect(page.locator("#remember-hint")).toHaveText("Your email will be saved for next time");

  const releaseRegistration = await openWithoutScript(page, "/auth/register");
  await page.getByLabel("Password", { exact: true }).fill("Quiet-Water-7");
  releaseRegistration();
  await expect(page.getByText("Password strength:")).toBeVisible();
  await expect(page.locator("#password-checklist").getByText("(met)").first()).toBeVisible();
});
