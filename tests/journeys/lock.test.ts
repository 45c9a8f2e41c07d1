import { lockSessions } from "#tests/support/browser-database";
import { expect, test, type FormPage } from "./fixtures";

const WORDS = "The heron stood still by the water, and I was called away.";
const press = (page: FormPage, name: string) => page.getByRole("button", { name, exact: true }).click();

test("locks and unlocks a journal without script and keeps the submitted form", async ({ page, signIn }) => {
  const person = await signIn();
  await page.goto("/settings/security");
  await page.getByLabel("Lock after").selectOption("5");
  await page.locator("form").filter({ hasText: "Lock after" }).getByRole("button", { name: "Save" }).click();
  expect(page.getByText("On this device your journal locks after 5 minutes").first()).toBeVisible();
  await page.goto("/journal/free");
  await page.locator("[name=body]").fill(WORDS);
  await lockSessions(person.email);
  await press(page, "Finish");
  expect(page).toHaveURL(/\/unlock\?redirectTo=/);
  expect(page.getByText("What you just sent is kept.", { exact: false })).toBeVisible();
  await page.locator("[name=password]").fill("Wrong-Water-9");
  await press(page, "Open my journal");
  expect(page.locator("[name=password]")).toHaveAccessibleDescription(/That is not your password/);
  await page.locator("[name=password]").fill(person.password);
  await press(page, "Open my journal");
  expect(page.getByRole("heading", { name: "What you wrote is here" })).toBeVisible();
  await press(page, "Send it again");
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByText(WORDS)).toBeVisible();

  // The quick exit locks the session, so that the entry asks for the password.
  const entry = page.url();
  await page.goto("/safety");
  await press(page, "Quick exit");
  expect(page).toHaveURL(/\/leave$/);
  await page.goto(entry);
  expect(page).toHaveURL(/\/unlock\?redirectTo=/);
  await page.locator("[name=password]").fill(person.password);
  await press(page, "Open my journal");
  expect(page).toHaveURL(entry);
  expect(page.getByText(WORDS)).toBeVisible();
});
