import { expect, test, type FormPage } from "./fixtures";

const fill = async (page: FormPage, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
};

test("shows each registration error beside its field and keeps the fields", async ({ page }) => {
  await page.goto("/auth/register");
  expect(
    page.getByText("Your information is securely encrypted. We never store passwords in plain text."),
  ).toBeVisible();
  await fill(page, { username: "a b", email: "nobody", password: "short", confirmPassword: "other" });
  await page.getByRole("button", { name: "Create account" }).click();
  for (const [field, message] of [
    ["username", "Username can only contain letters, numbers, and underscores"],
    ["email", "Please enter a valid email address"],
    ["password", "Password must be at least 8 characters long"],
    ["confirmPassword", "Passwords do not match"],
    ["agreeToTerms", "You must agree to the terms and privacy policy"],
  ] as const) {
    const control = page.locator(`[name=${field}]`);
    expect(control).toHaveAttribute("aria-invalid", "true");
    expect(control).toHaveAccessibleDescription(new RegExp(message));
  }
  expect(page.locator("[name=username]")).toHaveValue("a b");
  expect(page.locator("[name=email]")).toHaveValue("nobody");
});
