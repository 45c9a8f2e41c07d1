import { givePlan, makeAdministrator, rename } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

/** The signed-in layout, with script and without. */
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
    expect(await links()).toEqual(["Dashboard", "Journal", "History", "Insights", "Coaches", "Settings"]);
  }
  await expect(main.getByRole("link", { name: "History" })).toHaveAttribute("aria-current", "page");
  await page.goto("/dashboard");
  await main.locator("summary").click();
  await expect(main.getByRole("link", { name: "History" })).toBeVisible();
});

test("the tier badge is beside the way to upgrade, which the highest plan does not need", async ({
  page,
  signIn,
}) => {
  const { email } = await signIn();
  await expect(page.getByText("Free Plan", { exact: true })).toBeVisible();
  const upgrade = page.getByRole("link", { name: "Upgrade Plan" });
  await expect(upgrade).toHaveAttribute("href", "/subscribe");
  await givePlan(email, "tier1", "daily_habit");
  await page.reload();
  await expect(page.getByText("Growth Plan", { exact: true })).toBeVisible();
  await expect(upgrade).toBeVisible();
  await givePlan(email, "tier2", "daily_habit");
  await page.reload();
  await expect(page.getByText("Formation Plan", { exact: true }).first()).toBeVisible();
  await expect(upgrade).toHaveCount(0);
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

test("the footer holds both groups, the social icons and the copyright", async ({ page, signIn }) => {
  await signIn();
  const footer = page.locator("footer");
  const group = (name: string) =>
    footer
      .getByRole("navigation", { name })
      .getByRole("link")
      .evaluateAll((all) => all.map((a) => `${a.textContent} ${a.getAttribute("href")}`));
  expect(await group("Quick Links")).toEqual([
    "About Us /about",
    "Pricing /subscribe",
    "FAQ /faq",
    "Contact /contact",
  ]);
  expect(await group("Legal")).toEqual([
    "Privacy Policy /privacy",
    "Terms of Service /terms",
    "Cookie Policy /cookies",
  ]);
  for (const name of ["Instagram", "Facebook", "YouTube"]) {
    const link = footer.getByRole("link", { name: new RegExp(name) });
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expect(link.locator("svg")).toHaveAttribute("aria-hidden", "true");
  }
  await expect(footer).toContainText("© 2025 Still and Know");
  await expect(footer).toHaveCount(1);
});
