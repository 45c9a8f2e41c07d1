import { endSessions } from "#tests/support/browser-database";
import { enter, expect, test } from "./fixtures";

/** The unsaved text that must survive each interruption. */
const WORDS = "The heron stood still by the water, and so did I, for a long while this morning.";

test("keeps the text when the session expires during writing", async ({ page, signIn }) => {
  const person = await signIn();
  // Signing in by the form marks this browser as known.
  await page.context().clearCookies();
  await enter(page, person);
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill("Water");
  await page.locator("[name=body]").fill(WORDS);
  await endSessions(person.email);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/auth\/login/);
  await page.locator("form [name=email]").fill(person.email);
  await page.locator("form [name=password]").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(page.getByRole("heading", { name: "What you wrote is here" })).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByRole("heading", { name: "Water" })).toBeVisible();
  expect(page.getByText(WORDS)).toBeVisible();
  await page.goto("/journal/history");
  expect(page.getByText(WORDS.slice(0, 40))).toHaveCount(1);
});

test("keeps both texts when two tabs edit one page", async ({ page, signIn }) => {
  await signIn();
  const other = await page.context().newPage();
  await page.goto("/journal/free");
  await other.goto("/journal/free");
  await page.locator("[name=body]").fill("Words of the first tab");
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page.getByText(/Saved as draft/)).toBeVisible();
  await other.locator("[name=body]").fill("Words of the second tab");
  await other.getByRole("button", { name: "Save for later" }).click();
  expect(other.getByText("This was changed in another window")).toBeVisible();
  expect(other.getByText("Words of the first tab")).toBeVisible();
  expect(other.locator("[name=body]")).toHaveValue("Words of the second tab");
  await other.locator("[name=body]").fill("Words of the first tab\nWords of the second tab");
  await other.getByRole("button", { name: "Finish", exact: true }).click();
  expect(other).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  for (const text of ["first", "second"]) expect(other.getByText(`Words of the ${text} tab`)).toBeVisible();
});
