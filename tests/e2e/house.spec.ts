import { forSale } from "#tests/support/for-sale";
import { openAHouse } from "#tests/support/open-a-house";
import { enter, expect, newPerson, test, type Person } from "./fixtures";
import type { Page } from "playwright/test";

let house: Awaited<ReturnType<typeof openAHouse>>;
test.beforeAll(async () => {
  house = await openAHouse();
});
test.afterAll(() => house.close());

async function accept(page: Page, link: string, { username, email, password }: Person): Promise<void> {
  await page.goto(link);
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=confirmPassword]").fill(password);
  await page.locator("[name=agreeToTerms]").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

test("in a house for the parish an aunt and an uncle are let in, and nothing is for sale", async ({
  newVisitor,
}) => {
  const visitor = () => newVisitor({ baseURL: house.origin });
  const pastor = await visitor();
  await pastor.goto("/admin-login");
  await pastor.getByLabel("Email").fill(house.operator.email);
  await pastor.getByLabel("Password", { exact: true }).fill(house.operator.password);
  await pastor.locator("main form[method=post] button[type=submit]").first().click();
  await expect(pastor).toHaveURL(/\/admin-settings/);
  await pastor.goto("/admin/invitations");
  await pastor.getByRole("button", { name: "Invite", exact: true }).click();
  const paper = await pastor.locator("#new-link").inputValue();

  const aunt = await visitor();
  await accept(aunt, paper, newPerson());
  await expect(aunt).toHaveURL(/\/verify-email/);

  const person = newPerson();
  const [link = ""] = house.admin(["invite", "--email", person.email]).split("\n");
  const uncle = await visitor();
  await accept(uncle, link, person);
  await expect(uncle).toHaveURL(/\/login/);
  await enter(uncle, person);
  await uncle.getByLabel(/Lectio Divina and Examen/).check();
  await uncle.getByRole("button", { name: "Begin" }).click();
  await expect(uncle.getByText("Today’s passage")).toBeVisible();
  for (const address of ["/dashboard", "/journal/morning", "/settings/prayer", "/settings", "/coaches"]) {
    await uncle.goto(address);
    await expect(uncle.locator("h1").first()).toBeVisible();
    expect([address, ...forSale(await uncle.content())]).toEqual([address]);
  }
});
