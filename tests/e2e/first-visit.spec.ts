import { expect, test } from "./fixtures";

test("takes the time zone from the browser on the first visit", async ({ page, signIn }) => {
  await signIn({ firstRun: true });
  await page.goto("/dashboard");
  await expect(page.getByLabel("Time zone")).toBeHidden();
  await expect(page.locator("[name=timezone]")).toHaveValue("America/New_York");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/journal\/(morning|evening)/);
  await page.goto("/settings");
  await expect(page.locator("[name=timezone]")).toHaveValue("America/New_York");
});

test("asks the first questions on one screen of a phone", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn({ firstRun: true });
  await page.goto("/dashboard");
  await expect(page.getByLabel("Time zone")).toBeHidden();
  await expect(page.getByRole("button", { name: "Begin" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(844);
});
