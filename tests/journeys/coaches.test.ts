import { expect, test, type FormPage } from "./fixtures";

const field = (page: FormPage) => page.getByLabel("Your answer");
const messagesOn = (page: FormPage) => page.locator("main ol").first().locator("> li");
/** Sends a message. Without script, the response waits for the answer of the coach, so both are on the page. */
const send = async (page: FormPage, text: string) => {
  const before = await messagesOn(page).count();
  await field(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect(messagesOn(page)).toHaveCount(before + 2);
};
const begin = async (page: FormPage, key: string) => {
  await page.goto(`/coaches/${key}`);
  await page.getByRole("button", { name: "Begin a conversation" }).click();
  expect(page).toHaveURL(/\/coaches\/threads\//);
  expect(field(page)).toBeVisible();
};

test("shows help numbers for a crisis message in a conversation and an entry", async ({ page, signIn }) => {
  await signIn();
  await begin(page, "rhythm");
  await send(page, "I want to kill myself.");
  const care = page.getByRole("complementary", { name: "You matter; please talk to someone now" });
  expect(care).toBeVisible();
  expect(care.getByRole("link", { name: "988" })).toHaveAttribute("href", "tel:988");
  await send(page, "It is raining.");
  expect(care).toHaveCount(2);
  await care.last().getByRole("link", { name: "Continue writing privately" }).click();
  expect(page).toHaveURL("/journal/free");
  expect(page.getByLabel("Your words")).toBeVisible();
  await page.locator("textarea[name=body]").fill("I do not want to be alive.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  expect(page.getByText("I do not want to be alive.")).toBeVisible();
  expect(care).toBeVisible();
  expect(care).toContainText("What you wrote is kept. Nobody has been told.");
});
