/** @module-tag release */
import { setPlan } from "#tests/support/browser-database";
import { CROSSING, DRIPPING } from "#tests/support/stub-model";
import { expect, test, type FormPage } from "./fixtures";

const HOST = process.env.E2E_AI_HOST ?? "";
const ANSWER = "That sounds like a full day. What of it would you like to stay with?";

const messagesOn = (page: FormPage) => page.locator("main ol").first().locator("> li");
const last = (page: FormPage) => page.locator("#latest");

async function begin(page: FormPage, key: string): Promise<void> {
  await page.goto(`/coaches/${key}`);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  expect(page).toHaveURL(/\/coaches\/threads\//);
  expect(page.getByLabel("Your answer")).toBeVisible();
}
async function agree(page: FormPage): Promise<void> {
  await page.getByText("Let a language model answer in coaching?").click();
  await page.getByRole("button", { name: `Agree to send what I write to a coach to ${HOST}` }).click();
  expect(page.getByText(`A language model at ${HOST} answers`)).toBeVisible();
}
async function send(page: FormPage, text: string): Promise<void> {
  await page.getByLabel("Your answer").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}
/** Without script the response waits for the answer. */
async function sendAndRead(page: FormPage, text: string): Promise<void> {
  const before = await messagesOn(page).count();
  await send(page, text);
  expect(messagesOn(page)).toHaveCount(before + 2);
}

test("answers by a model only with consent to its host and the shown text", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.locator("[name=title]").fill("Not for machines");
  await page.locator("[name=body]").fill("A closed garden.");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.locator("main summary").click();
  await page.getByRole("button", { name: /exclude/i }).click();
  expect(page.getByRole("button", { name: /include/i })).toBeVisible();
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.locator("[name=title]").fill("The robin");
  await page.locator("[name=body]").fill("A robin sat on the sill and stayed.");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);

  await page.goto("/coaches/listener");
  await page.getByText("Choose entries to talk about").click();
  expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("checkbox", { name: /The robin/ }).check();
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  expect(page).toHaveURL(/\/coaches\/threads\//);
  expect(page.getByRole("link", { name: /^The robin/ })).toBeVisible();

  // The preview shows the exact text before it is sent.
  await page.getByLabel("Your answer").fill("It stayed so long.");
  await page.getByRole("button", { name: "Show what would be sent" }).click();
  const sent = page.locator("#sent");
  expect(sent.getByText(`Exactly this text will be sent to ${HOST}`)).toBeVisible();
  expect(sent).toContainText("A robin sat on the sill and stayed.");
  expect(sent).toContainText("It stayed so long.");
  expect(sent).not.toContainText("A closed garden.");
  expect(page.getByLabel("Your answer")).toHaveValue("It stayed so long.");
  await page.getByRole("button", { name: `Agree to send what I write to a coach to ${HOST}` }).click();
  expect(last(page)).toContainText(ANSWER);
  expect(last(page)).toContainText("language model");

  const conversation = page.url();
  await page.getByRole("link", { name: "under Privacy" }).click();
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await page.goto(conversation);
  expect(page.getByText("Let a language model answer in coaching?")).toBeVisible();
  await sendAndRead(page, "And now?");
  expect(last(page)).not.toContainText("language model");
});

test("answers by a model for every coach", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  for (const [at, key] of ["rhythm", "listener", "reader", "examen", "discern", "writer"].entries()) {
    await begin(page, key);
    if (at === 0) await agree(page);
    await sendAndRead(page, "I was tired today.");
    expect(last(page)).toContainText(ANSWER);
  }
});

test("stores a streamed answer completely", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  await send(page, "(dripping) It was long.");
  expect(last(page)).toContainText(DRIPPING.last);
  expect(messagesOn(page)).toHaveCount(3);
  await page.reload();
  expect(last(page)).toContainText(`${DRIPPING.first} There was a robin in it. ${DRIPPING.last}`);
  expect(messagesOn(page).getByText("(dripping) It was long.")).toHaveCount(1);
});

test("falls back to a rule-based question when the model fails", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  for (const mood of ["500", "garbage", "over-long", "slow"]) {
    await sendAndRead(page, `(${mood}) It was long.`);
    expect(last(page)).toContainText(
      "The language model did not answer. This question comes from this server.",
    );
    // An intermediate success keeps the circuit breaker closed.
    await sendAndRead(page, "And then it was good.");
    expect(last(page)).toContainText(ANSWER);
  }
});

test("withdraws a streamed answer that violates the output policy", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await begin(page, "listener");
  await agree(page);
  await sendAndRead(page, "(crossing) He shouted again.");
  expect(last(page)).toContainText("software must not say here, so we stopped it");
  expect(last(page)).not.toContainText(CROSSING.first);
  expect(await page.content()).not.toContain(CROSSING.never);
  await page.reload();
  expect(page.locator("main")).not.toContainText(CROSSING.first);
});
