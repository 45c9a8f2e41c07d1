import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "playwright/test";
import { makeAdministrator, markAsked, markGuidesSeen, openAlert } from "#tests/support/browser-database";
import { waitForMail } from "#tests/support/browser-mailbox";
import { enter, expect, newPerson, register, test, type Person } from "./fixtures";

/** What a person writes must never be seen here. */
const CANARY = "Quokka under the fig tree";
const PAGES = [
  "/admin-settings",
  "/admin/users",
  "/admin/trial-keys",
  "/admin/analytics",
  "/admin/alerts",
  "/admin/alerts/rules/server-errors",
  "/admin/database?count=all:entries",
  "/admin/system-health",
  "/admin/scripture-analytics",
  "/admin/prompts?category=gratitude",
  "/admin/audit",
];

async function enterAdministration(page: Page, { email, password }: Person): Promise<void> {
  // As from another browser: someone already inside is not asked again.
  await page.context().clearCookies();
  await page.goto("/admin-login");
  const form = page.locator("form").filter({ has: page.locator("[name=password]") });
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/admin-settings$/);
}

const main = (page: Page): Locator => page.locator("main");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const confirm = async (page: Page, button: string, password?: string) => {
  if (password !== undefined) await page.getByLabel("Your own password").fill(password);
  await main(page).getByRole("button", { name: button, exact: true }).click();
};

test("strangers and members are kept out; an administrator comes in, looks as a user, and returns", async ({
  page,
  signIn,
  newVisitor,
}) => {
  const stranger = await newVisitor();
  for (const url of PAGES) {
    await stranger.goto(url);
    await expect(stranger).toHaveURL(/\/admin-login$/);
  }
  const person = await signIn();
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Access Denied").first()).toBeVisible();
  await expect(
    page
      .getByText("You don't have admin privileges to access this area. Redirecting to your dashboard...")
      .first(),
  ).toBeVisible();
  await makeAdministrator(person.email);
  await enterAdministration(page, person);

  await expect(heading(page, "Admin Overview")).toBeVisible();
  await expect(page.getByText("ADMIN ACCESS")).toBeVisible();
  await expect(page.getByText("© 2025 Still and Know - Admin Portal")).toBeVisible();
  const sidebar = page.getByRole("navigation", { name: "Administration", exact: true });
  await expect(sidebar.getByRole("link")).toHaveText([
    "Admin Overview",
    "User Management",
    "Trial Keys",
    "System Analytics",
    "Alert Management",
    "Database",
  ]);
  const foot = page.getByRole("navigation", { name: "More administration pages" });
  for (const name of ["System health", "Scripture analytics", "Prompts and passages"]) {
    await foot.getByRole("link", { name }).click();
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goto("/admin/nothing-of-the-kind");
  await expect(heading(page, "Admin Overview")).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Admin Overview" })).toHaveAttribute("aria-current", "page");

  await page.getByRole("link", { name: "View as User" }).click();
  await page.waitForURL(/\/dashboard$/);
  await expect(page.getByText("Admin viewing as user")).toBeVisible();
  await page.getByRole("link", { name: "Return to Admin" }).click();
  await page.waitForURL(/\/admin-settings$/);
});

test("an account is found, locked after the password, unlocked, and given a plan", async ({
  page,
  signIn,
  newVisitor,
}) => {
  const keeper = await signIn();
  await makeAdministrator(keeper.email);
  const visitor = await newVisitor();
  const reader = newPerson();
  await registerAndVerify(visitor, reader);
  await enterAdministration(page, keeper);

  await page.goto("/admin/users");
  await page.getByLabel("Search").fill(reader.username);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`q=${reader.username}`));
  await expect(main(page).getByRole("row")).toHaveCount(2);
  await main(page).getByRole("link", { name: reader.username }).click();
  await expect(heading(page, reader.username)).toBeVisible();
  const account = page.url();

  await main(page).getByRole("link", { name: "Lock the account" }).click();
  await expect(heading(page, "Lock the account?")).toBeVisible();
  await confirm(page, "Lock the account", "Not-my-word-9");
  await expect(page.getByLabel("Your own password")).toHaveAttribute("aria-invalid", "true");
  await confirm(page, "Lock the account", keeper.password);
  await page.waitForURL(account);
  await expect(page.getByText("Account locked").first()).toBeVisible();
  await visitor.goto("/dashboard");
  await expect(visitor).toHaveURL(/\/auth\/login/);

  await main(page).getByRole("link", { name: "Unlock the account" }).click();
  await confirm(page, "Unlock the account");
  await expect(page.getByText("Account unlocked").first()).toBeVisible();
  for (const days of ["30", "10"]) {
    await page.goto(account);
    await main(page).getByRole("link", { name: "Grant or extend a plan" }).click();
    await page.getByLabel("Plan", { exact: true }).selectOption("tier2");
    await page.getByLabel("Days").fill(days);
    await confirm(page, "Grant or extend a plan");
    await expect(page.getByText("Plan granted").first()).toBeVisible();
  }
  const plan = main(page).getByText(/Formation Plan, granted by an administrator, until/);
  const [end = ""] = /\d{4}-\d\d-\d\d/.exec((await plan.textContent()) ?? "") ?? [];
  const days = (Date.parse(end) - Date.now()) / 86_400_000;
  // To the end of the last day, wherever the person is.
  expect(days).toBeGreaterThan(39);
  expect(days).toBeLessThan(42);
  await enter(visitor, reader);
  await visitor.goto("/settings/plan");
  await expect(visitor.getByRole("heading", { name: "Formation Plan", exact: true })).toBeVisible();

  await page.goto(account);
  await main(page).getByRole("link", { name: "All events of this user" }).click();
  for (const words of [
    "Account locked by an administrator",
    "Account unlocked by an administrator",
    "Plan granted by an administrator",
  ])
    await expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
});

