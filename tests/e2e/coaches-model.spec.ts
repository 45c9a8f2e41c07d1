import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { CROSSING, DRIPPING } from "#tests/support/stub-model";
import { expect, test } from "./fixtures";

const HOST = process.env.E2E_AI_HOST ?? "";

const messagesOn = (page: Page) => page.locator("main ol").first().locator("> li");
const last = (page: Page) => page.locator("#latest");
const coming = (page: Page) => page.locator("[aria-busy=true]");

async function begin(page: Page, key: string): Promise<void> {
  await page.goto(`/coaches/${key}`);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
  await expect(page.getByLabel("Your answer")).toBeVisible();
}
async function agree(page: Page): Promise<void> {
  await page.getByText("Let a language model answer in coaching?").click();
  await page.getByRole("button", { name: `Agree to send what I write to a coach to ${HOST}` }).click();
  await expect(page.getByText(`A language model at ${HOST} answers`)).toBeVisible();
}
async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your answer").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}
/** Sends a message and waits for the stored answer. */
async function sendAndWait(page: Page, text: string): Promise<void> {
  const before = await messagesOn(page).count();
  await send(page, text);
  await expect(coming(page)).toHaveCount(0, { timeout: 40_000 });
  await expect(messagesOn(page)).toHaveCount(before + 2, { timeout: 40_000 });
}

test("streams an answer and stores all of it", { tag: "@release" }, async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  await send(page, "(dripping) It was long.");
  await expect(coming(page)).toContainText(DRIPPING.first);
  await expect(coming(page)).not.toContainText(DRIPPING.last);
  await expect(messagesOn(page).getByText("(dripping) It was long.")).toHaveCount(1);
  await expect(coming(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(last(page)).toContainText(DRIPPING.last, { timeout: 20_000 });
  await expect(messagesOn(page)).toHaveCount(3);
  await page.reload();
  await expect(last(page)).toContainText(`${DRIPPING.first} There was a robin in it. ${DRIPPING.last}`);
  await expect(messagesOn(page).getByText("(dripping) It was long.")).toHaveCount(1);
});

test(
  "withdraws a streamed answer that violates the output policy",
  { tag: "@release" },
  async ({ page, signIn }) => {
    const { email } = await signIn();
    await setPlan(email, "tier1", "daily_habit");
    await begin(page, "listener");
    await agree(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await sendAndWait(page, "(crossing) He shouted again.");
    await expect(last(page)).toContainText("software must not say here, so we stopped it");
    await expect(last(page)).not.toContainText(CROSSING.first);
    {
      const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join("\n"));
      expect(seen).toContain(CROSSING.first);
      expect(seen).not.toContain(CROSSING.never);
    }
    await page.reload();
    await expect(page.locator("main")).not.toContainText(CROSSING.first);
  },
);
