import type { Page } from "playwright/test";
import { forSale } from "#tests/support/paid-plans";
import { setUpInstance } from "#tests/support/setup-instance";
import { expect, newPerson, test, type Person } from "./fixtures";

let instance: Awaited<ReturnType<typeof setUpInstance>>;
test.beforeAll(async () => {
  instance = await setUpInstance();
});
test.afterAll(() => instance.close());

async function accept(page: Page, link: string, { username, email, password }: Person): Promise<void> {
  await page.goto(link);
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=confirmPassword]").fill(password);
  await page.locator("[name=agreeToTerms]").check();
  await page.getByRole("button", { name: "Create account" }).click();
}

test(
  "approves two members on an instance for a parish, which sells nothing",
  { tag: "@release" },
  async ({ newVisitor, mailbox }) => {
    const visitor = () => newVisitor({ baseURL: instance.origin });
    const [aunt, uncle] = [newPerson(), newPerson()];
    const pastor = await visitor();
    await pastor.goto("/admin-login");
    await pastor.getByLabel("Email").fill(instance.operator.email);
    await pastor.getByLabel("Password", { exact: true }).fill(instance.operator.password);
    await pastor.locator("main form[method=post] button[type=submit]").first().click();
    await expect(pastor).toHaveURL(/\/admin-settings/);
    await pastor.goto("/admin/invitations");
    await pastor.getByRole("button", { name: "Invite", exact: true }).click();
    const paper = await pastor.locator("#new-link").inputValue();
    await pastor.goto("/admin/invitations");
    await pastor.locator("[name=emails]").fill(uncle.email);
    await pastor.getByRole("button", { name: "Invite", exact: true }).click();

    const auntsPage = await visitor();
    await accept(auntsPage, paper, aunt);
    await expect(auntsPage).toHaveURL(/\/verify-email/);

    const page = await visitor();
    await accept(page, (await mailbox.waitForMail(uncle.email)).link("/auth/register"), uncle);
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByLabel(/Lectio Divina and Examen/)).toBeVisible();
    await page.getByLabel(/Lectio Divina and Examen/).check();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForURL(/\/journal\/(morning|evening)/);
    await page.goto("/welcome/formation?step=3");
    await page.getByRole("main").getByRole("button", { name: "Get Started" }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    // tests/journeys covers every page; here are the pages that script changes most.
    for (const address of ["/dashboard", "/journal/morning", "/settings/prayer"]) {
      if (!page.url().endsWith(address)) await page.goto(address);
      await expect(page.locator("h1").first()).toBeVisible();
      expect([address, ...forSale(await page.content())]).toEqual([address]);
    }
  },
);
