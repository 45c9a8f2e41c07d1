import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

const field = (page: Page) => page.getByLabel("Your answer");
const messagesOn = (page: Page) => page.locator("main ol").first().locator("> li");
/** Sends a message and waits for the stored answer. */
const send = async (page: Page, text: string) => {
  const before = await messagesOn(page).count();
  await field(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(messagesOn(page)).toHaveCount(before + 2, { timeout: 30_000 });
  await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
};
const begin = async (page: Page, key: string) => {
  await page.goto(`/coaches/${key}`);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
  await expect(field(page)).toBeVisible();
};

test("shows help numbers for a crisis message in a conversation and an entry", async ({ page, signIn }) => {
  await signIn();
  await begin(page, "rhythm");
  await send(page, "I want to kill myself.");
  const care = page.getByRole("complementary", { name: "You matter; please talk to someone now" });
  await expect(care).toBeVisible();
  await expect(care.getByRole("link", { name: "988" })).toHaveAttribute("href", "tel:988");
  await send(page, "It is raining.");
  await expect(care).toHaveCount(2);
  await care.last().getByRole("link", { name: "Continue writing privately" }).click();
  await page.waitForURL("**/journal/free");
  await page.getByLabel("Day").waitFor();
  await page.locator("textarea[name=body]").fill("I do not want to be alive.");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await expect(page.getByText("I do not want to be alive.")).toBeVisible();
  await expect(care).toBeVisible();
  await expect(care).toContainText("What you wrote is kept. Nobody has been told.");
});
