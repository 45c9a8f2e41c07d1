import { expect, test } from "./fixtures";

test("asks only for the first-run choices on the first visit", async ({ page, signIn }) => {
  const { username } = await signIn({ firstRun: true });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(username);
  await expect(page.getByText("Today’s passage")).toHaveCount(0);
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue("America/New_York");
  await page.getByLabel("20 minutes").check();
  await page.getByLabel("What tradition do you pray in?").selectOption("Roman Catholic");
  await page.getByLabel("Morning", { exact: true }).fill("05:30");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/journal\/(morning|evening)/);
  await page.goto("/dashboard");
  await expect(page.getByText("Today’s passage")).toBeVisible();
  await expect(page.getByText("Where do your days begin?")).toHaveCount(0);
  await page.goto("/settings/prayer");
  await expect(page.getByLabel("Length")).toHaveValue("20");
  await expect(page.getByLabel("Tradition")).toHaveValue("roman");
  await expect(page.getByLabel("Morning", { exact: true })).toHaveValue("05:30");
  await page.goto("/journal/silence");
  await expect(page.getByLabel("Minutes")).toHaveValue("7");
});
