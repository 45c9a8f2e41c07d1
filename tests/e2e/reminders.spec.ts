import { barriersOn } from "#tests/support/axe";
import { makeMorningDue } from "#tests/support/browser-database";
import { expect, test, waitForHydration } from "./fixtures";

const TEXT = "It's time for your morning reflection. Take a moment to start your day mindfully.";

test("shows a due reminder on an open page", { tag: "@release" }, async ({ page, signIn }) => {
  const { email } = await signIn({ hasReminders: true });
  await makeMorningDue(email);
  await page.goto("/settings");
  const area = page.getByRole("region", { name: "Notification" });
  await expect(area.getByText(TEXT)).toBeVisible();
  await expect(area.getByText("Morning Reflection", { exact: true })).toBeVisible();
  // Each kind is delivered once a day, to one page.
  await page.reload();
  await waitForHydration(page);
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.goto("/notifications");
  await expect(page.getByText("Unread", { exact: true })).toBeVisible();
  expect(await barriersOn(page, "reminders")).toEqual([]);
  await page.getByRole("button", { name: "Mark as read" }).click();
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
});

test("keeps unsaved text when a reminder arrives as the connection fails", async ({
  page,
  context,
  signIn,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn({ hasReminders: true });
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
