import { setPlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

test("shows the tour once to a new member", async ({ page, signIn }) => {
  await signIn({ guides: true });
  await page.getByRole("link", { name: "Take the guide tour" }).click();
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome");
  for (let step = 1; step < 7; step++) {
    expect(page.getByText(`Step ${step} of 7`)).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
  }
  await page.getByRole("link", { name: "Previous" }).click();
  expect(page.getByText("Step 6 of 7")).toBeVisible();
  await page.getByRole("button", { name: "Skip Tour" }).click();
  expect(page).toHaveURL(/\/dashboard$/);
  expect(page.getByRole("link", { name: "Take the guide tour" })).toHaveCount(0);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Take the guide tour again" }).click();
  expect(page.getByText("Step 1 of 7")).toBeVisible();
});

test("shows the Formation welcome once", async ({ page, signIn }) => {
  const { email } = await signIn({ guides: "formation" });
  await setPlan(email, "tier2", "lectio_examen");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Read the welcome" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Lectio Divina");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Get Started" }).click();
  await page.goto("/dashboard");
  expect(page.getByRole("link", { name: "Read the welcome" })).toHaveCount(0);
});
