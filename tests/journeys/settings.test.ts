import { expect, test } from "./fixtures";

test(
  "leads to every settings page by its group, with its name as the heading",
  { tags: ["release"] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/settings");
    const groups = page.getByRole("navigation", { name: "Settings" });
    const links = await groups.locator("a").all();
    const headings: string[] = [];
    for (const link of links) {
      const to = (await link.getAttribute("href")) ?? "";
      await page.goto(to);
      const pages = page.locator("main nav a");
      expect(
        page.locator("main nav [aria-current=page], main nav [aria-current=true]").first(),
      ).toBeVisible();
      for (const one of await pages.all()) {
        const path = (await one.getAttribute("href")) ?? "";
        expect((await page.request.get(path)).status()).toBe(200);
      }
      headings.push(await page.getByRole("heading", { level: 1 }).innerText());
    }
    expect(headings).toEqual(["Profile", "Prayer", "Reminders", "Privacy", "Data", "Plan"]);
    await page.goto("/settings/security");
    await page
      .getByRole("navigation", { name: "Privacy and Security" })
      .getByRole("link", { name: "Insights" })
      .click();
    expect(page.getByRole("heading", { level: 1, name: "How insights are made" })).toBeVisible();
    await page.goto("/settings/security/passkeys");
    expect(page.getByRole("heading", { level: 1, name: "Passkeys" })).toBeVisible();
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    expect(page).toHaveURL("/settings");
  },
);
