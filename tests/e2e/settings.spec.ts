import { expect, test } from "./fixtures";

test(
  "renders the chosen locale before and after hydration",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/settings");
    const place = page.getByLabel("Dates and times as in");
    await place.selectOption({ label: "United States: November 21, 2026, 6:05 pm" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    for (const url of ["/dashboard", "/journal/morning"]) {
      await page.goto(url);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("main")).toContainText(/[JFMASOND][a-z]+ \d{1,2}, \d{4}/);
      await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    }
  },
);

test(
  "shows the list of groups alone on a phone, and the profile at its own URL",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/settings");
    const name = page.getByLabel("First name");
    await expect(name).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(name).toBeHidden();
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "Profile and Appearance" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile");
    await name.fill("Ruth");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/settings/profile");
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await expect(page.getByRole("link", { name: /^Reminders/ })).toBeVisible();
    await expect(name).toBeHidden();
  },
);
