import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const PHONE = { width: 390, height: 844 };
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true });

/** Whether the text is in the window while the page is not scrolled. */
function isInFirstScreen(page: Page, text: string): Promise<boolean> {
  return page.evaluate((sought) => {
    const places = [...document.querySelectorAll("main :is(label, p)")].filter((element) =>
      element.textContent?.includes(sought),
    );
    return (
      window.scrollY === 0 &&
      places.some((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      })
    );
  }, text);
}

/** Walks to the last step. Expects the first question in sight, no button to save, and pictures on the last step only. */
async function walk(page: Page, steps: number): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    await expect(page.getByText(`Step ${step} of ${steps}`)).toBeAttached();
    const question = page.locator("main label:has(+ textarea), main label:has(+ p + textarea)").first();
    if ((await question.count()) > 0)
      expect(await isInFirstScreen(page, (await question.textContent()) ?? "")).toBe(true);
    await expect(page.getByRole("button", { name: "Save for later", exact: true })).toHaveCount(0);
    await expect(page.getByText("Add a picture")).toHaveCount(step === steps ? 1 : 0);
    if (step < steps) await next(page).click();
  }
}

test("leads through a prayer on a phone and ends it once", { tag: "@release" }, async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  await page.setViewportSize(PHONE);
  // After midnight, the evening still belongs to the previous day, so the morning is opened for the same day.
  await page.goto("/journal/evening");
  const day = await page.locator("[name=forDate]").first().inputValue();
  await page.goto(`/journal/morning?date=${day}`);
  await page.locator("html[data-script=on]").waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await next(page).click();
  await expect(page.getByText("Step 2 of 6")).toBeAttached();
  await expect(heading(page)).toBeFocused();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await walk(page, 6);
  await page.locator("[name=intention]").fill("Call Ruth.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect(heading(page)).toHaveText("Kept.");
  await expect(heading(page)).toBeFocused();
  const amen = await page.getByText("Amen.").boundingBox();
  expect((amen?.y ?? Infinity) + (amen?.height ?? 0)).toBeLessThan(PHONE.height);
  const entry = page.url();

  await page.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(heading(page)).toContainText("Peace be with you");
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(entry);
  await expect(heading(page)).toHaveText("Lectio Divina");

  await page.goto("/journal/evening");
  await expect(page.getByText("Call Ruth.")).toBeVisible();
  await walk(page, 4);
});

test("keeps the focus where a link within the page puts it", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to content");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await expect(page.getByRole("main")).toBeFocused();
});
