import { givePlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

test("a new person is shown around once", async ({ page, signIn, javaScriptEnabled }) => {
  await signIn(undefined, { guides: true });
  if (javaScriptEnabled === false) {
    await page.getByRole("link", { name: "Take the guide tour" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome");
    for (let step = 1; step < 7; step++) {
      await expect(page.getByText(`Step ${step} of 7`)).toBeVisible();
      await page.getByRole("link", { name: "Next" }).click();
    }
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByText("Step 6 of 7")).toBeVisible();
    await page.getByRole("button", { name: "Skip Tour" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("link", { name: "Take the guide tour" })).toHaveCount(0);
    await page.goto("/settings");
    await page.getByRole("link", { name: "Take the guide tour again" }).click();
    await expect(page.getByText("Step 1 of 7")).toBeVisible();
    return;
  }
  const dialog = page.getByRole("dialog", { name: "Guide tour" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Welcome" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Previous" })).toHaveCount(0);
  for (let step = 1; step < 7; step++) {
    await expect(dialog.getByText(`Step ${step} of 7`)).toBeVisible();
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
  }
  await dialog.getByRole("button", { name: "Previous" }).click();
  await expect(dialog.getByText("Step 6 of 7")).toBeVisible();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("button", { name: "Skip Tour" })).toHaveCount(0);
  const remembered = page.waitForResponse((response) => response.url().includes("/welcome/tour"));
  await dialog.getByRole("button", { name: "Get Started" }).click();
  await expect(dialog).toHaveCount(0);
  await remembered;
  await page.reload();
  // Long enough for a tour that was not remembered.
  await page.waitForTimeout(1_500);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Escape closes the Formation welcome, for good", async ({ page, signIn, javaScriptEnabled }) => {
  const { email } = await signIn(undefined, { guides: true });
  await givePlan(email, "tier2", "lectio_examen");
  await page.goto("/settings");
  if (javaScriptEnabled === false) {
    await page.getByRole("link", { name: "Read the welcome" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lectio Divina");
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.goto("/settings");
    await expect(page.getByRole("link", { name: "Read the welcome" })).toHaveCount(0);
    return;
  }
  const dialog = page.getByRole("dialog", { name: "Formation welcome" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "Lectio Divina" })).toBeFocused();
  const remembered = page.waitForResponse((response) => response.url().includes("/welcome/formation"));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await remembered;
  await page.reload();
  await page.waitForTimeout(500);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
