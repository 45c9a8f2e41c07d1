import { makeAdministrator } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

/** The light theme's colour of harmful actions, from the style sheet. */
const HARM = "rgb(160, 32, 43)";

test("marks the view as a user with the colour of harm", { tag: "@release" }, async ({ page, signIn }) => {
  const { email, password } = await signIn();
  await makeAdministrator(email);
  // Signs out first, because the page shows no form to a signed-in administrator.
  await page.context().clearCookies();
  await page.goto("/admin-login");
  const form = page.locator("form").filter({ has: page.locator("[name=password]") });
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/admin-settings$/);
  await page.goto("/dashboard");
  const banner = page.getByRole("complementary", { name: "Administration" });
  await expect(banner).toContainText("Admin viewing as user");
  expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(HARM);
});
