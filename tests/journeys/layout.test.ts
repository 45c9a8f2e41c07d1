import { makeAdministrator, rename, setPlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

test("expands the journal pages in the sidebar", async ({ page, signIn }) => {
  await signIn();
  const main = page.getByRole("navigation", { name: "Main" });
  const links = async () => {
    const all = await main.getByRole("link").all();
    return Promise.all(all.map((link) => link.textContent()));
  };
  expect(await links()).toEqual(["Dashboard", "Journal", "Insights", "Coaches", "Settings"]);
  for (const path of ["/journal", "/journal/history"]) {
    await page.goto(path);
    expect(await links()).toEqual([
      "Dashboard",
      "Journal",
      "Morning",
      "Evening",
      "Free page",
      "History",
      "People",
      "Bible",
      "Ways",
      "Insights",
      "Coaches",
      "Settings",
    ]);
  }
  expect(main.getByRole("link", { name: "History" })).toHaveAttribute("aria-current", "page");
  await page.goto("/dashboard");
  await main.locator("summary").click();
  expect(main.getByRole("link", { name: "History" })).toBeVisible();
});

test("shows the plan badge with an upgrade link, except on the highest plan", async ({ page, signIn }) => {
  const { email } = await signIn();
  expect(page.getByText("Free Plan", { exact: true })).toBeVisible();
  const upgrade = page.getByRole("link", { name: "Upgrade Plan" });
  expect(upgrade).toHaveAttribute("href", "/subscribe");
  await setPlan(email, "tier1", "daily_habit");
  await page.reload();
  expect(page.getByText("Growth Plan", { exact: true })).toBeVisible();
  expect(upgrade).toBeVisible();
  await setPlan(email, "tier2", "daily_habit");
  await page.reload();
  expect(page.getByText("Formation Plan", { exact: true }).first()).toBeVisible();
  expect(upgrade).toHaveCount(0);
});

test("links account, logout and, for administrators, the admin area in the user menu", async ({
  page,
  signIn,
}) => {
  const { email, username } = await signIn();
  const menu = page.locator("details").filter({ hasText: "Account Settings" });
  const initials = menu.locator("summary [aria-hidden=true]").first();
  expect(initials).toHaveText(username.slice(0, 2).toUpperCase());
  await rename(email, "ada", "lovelace");
  await page.reload();
  expect(initials).toHaveText("AL");
  await menu.locator("summary").click();
  expect(menu.getByRole("link", { name: "Account Settings" })).toHaveAttribute("href", "/settings");
  expect(menu.getByRole("link", { name: "Admin Dashboard" })).toHaveCount(0);
  expect(page.getByText("Admin viewing as user")).toHaveCount(0);
  await makeAdministrator(email);
  await page.reload();
  const banner = page.getByRole("complementary", { name: "Administration" });
  expect(banner).toContainText("Admin viewing as user");
  expect(banner.getByRole("link", { name: "Return to Admin" })).toHaveAttribute("href", "/admin-settings");
  await menu.locator("summary").click();
  expect(menu.getByRole("link", { name: "Admin Dashboard" })).toHaveAttribute("href", "/admin-settings");
  await page.getByRole("button", { name: "Logout" }).click();
  expect(page).toHaveURL(/\/home\?loggedOut=true$/);
});

test("keeps the menu on a page that does not exist", async ({ page, signIn }) => {
  await signIn();
  for (const path of ["/nothing/here", "/journal/nothing", "/journal/entries/AAAAAAAAAAAAAAAAAAAAAA"]) {
    expect((await page.goto(path)).status()).toBe(404);
    expect(page).toHaveTitle("Page not found · Still and Know");
    expect(
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }),
    ).toBeVisible();
  }
  expect((await page.goto("/journal/passage")).status()).toBe(200);
  expect(page.getByRole("heading", { level: 1 })).toHaveText("The Bible");
  await page.goto("/nothing/here");
  await page.getByRole("button", { name: "Logout" }).click();
  expect(page).toHaveURL(/\/home\?loggedOut=true$/);
});

test("shows both link groups and the copyright in the footer", async ({ page, signIn }) => {
  await signIn();
  const footer = page.locator("footer");
  const group = async (name: string) => {
    const all = await footer.getByRole("navigation", { name }).getByRole("link").all();
    return Promise.all(
      all.map(async (link) => `${await link.textContent()} ${await link.getAttribute("href")}`),
    );
  };
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
  // Pages of members have no links to social networks.
  expect(footer.getByRole("link", { name: "Instagram" })).toHaveCount(0);
  expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Still and Know`);
  expect(footer).toHaveCount(1);
});
