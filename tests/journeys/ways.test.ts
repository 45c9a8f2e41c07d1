import { expect, test } from "./fixtures";

const FORBIDDEN = /\bmissed\b|\bbehind\b|\bstreak\b|\d ?%/i;

test("starts, prays, leaves and restarts a way without losing entries", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/ways");
  expect(page.getByRole("heading", { name: "Ways", level: 1 })).toBeVisible();
  await page.locator("main a[href='/ways/grief']").click();
  const days = await page.locator("main ol a").all();
  expect(days).toHaveLength(7);
  await page.getByRole("button", { name: "Use it in the morning" }).click();
  expect(page.getByRole("button", { name: "Leave this way" })).toBeVisible();
  await page.goto("/journal/morning");
  await page.locator("textarea").first().fill("She laughed like rain.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/ways/grief");
  expect(page.getByText("She laughed like rain.")).toBeVisible();
  expect(await page.locator("main").textContent()).not.toMatch(FORBIDDEN);
  await page.getByRole("button", { name: "Leave this way" }).first().click();
  await page.goto("/dashboard");
  expect(await page.locator("main").textContent()).not.toMatch(FORBIDDEN);
  await page.goto("/ways/grief");
  expect(page.getByText("She laughed like rain.")).toBeVisible();
  await page.getByRole("button", { name: "Use it in the morning" }).click();
  await page.goto("/ways");
  expect(page.getByRole("button", { name: "Leave this way" })).toBeVisible();
});
