import { expect, test } from "./fixtures";

test("starts, prays, leaves and restarts a way without losing text", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/ways/grief");
  const begin = page.getByRole("button", { name: /Begin/ }).first();
  const leave = page.getByRole("button", { name: "Leave this way" });
  await begin.click();
  await expect(leave).toBeVisible();
  await page.goto("/journal/morning");
  await page.locator("textarea").first().fill("She laughed like rain.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/ways/grief");
  await expect(page.getByText("She laughed like rain.")).toBeVisible();
  await leave.click();
  await expect(leave).toHaveCount(0);
  await page.goto("/ways/grief");
  await expect(page.getByText("She laughed like rain.")).toBeVisible();
  await begin.click();
  await expect(leave).toBeVisible();
});
