import { expect, test } from "./fixtures";

test("ends a morning and an evening once, with a verse and Amen", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/morning");
  // The passage shows verse numbers if it has several verses; the verse at the ending has no number.
  const verse = ((await page.locator("blockquote p").first().textContent()) ?? "").trim().replace(/^\d+/, "");
  await page.getByLabel("Today I want to be present to…").fill("my neighbour");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Kept.");
  expect(page.locator("section blockquote")).toContainText(verse);
  expect(page.getByText("Amen.")).toBeVisible();
  expect(page.getByText("You will see it again this evening.")).toBeVisible();
  expect(page.getByRole("heading", { level: 2, name: "Morning reflection" })).toBeVisible();
  expect(page.getByText("my neighbour")).toBeVisible();

  await page.reload();
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning reflection");
  expect(page.getByText("Amen.")).toHaveCount(0);
  expect(page.getByText("my neighbour")).toBeVisible();

  await page.goto("/journal/evening");
  await page.getByLabel("A moment of grace").fill("Rain on the roof");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page.getByText("Sleep well.")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).last().click();
  expect(page).toHaveURL(/\/dashboard$/);
});

test("shows help in place of an ending when an entry has signs of a crisis", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("I want to kill myself.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByText("Amen.")).toHaveCount(0);
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Free page");
});
