import { vi } from "vitest";
import { makeAdministrator, openAlert } from "#tests/support/browser-database";
import type { Locator } from "#tests/support/form-browser/locator";
import { enter, enterAdministration, expect, signInAs, test, type FormPage, type Person } from "./fixtures";

/** Signs in as a new administrator. */
async function administer(page: FormPage): Promise<Person> {
  const person = await signInAs(page);
  await makeAdministrator(person.email);
  await enterAdministration(page, person);
  return person;
}

const main = (page: FormPage): Locator => page.locator("main");
const heading = (page: FormPage, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const confirm = async (page: FormPage, button: string, password?: string) => {
  const press = main(page).getByRole("button", { name: button, exact: true });
  const form = main(page).locator("form").filter({ has: press });
  if (password !== undefined) await form.getByLabel("Your own password").fill(password);
  await press.click();
};

test(
  "admits only administrators, who can view as a user and return",
  { tags: ["release"] },
  async ({ page, signIn, newVisitor }) => {
    const stranger = await newVisitor();
    await stranger.goto("/admin/users");
    expect(stranger).toHaveURL(/\/admin-login$/);
    const person = await signIn();
    await page.goto("/admin/users");
    expect(page).toHaveURL(/\/dashboard$/);
    expect(page.getByText("Access Denied").first()).toBeVisible();
    await makeAdministrator(person.email);
    await enterAdministration(page, person);

    expect(heading(page, "Admin Overview")).toBeVisible();
    const sidebar = page.getByRole("navigation", { name: "Administration", exact: true });
    for (const name of ["Invitations", "System health", "Scripture analytics", "Prompts and passages"]) {
      await page.goto("/admin-settings");
      await main(page).getByRole("link", { name }).click();
      expect(heading(page, name)).toBeVisible();
    }
    await page.goto("/admin/nothing-of-the-kind");
    expect(heading(page, "Admin Overview")).toBeVisible();
    expect(sidebar.getByRole("link", { name: "Admin Overview" })).toHaveAttribute("aria-current", "page");

    await page.getByRole("link", { name: "View as User" }).click();
    expect(page).toHaveURL(/\/dashboard$/);
    expect(page.getByText("Admin viewing as user")).toBeVisible();
    await page.getByRole("link", { name: "Return to Admin" }).click();
    expect(page).toHaveURL(/\/admin-settings$/);
  },
);

test(
  "finds an account, locks it with the password, unlocks it and grants a plan",
  { tags: ["release"] },
  async ({ page, newVisitor }) => {
    const visitor = await newVisitor();
    const reader = await signInAs(visitor);
    const administrator = await administer(page);

    await page.goto("/admin/users");
    await page.getByLabel("Search").fill(reader.username);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    expect(page).toHaveURL(new RegExp(`q=${reader.username}`));
    expect(main(page).getByRole("row")).toHaveCount(2);
    await main(page).getByRole("link", { name: reader.username }).click();
    expect(heading(page, reader.username)).toBeVisible();
    const account = page.url();

    await main(page).getByRole("link", { name: "Lock the account" }).click();
    expect(heading(page, "Lock the account?")).toBeVisible();
    await confirm(page, "Lock the account", "Not-my-word-9");
    expect(page.getByLabel("Your own password")).toHaveAttribute("aria-invalid", "true");
    await confirm(page, "Lock the account", administrator.password);
    expect(page).toHaveURL(account);
    expect(page.getByText("Account locked").first()).toBeVisible();
    await visitor.goto("/dashboard");
    expect(visitor).toHaveURL(/\/auth\/login/);

    await main(page).getByRole("link", { name: "Unlock the account" }).click();
    await confirm(page, "Unlock the account");
    expect(page.getByText("Account unlocked").first()).toBeVisible();
    for (const days of ["30", "10"]) {
      await page.goto(account);
      await main(page).getByRole("link", { name: "Grant or extend a plan" }).click();
      await page.getByLabel("Plan", { exact: true }).selectOption("tier2");
      await page.getByLabel("Days").fill(days);
      await confirm(page, "Grant or extend a plan");
      expect(page.getByText("Plan granted").first()).toBeVisible();
    }
    const plan = main(page).getByText(/Formation Plan, granted by an administrator, until/);
    const [end = ""] = /\d{4}-\d\d-\d\d/.exec((await plan.textContent()) ?? "") ?? [];
    const days = (Date.parse(end) - Date.now()) / 86_400_000;
    // A plan ends when its last day has ended in every time zone, so the number of days is not exact.
    expect(days).toBeGreaterThan(39);
    expect(days).toBeLessThan(42);
    await enter(visitor, reader);
    await visitor.goto("/settings/plan");
    expect(visitor.getByRole("heading", { name: "Formation Plan", exact: true })).toBeVisible();

    await page.goto(account);
    await main(page).getByRole("link", { name: "All events of this user" }).click();
    for (const words of [
      "Account locked by an administrator",
      "Account unlocked by an administrator",
      "Plan granted by an administrator",
    ])
      expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
  },
);

test(
  "creates trial keys, shows them once, exports them and revokes one",
  { tags: ["release"] },
  async ({ page }) => {
    const administrator = await administer(page);
    await page.goto("/admin/trial-keys");
    await page.getByLabel("Plan", { exact: true }).selectOption("tier2");
    await page.getByLabel("How many keys").fill("3");
    await page.getByLabel("Note").fill("Retreat of " + administrator.username);
    await page.getByRole("button", { name: "Create keys" }).click();
    const keys = (await page.getByLabel("Please copy them now.").inputValue()).split("\n");
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key).toMatch(/^SNK(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    await page.getByRole("button", { name: "Export these keys as CSV" }).click();
    const file = page.downloaded().bytes.toString("utf8");
    for (const key of keys) expect(file).toContain(key);

    await page.goto("/admin/trial-keys");
    const html = await page.content();
    for (const key of keys) expect(html).not.toContain(key);
    const [first = ""] = keys;
    const row = main(page).getByRole("row", {
      name: new RegExp(`${first.slice(-4)}.*${administrator.username}`),
    });
    await row.getByRole("link", { name: /^Revoke/ }).click();
    expect(heading(page, "Revoke this key?")).toBeVisible();
    await main(page).getByRole("button", { name: "Revoke the key" }).click();
    expect(page).toHaveURL(/\/admin\/trial-keys$/);
    expect(row.getByText("Revoked")).toBeVisible();
    await page.getByRole("link", { name: "Export the list as CSV" }).click();
    const table = page.downloaded().bytes.toString("utf8");
    expect(table).toContain(`SNK-••••-••••-${first.slice(-4)}`);
    expect(table).not.toContain(first);

    await page.goto("/subscribe");
    await page.getByLabel("Key", { exact: true }).fill(first);
    await page.getByRole("button", { name: "Redeem" }).click();
    expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("aria-invalid", "true");
  },
);

test("acknowledges and resolves an alert", async ({ page }) => {
  const alert = await openAlert("mail-failures");
  await administer(page);
  expect(main(page).getByRole("link", { name: "Email is not going out" }).first()).toBeVisible();
  await page.goto(`/admin/alerts/${alert}`);
  await main(page).getByRole("link", { name: "System health" }).click();
  expect(page.getByRole("button", { name: "Send me a test email" })).toBeVisible();
  await page.goto(`/admin/alerts/${alert}`);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  expect(page.getByText("Alert acknowledged").first()).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  expect(page.getByText("Alert resolved").first()).toBeVisible();
  expect(main(page).getByRole("listitem")).toHaveCount(3);

  await page.goto("/admin/alerts?state=resolved&rule=mail-failures");
  expect(
    main(page)
      .getByRole("row", { name: /Email is not going out.*Resolved/ })
      .first(),
  ).toBeVisible();
  await page.goto("/admin/audit");
  for (const words of [/Alert acknowledged/, /Alert resolved/])
    expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
});

test("retires and restores a question, and previews a day of the plans", async ({ page }) => {
  await administer(page);
  await page.goto("/admin/prompts?category=memory");
  const first = main(page).getByRole("row").nth(3);
  const question = ((await first.getByRole("rowheader").textContent()) ?? "").trim();
  await first.getByRole("button", { name: /^Retire/ }).click();
  expect(page.getByText("Question retired").first()).toBeVisible();
  expect(page).toHaveURL(/category=memory$/);
  await page.goto("/admin/prompts?state=retired");
  const retired = main(page).getByRole("row").filter({ hasText: question });
  await retired.getByRole("button", { name: /^Restore/ }).click();
  expect(page.getByText("Question restored").first()).toBeVisible();
  await page.goto("/admin/prompts?state=retired");
  expect(main(page).getByRole("row").filter({ hasText: question })).toHaveCount(0);

  await page.getByRole("link", { name: "See a day of the plans" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2027-03-28");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  expect(main(page).getByText(/2027-03-28: Easter/)).toBeVisible();
  expect(main(page).getByRole("row", { name: /Through Mark/ })).toBeVisible();
});

test(
  "creates and downloads a backup, and runs the checks",
  { tags: ["release"] },
  async ({ page, mailbox }) => {
    const administrator = await administer(page);
    await page.goto("/admin/database");
    await page.getByRole("button", { name: "Create a backup now" }).click();
    expect(page.getByText("Backup created").first()).toBeVisible();
    await page.getByRole("button", { name: "Check now" }).click();
    expect(page.getByText("Requested").first()).toBeVisible();
    await main(page).getByRole("link", { name: /^Open/ }).first().click();
    expect(heading(page, "Backup")).toBeVisible();
    await confirm(page, "Download", administrator.password);
    const backup = page.downloaded().bytes;
    expect(backup.byteLength).toBeGreaterThan(1000);
    expect(backup.includes(Buffer.from(administrator.email))).toBe(false);

    await page.goto("/admin/system-health");
    await page.getByRole("button", { name: "Send me a test email" }).click();
    expect(page.getByText("Test email on its way").first()).toBeVisible();
    await mailbox.waitForMail(administrator.email, { subject: /^Test/ });
    await vi.waitFor(
      async () => {
        await page.goto("/admin/database");
        expect(main(page).getByText("Everything is sound.")).toBeVisible();
      },
      { timeout: 60_000, interval: 200 },
    );
    await page.goto("/admin/audit");
    await page.getByRole("button", { name: "Check the log" }).click();
    expect(page.getByText("The log is intact").first()).toBeVisible();
    for (const words of [/Backup created/, /Backup downloaded/, /[Tt]est email/])
      expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
  },
);
