/** @module-tag release */
import { setPlan } from "#tests/support/browser-database";
import { expect, test, type FormPage } from "./fixtures";

const HOST = process.env.E2E_AI_HOST ?? "";
const ANSWER = "That sounds like a full day. What of it would you like to stay with?";

const last = (page: FormPage) => page.locator("#latest");

test("answers by a model only with consent to its host and the shown text", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.locator("[name=title]").fill("Not for machines");
  await page.locator("[name=body]").fill("A closed garden.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.getByRole("button", { name: /exclude/i }).click();
  expect(page.getByRole("button", { name: /include/i })).toBeVisible();
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.locator("[name=title]").fill("The robin");
  await page.locator("[name=body]").fill("A robin sat on the sill and stayed.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
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
  await page.getByLabel("Your answer").fill("And now?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect(last(page)).not.toContainText("language model");
});
