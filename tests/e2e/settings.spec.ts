import { expect, test } from "./fixtures";

test(
  "renders the chosen locale and translation, before and after hydration",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/settings");
    const place = page.getByLabel("Dates and times as in");
    await place.selectOption({ label: "United States: November 21, 2026, 6:05 pm" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    await page.goto("/settings/prayer");
    await page.getByLabel("Translation").selectOption({ label: "King James Version" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    const monthFirst =
      /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/;
    for (const url of ["/dashboard", "/journal/morning"]) {
      await page.goto(url);
      await expect(page.locator("main")).toContainText(monthFirst);
      await expect(page.locator("main")).toContainText("King James Version");
      await expect(page.locator("main")).not.toContainText("World English Bible");
      await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    }
    // The locale's week starts on Sunday.
    await page.goto("/journal/history/calendar");
    await expect(page.getByRole("columnheader").first()).toContainText("Su");
    await page.getByRole("link", { name: "Read this month" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
);
