import type { Page } from "playwright/test";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { expect, newPerson, test } from "./fixtures";

test("updates the strength meter, checklist and notices while typing", async ({
  page,
  context,
  expectErrors,
}) => {
  // The code of the timed toast cannot be loaded offline, so the message is rendered in the page.
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/auth/register");
  const password = page.locator("[name=password]");
  await expect(page.getByText("at least 8 characters")).toBeHidden();
  await password.focus();
  await expect(page.getByText("at least 8 characters")).toBeVisible();
  for (const [typed, label] of [
    ["abcdef", "Weak"],
    ["Abcdefg7!", "Strong"],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText("Password strength:")).toContainText(label);
  }
  await expect(page.getByText("Connected")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline").first()).toBeVisible();
  await expect(
    page.getByText("Please check your internet connection to create an account.").first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Offline (Cannot Register)" })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
});

test(
  "counts down a lockout and enables the sign-in form again",
  { tag: "@release" },
  async ({ page, expectErrors }) => {
    expectErrors(/401|429/);
    const email = newPerson().email;
    await page.clock.install();
    await page.goto("/login");
    await page.clock.resume();
    for (let attempt = 1; attempt <= LOCKOUTS.login.failures; attempt++) {
      await page.locator("[name=email]").fill(email);
      await page.locator("[name=password]").fill("Wrong-pass1");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await answered;
    }
    await expect(page.getByRole("button", { name: /Try again in \d+s/ })).toBeDisabled();
    await page.clock.fastForward(31_000);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expect(page.getByText("Too many login attempts")).toHaveCount(0);
  },
);

async function fillSignIn(page: Page) {
  await page.locator("[name=email]").fill("quiet@example.test");
  await page.locator("[name=password]").fill("Stillness7");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("explains a network failure in the form and keeps its fields", async ({ page, expectErrors }) => {
  expectErrors(/ERR_FAILED|Failed to fetch|login/);
  await page.goto("/login");
  await page.route("**/login.data*", (route) => route.abort());
  await fillSignIn(page);
  await expect(page.getByText("Connection problem").first()).toBeVisible();
  const text = "Unable to reach the server. Please check your internet connection.";
  await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue("quiet@example.test");
});

test("explains a timeout after fifteen seconds", async ({ page, expectErrors }) => {
  expectErrors(/login/);
  await page.clock.install();
  await page.goto("/login");
  await page.clock.resume();
  await page.route("**/login.data*", () => undefined);
  await fillSignIn(page);
  await expect(page.getByRole("button", { name: "Signing in…" })).toBeVisible();
  await page.clock.fastForward(15_100);
  await expect(page.getByText("Request timed out").first()).toBeVisible();
  const text = "The server took too long to respond. Please try again.";
  await expect(page.getByText(text).first()).toBeVisible();
});

test("disables the sign-in form while offline", async ({ page, context, expectErrors }) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/login");
  await expect(page.getByText("Connected")).toBeVisible();
  // Waits for prefetches of links.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect(page.getByText("Connection lost").first()).toBeVisible();
  await expect(page.getByText("Please check your internet connection and try again.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByText("Connection restored").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});
