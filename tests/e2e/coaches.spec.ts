import type { Page } from "playwright/test";
import { setPlan } from "#tests/support/browser-database";
import { CROSSING, DRIPPING } from "#tests/support/stub-model";
import { expect, test } from "./fixtures";

const HOST = process.env.E2E_AI_HOST ?? "";
const messagesOn = (page: Page) => page.locator("main ol").first().locator("> li");
const last = (page: Page) => page.locator("#latest");
const coming = (page: Page) => page.locator("[aria-busy=true]");

/** Starts a conversation with a model. */
async function begin(page: Page, signIn: () => Promise<{ email: string }>): Promise<void> {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await page.goto("/coaches/listener");
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
  await page.getByText("Let a language model answer in coaching?").click();
  await page.getByRole("button", { name: /^Agree to send/ }).click();
  await expect(page.getByText(`A language model at ${HOST} answers`)).toBeVisible();
}
async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your answer").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

test("streams an answer and stores all of it", { tag: "@release" }, async ({ page, signIn }) => {
  await begin(page, signIn);
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
    await begin(page, signIn);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await send(page, "(crossing) He shouted again.");
    await expect(messagesOn(page)).toHaveCount(3, { timeout: 40_000 });
    await expect(coming(page)).toHaveCount(0, { timeout: 40_000 });
    await expect(last(page)).toContainText("software must not say here, so we stopped it");
    await expect(last(page)).not.toContainText(CROSSING.first);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join("\n"));
    expect(seen).toContain(CROSSING.first);
    expect(seen).not.toContain(CROSSING.never);
    await page.reload();
    await expect(page.locator("main")).not.toContainText(CROSSING.first);
  },
);

test("stops an answer and stores the received part", { tag: "@release" }, async ({ page, signIn }) => {
  await begin(page, signIn);
  await send(page, "(dripping) It was long.");
  await expect(coming(page)).toContainText(DRIPPING.first);
  await page.getByRole("button", { name: "Stop this answer" }).click();
  await expect(last(page)).toContainText("You stopped this answer.");
  await expect(last(page)).toContainText(DRIPPING.first);
  await expect(last(page)).not.toContainText(DRIPPING.last);
  await page.reload();
  await expect(last(page)).toContainText("You stopped this answer.");
  await expect(last(page)).not.toContainText(DRIPPING.last);
  await send(page, "And the morning was short.");
  await expect(last(page)).toContainText("That sounds like a full day.");
});

test(
  "completes an answer after the member has left the page",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await begin(page, signIn);
    const address = page.url();
    await send(page, "(dripping) It was long.");
    await expect(coming(page)).toContainText(DRIPPING.first);
    await page.getByRole("link", { name: "All coaches" }).click();
    await expect(page.getByRole("heading", { name: "Coaches", level: 1 })).toBeVisible();
    // The end of the answer must not navigate back to the conversation.
    await page.waitForTimeout(2_000);
    expect(new URL(page.url()).pathname).toBe("/coaches");
    await page.goto(address);
    await expect(last(page)).toContainText(DRIPPING.last);
    await expect(messagesOn(page).getByText("(dripping) It was long.")).toHaveCount(1);
  },
);

test(
  "stores one message and answer when the stream fails",
  { tag: "@release" },
  async ({ page, signIn, expectErrors }) => {
    expectErrors(/stream|Failed to load|net::/);
    await begin(page, signIn);
    // The server stores the message, but the stream is lost.
    await page.route("**/stream", async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort();
    });
    await send(page, "It was long, and cut off.");
    await expect(last(page)).toContainText("That sounds like a full day.");
    await expect(messagesOn(page).getByText("It was long, and cut off.")).toHaveCount(1);
  },
);

test("keeps the message while offline and sends it once", async ({ page, signIn, context, expectErrors }) => {
  expectErrors(/net::|Failed to fetch/);
  await begin(page, signIn);
  await context.setOffline(true);
  await send(page, "Nobody hears this yet.");
  await expect(page.getByRole("alert").filter({ hasText: "The server was not reached" })).toBeVisible();
  await expect(page.getByLabel("Your answer")).toHaveValue("Nobody hears this yet.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(last(page)).toContainText("That sounds like a full day.");
  await expect(messagesOn(page).getByText("Nobody hears this yet.")).toHaveCount(1);
});

test("keeps the focus in the conversation", async ({ page, signIn }) => {
  await begin(page, signIn);
  await page.getByLabel("Your answer").fill("It was short.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(last(page)).toContainText("That sounds like a full day.");
  await expect(last(page)).toBeFocused();
});
