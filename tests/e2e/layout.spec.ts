import { makeAdministrator, rename } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

test("the sidebar leads everywhere, and the journal's pages are unfolded there", async ({ page, signIn }) => {
  await signIn();
  const main = page.getByRole("navigation", { name: "Main" });
  const links = async () =>
    main
      .getByRole("link")
      .evaluateAll((all) => all.filter((a) => a.checkVisibility()).map((a) => a.textContent));
  expect(await links()).toEqual(["Dashboard", "Journal", "Insights", "Coaches", "Settings"]);
  for (const path of ["/journal", "/journal/history"]) {
    await page.goto(path);
    expect(await links()).toEqual([
      "Dashboard",
      "Journal",
      "History",
      "People and intentions",
      "The Bible",
      "Insights",
      "Coaches",
      "Settings",
    ]);
  }
  await expect(main.getByRole("link", { name: "History" })).toHaveAttribute("aria-current", "page");
  await page.goto("/dashboard");
  await main.locator("summary").click();
  await expect(main.getByRole("link", { name: "History" })).toBeVisible();
});

test("the user menu shows initials and leads to the account, out, and administrators to their area", async ({
  page,
  signIn,
}) => {
  const { email, username } = await signIn();
  const menu = page.locator("details").filter({ hasText: "Account Settings" });
  const initials = menu.locator("summary [aria-hidden=true]").first();
  await expect(initials).toHaveText(username.slice(0, 2).toUpperCase());
  await rename(email, "ada", "lovelace");
  await page.reload();
  await expect(initials).toHaveText("AL");
  await menu.locator("summary").click();
  await expect(menu.getByRole("link", { name: "Account Settings" })).toHaveAttribute("href", "/settings");
  await expect(menu.getByRole("link", { name: "Admin Dashboard" })).toHaveCount(0);
  await expect(page.getByText("Admin viewing as user")).toHaveCount(0);
  await makeAdministrator(email);
  await page.reload();
  const banner = page.getByRole("complementary", { name: "Administration" });
  await expect(banner).toContainText("Admin viewing as user");
  const harm = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(harm).toBe("rgb(160, 32, 43)");
  await expect(banner.getByRole("link", { name: "Return to Admin" })).toHaveAttribute(
    "href",
    "/admin-settings",
  );
  await menu.locator("summary").click();
  await expect(menu.getByRole("link", { name: "Admin Dashboard" })).toHaveAttribute(
    "href",
    "/admin-settings",
  );
  await menu.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/home\?loggedOut=true$/);
});

test("on a phone a drawer opens and leads on", async ({ page, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  const history = page.getByRole("link", { name: "Settings", exact: true });
  await expect(history).toBeHidden();
  await page.locator("summary").filter({ hasText: "Menu" }).first().click();
  await expect(history).toBeVisible();
  await history.click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(history).toBeHidden();
});
