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

test("turns the calendar feed and emails on and off", async ({ page, signIn, mailbox }) => {
  const { email } = await signIn();
  await page.goto("/settings/reminders");
  await page.getByLabel("By email").check();
  await page.getByLabel("Wednesday").check();
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  expect(page.getByLabel("By email")).toBeChecked();
  expect(page.getByLabel("Wednesday")).toBeChecked();
  await page.getByRole("button", { name: "Send me a test" }).click();
  const mail = await mailbox.waitForMail(email, { subject: /Morning Reflection \(a test\)/ });
  expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const way = /<([^>]+)>/.exec(mail.headers["list-unsubscribe"] ?? "")?.[1] ?? "";

  await page.getByRole("button", { name: "Create an address" }).click();
  const address = await page.getByLabel("Your feed’s address").inputValue();
  const feed = await page.request.get(address);
  expect(feed.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(
    (await page.request.get(address, { headers: { "If-None-Match": feed.headers().etag ?? "" } })).status(),
  ).toBe(304);
  await page.getByRole("button", { name: "Create a new address" }).click();
  expect(page.getByLabel("Your feed’s address")).not.toHaveValue(address);
  expect((await page.request.get(address)).status()).toBe(404);

  await page.goto(new URL(way).pathname);
  await page.getByRole("button", { name: "Stop them" }).click();
  expect(page.getByRole("heading", { name: "No more of these emails" })).toBeVisible();
  await page.goto("/settings/reminders");
  expect(page.getByLabel("By email")).not.toBeChecked();
  expect(page.getByLabel("Wednesday")).toBeChecked();
});
