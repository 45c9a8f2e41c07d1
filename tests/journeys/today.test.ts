import { expect, newPerson, register, test, verify } from "./fixtures";

test("claims an anonymous prayer once when the link is opened in another tab", async ({ page }) => {
  await page.goto("/");
  const before = await page.context().cookies();
  await page.getByRole("link", { name: "Pray with today’s passage" }).click();
  expect(page).toHaveURL(/\/today$/);
  // Reading sets no cookie.
  expect(await page.context().cookies()).toEqual(before);
  await page.getByRole("button", { name: "Keep this" }).click();
  expect(page.getByText("Write a few words first.")).toBeVisible();
  await page.locator("[name=first]").fill("A lamp behind the frost.");
  await page.locator("[name=second]").fill("Bread.");
  await page.getByRole("button", { name: "Keep this" }).click();
  expect(page).toHaveURL(/\/auth\/register$/);
  const person = newPerson();
  const waiting = page.getByText("Your words are waiting. They are kept for a day.");
  expect(waiting).toBeVisible();
  await register(page, person);
  expect(waiting).toBeVisible();
  // Another tab of the same browser.
  await verify(page, person);
  expect(page).toHaveURL(/\/dashboard$/);
  expect(page.getByText("Your first prayer is in your journal.")).toBeVisible();
  expect(page.getByText("Welcome back", { exact: false })).toHaveCount(0);
  expect(page.getByLabel("What may we call you?")).toBeVisible();
  await page.goto("/journal/history");
  expect(page.getByRole("link", { name: /A first prayer/ })).toHaveCount(1);
  await page.getByRole("link", { name: /A first prayer/ }).click();
  expect(page.getByText("A lamp behind the frost.")).toBeVisible();
});

test("deletes a discarded anonymous prayer", async ({ page }) => {
  await page.goto("/today");
  await page.locator("[name=first]").fill("This is between us.");
  await page.getByRole("button", { name: "Let it go" }).click();
  expect(page.getByText("It is gone.")).toBeVisible();
  expect(await page.content()).not.toContain("between us");
});
