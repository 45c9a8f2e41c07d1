import { makeAdministrator, openAlert } from "#tests/support/browser-database";
import type { Locator } from "#tests/support/form-browser/locator";
import { enterAdministration, expect, signInAs, test, type FormPage, type Person } from "./fixtures";

/** Signs in as a new administrator. */
async function administer(page: FormPage): Promise<Person> {
  const person = await signInAs(page);
  await makeAdministrator(person.email);
  await enterAdministration(page, person);
  return person;
}

const main = (page: FormPage): Locator => page.locator("main");
test("acknowledges and resolves an alert", async ({ page }) => {
  const alert = await openAlert("mail-failures");
  await administer(page);
  expect(main(page).getByRole("link", { name: "Email is not going out" }).first()).toBeVisible();
  await page.goto(`/admin/alerts/${alert}`);
  await main(page).getByRole("link", { name: "System health" }).click();
  expect(page.getByRole("button", { name: "Send me a test email" })).toBeVisible();
  await page.goto(`/admin/alerts/${alert}`);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  expect(page.getByText("Alert acknowledged").first()).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  expect(page.getByText("Alert resolved").first()).toBeVisible();
  expect(main(page).getByRole("listitem")).toHaveCount(3);

  await page.goto("/admin/alerts?state=resolved&rule=mail-failures");
  expect(
    main(page)
      .getByRole("row", { name: /Email is not going out.*Resolved/ })
      .first(),
  ).toBeVisible();
  await page.goto("/admin/audit");
  for (const words of [/Alert acknowledged/, /Alert resolved/])
    expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
});
