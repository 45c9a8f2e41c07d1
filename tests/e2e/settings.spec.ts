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
