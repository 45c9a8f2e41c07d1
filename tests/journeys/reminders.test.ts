import { rememberTimes } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

/** A zone where it is about ten in the morning, with that hour as the morning's time. */
function aMorningNow(): { timezone: string; morningPromptTime: string; eveningPromptTime: string } {
  const utc = new Date().getUTCHours();
  // Etc/GMT-3 is UTC+3; zones range from UTC-12 to UTC+14.
  const ahead = ((10 - utc + 36) % 24) - 12;
  const minutes = String(new Date().getUTCMinutes()).padStart(2, "0");
  const timezone = ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  return { timezone, morningPromptTime: `10:${minutes}`, eveningPromptTime: "23:30" };
}

const TEXT = "It's time for your morning reflection. Take a moment to start your day mindfully.";

test("shows a reminder in the member area until it is read", async ({ page, signIn }) => {
  const { email } = await signIn();
  await rememberTimes(email, aMorningNow());
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
