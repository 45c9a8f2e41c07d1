import type { Page } from "playwright/test";
import { expect, test, waitForHydration } from "./fixtures";

/** docs/product.md#toasts */
const toast = (page: Page) => page.locator(".toast");

async function makeToast(page: Page): Promise<void> {
  await page.goto("/settings/appearance");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toBeVisible();
  await expect(toast(page)).toContainText("Saved");
}

test("shows one toast for five seconds", async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await page.goto("/settings/appearance");
  await waitForHydration(page);
  // The clock can only be paused in the future; a busy machine needs a while to get there.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.getByRole("button", { name: "Save" }).click();
  const first = await toast(page).elementHandle();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(toast(page)).toHaveCount(1);
  await page.clock.runFor(4_900);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast(page)).toHaveCount(0);
});

test("closes a toast by a swipe of fifty pixels, but not by a shorter one", async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await makeToast(page);
  const drag = async (by: number) => {
    const box = await toast(page).boundingBox();
    if (!box) throw new Error("There is no toast to swipe.");
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 10; step++) await page.mouse.move(x + (by * step) / 10, y);
    await page.mouse.up();
  };
  await drag(40);
  await page.clock.runFor(400);
  await expect(toast(page)).toBeVisible();
  await drag(60);
  await expect(toast(page)).toHaveCount(0, { timeout: 1_500 });
});

test("focuses the toast area with F8 and closes a toast by keyboard", async ({ page, signIn }) => {
  await signIn();
  await makeToast(page);
  await page.keyboard.press("F8");
  await expect(page.locator(".toast-viewport")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(toast(page)).toHaveCount(0);
});

test("shows a toast above the page on a phone, where it covers nothing", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await makeToast(page);
  const [shown, bar] = [await toast(page).boundingBox(), await page.locator("header").first().boundingBox()];
  if (!shown || !bar) throw new Error("The page has no toast or no bar.");
  expect(shown.y).toBeGreaterThanOrEqual(0);
  expect(shown.y + shown.height).toBeLessThanOrEqual(bar.y);
});
