import { LOCKOUTS } from "~/domain/limits/lockout";
import { enter, expect, fillSignIn, newPerson, signOut, test, type FormPage } from "./fixtures";

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

test("hides the invitation code until requested when anyone can register", async ({ page }) => {
  await page.goto("/auth/register");
  expect(page.getByLabel("Invitation code")).toBeHidden();
  await page.getByText("I have an invitation code").click();
  expect(page.getByLabel("Invitation code")).toBeVisible();
});

test("locks out for thirty seconds after too many wrong passwords", async ({ page }) => {
  const email = newPerson().email;
  await page.goto("/login");
  for (let attempt = 1; attempt <= LOCKOUTS.login.failures; attempt++) {
    await fillSignIn(page, { email, password: "Wrong-pass1" });
    expect(page.answer.status()).toBe(attempt < LOCKOUTS.login.failures ? 401 : 429);
  }
  expect(page.getByText("Too many login attempts").first()).toBeVisible();
  expect(page.getByText(/Please wait (30|29|28|27|26) seconds before trying again\./).first()).toBeVisible();
  expect(page.getByRole("button", { name: /^Try again in \d+s$/ })).toBeVisible();
});

test("remembers the email address after logout only on request", async ({ page, signIn }) => {
  const person = await signIn();
  await page.context().clearCookies();
  await enter(page, person);
  await signOut(page);
  expect(page.getByText("Logged out").first()).toBeVisible();
  await page.goto("/dashboard");
  expect(page).toHaveURL(/\/auth\/login\?redirectTo=%2Fdashboard/);
  await page.goto("/login");
  expect(page.locator("[name=email]")).toHaveValue("");
  expect(page.getByText("Session will not be remembered")).toBeVisible();
  await fill(page, { email: person.email, password: person.password });
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect(page).toHaveURL(/\/dashboard/);
  await signOut(page);
  await page.goto("/login");
  expect(page.locator("[name=email]")).toHaveValue(person.email);
  expect(page.getByText("Your email will be saved for next time")).toBeVisible();
});

test("resets a password by email and ends every session", async ({ page, signIn, mailbox, newVisitor }) => {
  const person = await signIn();
  const visitor = await newVisitor();
  await visitor.goto("/login");
  await visitor.getByRole("link", { name: "Forgot your password?" }).click();
  expect(visitor.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await fill(visitor, { email: person.email });
  await visitor.getByRole("button", { name: "Send the link" }).click();
  expect(visitor.getByText("Please check your email").first()).toBeVisible();
  const mail = await mailbox.waitForMail(person.email, { subject: /new password/ });
  await visitor.goto(mail.link("/auth/reset-password"));
  expect(visitor.url()).not.toContain("token=");
  const next = { ...person, password: `${person.password}-2` };
  await fill(visitor, { password: next.password, confirmPassword: next.password });
  await visitor.getByRole("button", { name: "Save the new password" }).click();
  expect(visitor).toHaveURL(/\/auth\/login/);
  await page.goto("/dashboard");
  expect(page).toHaveURL(/\/auth\/login/);
  await enter(visitor, next);
});
