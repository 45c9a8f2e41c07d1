import { setPlan } from "#tests/support/browser-database";
import { expect, test, waitForHydration } from "./fixtures";

test("shows the tour once to a new member", async ({ page, signIn }) => {
  await signIn({ guides: true });
  await page.goto("/dashboard");
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
  await waitForHydration(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("closes the Formation welcome with Escape for good", async ({ page, signIn }) => {
  const { email } = await signIn({ guides: "formation" });
  await setPlan(email, "tier2", "lectio_examen");
  await page.goto("/dashboard");
  const dialog = page.getByRole("dialog", { name: "Formation welcome" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "Lectio Divina" })).toBeFocused();
  const remembered = page.waitForResponse((response) => response.url().includes("/welcome/formation"));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await remembered;
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