test("a batch of trial keys is made, shown once, saved, and one of them revoked", async ({
  page,
  signIn,
}) => {
  const keeper = await signIn();
  await makeAdministrator(keeper.email);
  await enterAdministration(page, keeper);
  await page.goto("/admin/trial-keys");
  await page.getByLabel("Plan", { exact: true }).selectOption("tier2");
  await page.getByLabel("How many keys").fill("3");
  await page.getByLabel("Note").fill("Retreat of " + keeper.username);
  await page.getByRole("button", { name: "Create keys" }).click();
  const keys = (await page.getByLabel("Please copy them now.").inputValue()).split("\n");
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatch(/^SNK(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export these keys as CSV" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  for (const key of keys) expect(file).toContain(key);

  await page.goto("/admin/trial-keys");
  const html = await page.content();
  for (const key of keys) expect(html).not.toContain(key);
  const [first = ""] = keys;
  const row = main(page).getByRole("row", { name: new RegExp(`${first.slice(-4)}.*${keeper.username}`) });
  await row.getByRole("link", { name: /^Revoke/ }).click();
  await expect(heading(page, "Revoke this key?")).toBeVisible();
  await main(page).getByRole("button", { name: "Revoke the key" }).click();
  await page.waitForURL(/\/admin\/trial-keys$/);
  await expect(row.getByText("Revoked")).toBeVisible();
  const list = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the list as CSV" }).click();
  const table = await readFile(await (await list).path(), "utf8");
  expect(table).toContain(`SNK-••••-••••-${first.slice(-4)}`);
  expect(table).not.toContain(first);

  await page.goto("/subscribe");
  await page.getByLabel("Key", { exact: true }).fill(first);
  await page.getByRole("button", { name: "Redeem" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("an alert is acknowledged with a note and resolved, and its rule changed", async ({ page, signIn }) => {
  const keeper = await signIn();
  await makeAdministrator(keeper.email);
  const alert = await openAlert("mail-failures");
  await enterAdministration(page, keeper);
  await expect(main(page).getByRole("link", { name: "Email is not going out" }).first()).toBeVisible();
  await page.goto(`/admin/alerts/${alert}`);
  await page.getByLabel("Note").fill("The mail server was restarted at noon.");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("Alert acknowledged").first()).toBeVisible();
  await expect(main(page).getByText("The mail server was restarted at noon.")).toBeVisible();
  await page.getByRole("button", { name: "Add the note only" }).click();
  await expect(page.getByText("Please write the note first.").first()).toBeVisible();
  await page.getByLabel("Note").fill("All of it has gone out.");
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText("Alert resolved").first()).toBeVisible();
  await expect(main(page).getByRole("listitem")).toHaveCount(3);

  await page.goto("/admin/alerts?state=resolved&rule=mail-failures");
  await expect(
    main(page)
      .getByRole("row", { name: /Email is not going out.*Resolved/ })
      .first(),
  ).toBeVisible();
  await page.goto("/admin/alerts/rules/database-size");
  await page.getByRole("spinbutton").fill("20");
  await page.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByText("Rule saved").first()).toBeVisible();
  await expect(main(page).getByRole("row", { name: /The database is large.*above 20 GB/ })).toBeVisible();
  await page.goto("/admin/audit");
  for (const words of [/Alert acknowledged/, /Alert resolved/, /[Rr]ule/])
    await expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();
});

test("a question is retired and comes back; a day of the plans is looked at beforehand", async ({
  page,
  signIn,
}) => {
  const keeper = await signIn();
  await makeAdministrator(keeper.email);
  await enterAdministration(page, keeper);
  await page.goto("/admin/prompts?category=memory");
  const first = main(page).getByRole("row").nth(3);
  const question = ((await first.getByRole("rowheader").textContent()) ?? "").trim();
  await first.getByRole("button", { name: /^Retire/ }).click();
  await expect(page.getByText("Question retired").first()).toBeVisible();
  await page.goto("/admin/prompts?state=retired");
  const retired = main(page).getByRole("row").filter({ hasText: question });
  await retired.getByRole("button", { name: /^Restore/ }).click();
  await expect(page.getByText("Question restored").first()).toBeVisible();
  await page.goto("/admin/prompts?state=retired");
  await expect(main(page).getByRole("row").filter({ hasText: question })).toHaveCount(0);

  await page.getByRole("link", { name: "See a day of the plans" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2027-03-28");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(main(page).getByText(/2027-03-28: Easter/)).toBeVisible();
  await expect(main(page).getByRole("row", { name: /Through Mark/ })).toBeVisible();
});

test("a backup is made and fetched, the checks run, and no one's words are anywhere", async ({
  page,
  signIn,
  mailbox,
  javaScriptEnabled,
}) => {
  test.slow();
  const keeper = await signIn();
  await page.goto("/journal/free");
  await page.locator("[name=title]").fill(CANARY);
  await page.locator("[name=body]").fill(`${CANARY}, and nothing else.`);
  await page.locator("[name=tags]").fill("quokka");
  await page.locator("button[name=intent][value=finish]").click();
  await page.waitForURL(/\/journal\/entries\//);
  await makeAdministrator(keeper.email);
  await enterAdministration(page, keeper);

  await page.goto("/admin/database");
  await page.getByRole("button", { name: "Create a backup now" }).click();
  await expect(page.getByText("Backup created").first()).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Requested").first()).toBeVisible();
  await main(page).getByRole("link", { name: /^Open/ }).first().click();
  await expect(heading(page, "Backup")).toBeVisible();
  const fetched = page.waitForEvent("download");
  await confirm(page, "Download", keeper.password);
  const backup = await readFile(await (await fetched).path());
  expect(backup.byteLength).toBeGreaterThan(1000);
  expect(backup.includes(Buffer.from("Quokka"))).toBe(false);
  expect(backup.includes(Buffer.from(keeper.email))).toBe(false);

  await page.goto("/admin/system-health");
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await expect(page.getByText("Test email on its way").first()).toBeVisible();
  await mailbox.waitForMail(keeper.email, { subject: /^Test mail/ });
  await expect(async () => {
    await page.goto("/admin/database");
    await expect(main(page).getByText("Everything is sound.")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Check the log" }).click();
  await expect(page.getByText("The log is intact").first()).toBeVisible();
  for (const words of [/Backup created/, /Backup downloaded/, /[Tt]est email/])
    await expect(main(page).getByRole("cell", { name: words }).first()).toBeVisible();

  await page.goto("/admin/users?admin=1");
  const number = await main(page)
    .getByRole("row", { name: new RegExp(keeper.username) })
    .getByRole("link")
    .getAttribute("href");
  for (const url of [...PAGES, number ?? "", "/admin/users?q=quok"]) {
    await page.goto(url);
    // Not the whole page into the report, should it be there.
    expect((await page.content()).match(/.{0,40}quokka.{0,40}/i)?.[0], url).toBeUndefined();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), url).toBe(0);
    if (javaScriptEnabled === false) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await new AxeBuilder({ page }).analyze()).violations, `${url} ${colorScheme}`).toEqual([]);
    }
  }
});

async function registerAndVerify(page: Page, person: Person): Promise<void> {
  await register(page, person);
  await page.goto((await waitForMail(person.email)).link("/verify-email"));
  await page.locator("main form[method=post] button").first().click();
  await page.waitForURL(/\/login/);
  await markGuidesSeen(person.email);
  await markAsked(person.email);
  await enter(page, person);
}
