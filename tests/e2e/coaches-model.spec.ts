import type { Page } from "playwright/test";
import { CROSSING, DRIPPING } from "#tests/support/ai-says";
import { givePlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";
import { expectSound } from "./sound-page";

const HOST = process.env.E2E_AI_HOST ?? "";
const ANSWER = "That sounds like a full day. What of it would you like to stay with?";

const said = (page: Page) => page.locator("main ol").first().locator("> li");
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
/** Sends, and waits for the answer as the server has it. */
async function sendAndWait(page: Page, text: string): Promise<void> {
  const before = await said(page).count();
  await send(page, text);
  await expect(coming(page)).toHaveCount(0, { timeout: 40_000 });
  await expect(said(page)).toHaveCount(before + 2, { timeout: 40_000 });
}

test("a model answers after a yes to the host and the very text, until it is withdrawn", async ({
  page,
  signIn,
}) => {
  const { email } = await signIn();
  await givePlan(email, "tier2", "lectio_examen");
  await page.goto("/journal/free");
  await page.locator("[name=title]").fill("Not for machines");
  await page.locator("[name=body]").fill("A closed garden.");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await page.getByRole("button", { name: /exclude/i }).click();
  await expect(page.getByRole("button", { name: /include/i })).toBeVisible();
  await page.goto("/journal/free");
  await page.locator("[name=title]").fill("The robin");
  await page.locator("[name=body]").fill("A robin sat on the sill and stayed.");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);

  await page.goto("/coaches/listener");
  await page.getByText("Choose entries to talk about").click();
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("checkbox", { name: /The robin/ }).check();
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
  await expect(page.getByRole("link", { name: /^The robin/ })).toBeVisible();

  // What would be sent, word for word, before anything is.
  await page.getByLabel("Your answer").fill("It stayed so long.");
  await page.getByRole("button", { name: "Show what would be sent" }).click();
  const sent = page.locator("#sent");
  await expect(sent.getByText(`Exactly this text will be sent to ${HOST}`)).toBeVisible();
  await expect(sent).toContainText("A robin sat on the sill and stayed.");
  await expect(sent).toContainText("It stayed so long.");
  await expect(sent).not.toContainText("A closed garden.");
  await expect(page.getByLabel("Your answer")).toHaveValue("It stayed so long.");
  await page.getByRole("button", { name: `Agree to send what I write to a coach to ${HOST}` }).click();
  await expect(last(page)).toContainText(ANSWER, { timeout: 20_000 });
  await expect(last(page)).toContainText("language model");

  await page.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(page.getByText("Let a language model answer in coaching?")).toBeVisible();
  await sendAndWait(page, "And now?");
  await expect(last(page)).not.toContainText("language model");
});

test("every coach answers by a model, too", async ({ page, signIn }) => {
  const { email } = await signIn();
  await givePlan(email, "tier2", "lectio_examen");
  for (const [at, key] of ["rhythm", "listener", "reader", "examen", "discern", "writer"].entries()) {
    await begin(page, key);
    if (at === 0) await agree(page);
    await sendAndWait(page, "I was tired today.");
    await expect(last(page)).toContainText(ANSWER);
  }
});

test("an answer comes word by word, is kept whole, and is there when one comes back", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  const { email } = await signIn();
  await givePlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  await send(page, "(dripping) It was long.");
  if (javaScriptEnabled) {
    await expect(coming(page)).toContainText(DRIPPING.first);
    await expect(coming(page)).not.toContainText(DRIPPING.last);
    await expect(said(page).getByText("(dripping) It was long.")).toHaveCount(1);
    await expect(coming(page)).toHaveCount(0, { timeout: 20_000 });
  }
  await expect(last(page)).toContainText(DRIPPING.last, { timeout: 20_000 });
  await expect(said(page)).toHaveCount(3);
  await page.reload();
  await expect(last(page)).toContainText(`${DRIPPING.first} There was a robin in it. ${DRIPPING.last}`);
  await expect(said(page).getByText("(dripping) It was long.")).toHaveCount(1);
});

test("a model that fails gives way to our own question, and the page says so", async ({ page, signIn }) => {
  test.setTimeout(150_000);
  const { email } = await signIn();
  await givePlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  for (const mood of ["500", "garbage", "over-long", "slow"]) {
    await sendAndWait(page, `(${mood}) It was long.`);
    await expect(last(page)).toContainText(
      "The language model did not answer. This question comes from this server.",
    );
    // In between it answers again, so that it is not given up.
    await sendAndWait(page, "And then it was good.");
    await expect(last(page)).toContainText(ANSWER);
  }
});

test("what software must not say is never seen, and what came before it is withdrawn", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  const { email } = await signIn();
  await givePlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  if (javaScriptEnabled)
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
  if (javaScriptEnabled) {
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join("\n"));
    expect(seen).toContain(CROSSING.first);
    expect(seen).not.toContain(CROSSING.never);
  }
  await page.reload();
  await expect(page.locator("main")).not.toContainText(CROSSING.first);
});

test("a conversation has no barrier and fits a narrow screen, with all that can be in it", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  const { email } = await signIn();
  await givePlan(email, "tier2", "lectio_examen");
  await page.goto("/journal/free");
  await page
    .locator("[name=body]")
    .fill(`A long line about the robin. ${"And it went on and on. ".repeat(20)}`);
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await page.goto("/coaches/reader");
  await page.getByText("Choose entries to talk about").click();
  await page.getByRole("checkbox").check();
  await expectSound(page, javaScriptEnabled);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.waitForURL(/\/coaches\/threads\//);
  await page.getByLabel("Your answer").fill("What stays with me is the morning.");
  await page.getByRole("button", { name: "Show what would be sent" }).click();
  await expect(page.locator("#sent")).toContainText("What stays with me is the morning.");
  await expectSound(page, javaScriptEnabled);
  await page.getByRole("button", { name: /^Agree to send/ }).click();
  await expect(last(page)).toContainText(ANSWER, { timeout: 20_000 });
  await sendAndWait(page, "(500) It was long.");
  await sendAndWait(page, "I want to kill myself.");
  await expect(page.getByText("This conversation is paused for a day")).toBeVisible();
  await page.getByText("Delete this conversation").click();
  await expectSound(page, javaScriptEnabled);
});
