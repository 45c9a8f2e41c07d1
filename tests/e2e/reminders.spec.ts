import { barriersOn } from "#tests/support/axe";
import { rememberTimes } from "#tests/support/browser-database";
import { expect, test, waitForHydration } from "./fixtures";

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

test("shows a due reminder on an open page", async ({ page, signIn }) => {
  const { email } = await signIn();
  await rememberTimes(email, aMorningNow());
  await page.goto("/settings");
  {
    const area = page.getByRole("region", { name: "Notification" });
    await expect(area.getByText(TEXT)).toBeVisible();
    await expect(area.getByText("Morning Reflection", { exact: true })).toBeVisible();
    // Each kind is delivered once a day, to one page.
    await page.reload();
    await waitForHydration(page);
    await expect(page.locator(".toast")).toHaveCount(0);
  }
  await page.goto("/dashboard");
  const banner = page.getByRole("status").filter({ hasText: "Morning Reflection" });
  await expect(banner).toContainText(TEXT);
  await expect(banner.getByRole("link", { name: "Open the morning reflection" })).toHaveAttribute(
    "href",
    "/journal/morning",
  );
  await page.goto("/notifications");
  await expect(page.getByRole("heading", { name: "Morning Reflection" })).toBeVisible();
  await expect(page.getByText("Unread", { exact: true })).toBeVisible();
  expect(await barriersOn(page, "reminders")).toEqual([]);
  await page.getByRole("button", { name: "Mark as read" }).click();
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Morning Reflection" })).toHaveCount(0);
});

test("keeps unsaved text when a reminder arrives as the connection fails", async ({
  page,
  context,
  signIn,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  const evening = new Date();
  evening.setUTCHours(22, 30);
  await page.clock.setFixedTime(evening);
  let isAsked: () => void;
  let release: () => void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/reminders", async (route) => {
    isAsked();
    await held;
    await route.fulfill({ json: { notification: { title: "Evening", message: "The day is closing." } } });
  });
  await page.goto("/journal/free");
  await asked;
  await page.getByLabel("Your words").fill("On the train");
  await context.setOffline(true);
  release!();
  await expect(page.getByText("The day is closing.").first()).toBeVisible();
  await expect(page.getByLabel("Your words")).toHaveValue("On the train");
  await context.setOffline(false);
});
