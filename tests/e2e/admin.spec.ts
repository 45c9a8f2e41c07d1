import type { Locator, Page } from "playwright/test";
import { makeAdministrator } from "#tests/support/browser-database";
import { enter, expect, signInAs, test, type Person } from "./fixtures";

async function enterAdministration(page: Page, { email, password }: Person): Promise<void> {
  // Without cookies, because a signed-in administrator sees no form.
  await page.context().clearCookies();
  await page.goto("/admin-login");
  const form = page.locator("form").filter({ has: page.locator("[name=password]") });
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/admin-settings$/);
}

/** The light theme's colour of harmful actions, from the style sheet. */
const HARM = "rgb(160, 32, 43)";

const main = (page: Page): Locator => page.locator("main");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const confirm = async (page: Page, button: string, password?: string) => {
  if (password !== undefined) await page.getByLabel("Your own password").fill(password);
  await main(page).getByRole("button", { name: button, exact: true }).click();
};

test(
  "finds an account, locks it with the password, unlocks it and grants a plan",
  { tag: "@release" },
  async ({ page, signIn, newVisitor }) => {
    const administrator = await signIn();
    await makeAdministrator(administrator.email);
    const visitor = await newVisitor();
    const reader = await signInAs(visitor);
    await enterAdministration(page, administrator);

    await page.goto("/admin/users");
    await page.getByLabel("Search").fill(reader.username);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`q=${reader.username}`));
    await expect(main(page).getByRole("row")).toHaveCount(2);
    await main(page).getByRole("link", { name: reader.username }).click();
    await expect(heading(page, reader.username)).toBeVisible();
    const account = page.url();

    await main(page).getByRole("link", { name: "Lock the account" }).click();
    await expect(heading(page, "Lock the account?")).toBeVisible();
    await confirm(page, "Lock the account", "Not-my-word-9");
    await expect(page.getByLabel("Your own password")).toHaveAttribute("aria-invalid", "true");
    await confirm(page, "Lock the account", administrator.password);
    await page.waitForURL(account);
    await expect(page.getByText("Account locked").first()).toBeVisible();
    await visitor.goto("/dashboard");
    await expect(visitor).toHaveURL(/\/auth\/login/);

    await main(page).getByRole("link", { name: "Unlock the account" }).click();
    await confirm(page, "Unlock the account");
    await expect(page.getByText("Account unlocked").first()).toBeVisible();
    for (const days of ["30", "10"]) {
      await page.goto(account);
      await main(page).getByRole("link", { name: "Grant or extend a plan" }).click();
      await page.getByLabel("Plan", { exact: true }).selectOption("tier2");
      await page.getByLabel("Days").fill(days);
      await confirm(page, "Grant or extend a plan");
      await expect(page.getByText("Plan granted").first()).toBeVisible();
    }
    const plan = main(page).getByText(/Formation Plan, granted by an administrator, until/);
    const [end = ""] = /\d{4}-\d\d-\d\d/.exec((await plan.textContent()) ?? "") ?? [];
    const days = (Date.parse(end) - Date.now()) / 86_400_000;
    // The plan ends with the last day in every time zone.
    expect(days).toBeGreaterThan(39);
    expect(days).toBeLessThan(42);
    await enter(visitor, reader);
    await visitor.goto("/settings/plan");
    await expect(visitor.getByRole("heading", { name: "Formation Plan", exact: true })).toBeVisible();

    await page.goto("/dashboard");
    const banner = page.getByRole("complementary", { name: "Administration" });
    await expect(banner).toContainText("Admin viewing as user");
    expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(HARM);

    await page.goto(account);
    await main(page).getByRole("link", { name: "All events of this user" }).click();
    for (const words of [
      "Account locked by an administrator",
      "Account unlocked by an administrator",
      "Plan granted by an administrator",
    ])
      await expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
  },
);
