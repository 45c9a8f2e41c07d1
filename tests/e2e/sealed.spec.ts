import { enter, expect, test } from "./fixtures";

const WORDS = "What nobody but me should read.";

test(
  "a journal is sealed with a code typed back, read after signing in again, and unsealed",
  { tag: "@release" },
  async ({ page, signIn }) => {
    const person = await signIn();
    await page.goto("/settings/security/seal");
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Show my recovery codes" }).click();
    await expect(page.locator("main ol li")).toHaveCount(8);
    const [code = ""] = await page.locator("main ol li").allInnerTexts();
    await page.getByLabel("Type one of the eight codes").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Seal my journal" }).click();
    await expect(page.getByText("8 of 8 left.")).toBeVisible();

    await page.goto("/journal/free");
    await page.locator("[name=body]").fill(WORDS);
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await expect(page.getByText(WORDS)).toBeVisible();
    const entry = page.url();
    await page.context().clearCookies();
    await enter(page, person);
    await page.goto(entry);
    await expect(page.getByText(WORDS)).toBeVisible();

    await page.goto("/settings/security/seal");
    const form = page.locator("form").filter({ hasText: "Unseal my journal" });
    await form.getByLabel("Current password").fill(person.password);
    await form.getByRole("button", { name: "Unseal my journal" }).click();
    await expect(page.getByText("Your journal is no longer sealed").first()).toBeVisible();
    await page.goto(entry);
    await expect(page.getByText(WORDS)).toBeVisible();
  },
);
