import { makeMorningDue } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const TEXT = "It's time for your morning reflection. Take a moment to start your day mindfully.";

test("shows a reminder in the member area until it is read", async ({ page, signIn }) => {
  const { email } = await signIn();
  await makeMorningDue(email);
  await page.goto("/settings");
  expect(page.getByText(TEXT)).toHaveCount(0);
  await page.goto("/dashboard");
  const banner = page.getByRole("status").filter({ hasText: "Morning Reflection" });
  expect(banner).toContainText(TEXT);
  expect(banner.getByRole("link", { name: "Open the morning reflection" })).toHaveAttribute(
    "href",
    "/journal/morning",
  );
  await page.goto("/notifications");
  expect(page.getByRole("heading", { name: "Morning Reflection" })).toBeVisible();
  expect(page.getByText("Unread", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark as read" }).click();
  expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
  await page.goto("/dashboard");
  expect(page.getByRole("status").filter({ hasText: "Morning Reflection" })).toHaveCount(0);
});
