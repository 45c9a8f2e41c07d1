import type { Page } from "playwright/test";
import { barriersOn } from "#tests/support/axe";
import { createLegacyLink, makeAdministrator, openAlert, setPlan } from "#tests/support/browser-database";
import { ADMIN_PAGES, MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import type { FormPage } from "#tests/support/form-browser/page";
import { pagesOf, writeSeededJournal } from "#tests/support/seeded-journal";
import { expect, test } from "./fixtures";

// Twenty pages take long on a slow machine.
test.setTimeout(300_000);

/** Accessibility violations in both themes, and elements wider than the window. */
async function problemsOn(page: Page, name: string): Promise<string[]> {
  const problems = await barriersOn(page, name);
  // 640 px are a window of 1280 px at 200 % zoom.
  for (const width of [320, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) problems.push(`${name} at ${width}: ${over} too wide`);
  }
  return problems;
}

async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    problems.push(...(await problemsOn(page, path)));
  }
  return problems;
}

/** One page of each type. */
const PAGE_TYPES = [
  "/dashboard",
  "/journal/free",
  "/journal/morning",
  "/journal/history",
  "/journal/history/calendar",
  "/journal/prayers",
  "/bible/psalms/23",
  "/coaches/rhythm",
  "/settings",
  "/settings/security",
];

test("has no accessibility violation or overflow on any type of page", async ({ page, signIn, byForms }) => {
  const { email } = await signIn();
  const { entry } = await writeSeededJournal(byForms, email);
  expect(await walk(page, [entry, `${entry}/edit`, ...PAGE_TYPES])).toEqual([]);
  await makeAdministrator(email);
  expect(await walk(page, ["/admin", "/admin/users"])).toEqual([]);
  await page.context().clearCookies();
  expect(await walk(page, ["/", "/auth/register"])).toEqual([]);
});

test("has no accessibility violation or overflow on public pages", { tag: "@release" }, async ({ page }) => {
  expect(await walk(page, PUBLIC_PAGES)).toEqual([]);
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send the message" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await problemsOn(page, "a form that was refused")).toEqual([]);
});

test(
  "has no accessibility violation or overflow on journal pages",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email } = await signIn();
    expect(await walk(page, pagesOf(await writeSeededJournal(byForms, email)))).toEqual([]);
  },
);

test(
  "has no accessibility violation or overflow on other member pages",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email, password } = await signIn();
    expect(await walk(page, MEMBER_PAGES)).toEqual([]);
    await byForms.goto("/settings/delete");
    await byForms.getByLabel("Current password").fill(password);
    await byForms.getByLabel("Type the word “delete”").fill("delete");
    await byForms.getByRole("button", { name: "Delete my account" }).click();
    expect(await walk(page, ["/goodbye"])).toEqual([]);
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/leaving$/);
    await expect(page.getByRole("button", { name: "Keep my account" })).toBeVisible();
    expect(await problemsOn(page, "/leaving")).toEqual([]);
  },
);

test(
  "has no accessibility violation or overflow on admin pages",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    await makeAdministrator((await signIn()).email);
    await byForms.goto("/admin/users?admin=1");
    const account = await byForms.locator("main table a").first().getAttribute("href");
    const alert = `/admin/alerts/${await openAlert("mail-failures")}`;
    // Without a category it shows the first one.
    const pages = ADMIN_PAGES.filter((path) => path !== "/admin/prompts");
    expect(await walk(page, [...pages, account ?? "", alert])).toEqual([]);
  },
);

const LEGACY = "/settings/data/legacy";

async function sealJournal(page: FormPage, password: string): Promise<void> {
  await page.goto("/settings/security/seal");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Show my recovery codes" }).click();
  const code = await page.locator("main ol li").first().innerText();
  await page.locator("[name=code]").fill(code.trim());
  await page.getByRole("button", { name: "Seal my journal", exact: true }).click();
}

test(
  "has no accessibility violation or overflow on pages of “If I am no longer here”",
  { tag: "@release" },
  async ({ page, signIn, byForms, newVisitor }) => {
    const { email, password } = await signIn();
    await byForms.goto(LEGACY);
    await byForms.getByRole("radio", { name: /Give it to one person/ }).check();
    await byForms.getByLabel("Name of the person").fill("Ruth");
    await byForms.getByLabel("Their email address").fill("ruth@example.test");
    await byForms.getByLabel("Current password").fill(password);
    await byForms.getByRole("button", { name: "Save" }).click();
    const [open, sealed] = [await newVisitor(), await newVisitor()];
    await createLegacyLink(email, "open");
    expect(await walk(open, ["/legacy?token=forged", "/legacy?token=open"])).toEqual([]);
    await expect(open.getByRole("heading", { level: 1 })).toHaveText("A journal entrusted to you");
    await sealJournal(byForms, password);
    for (const { name, value } of await byForms.context().cookies())
      await page.context().addCookies([{ name, value, url: process.env.E2E_ORIGIN ?? "" }]);
    expect(await walk(page, [LEGACY])).toEqual([]);
    await expect(page.getByRole("heading", { name: "Your journal is sealed" })).toBeVisible();
    await page.getByRole("radio", { name: /Give it to one person/ }).check();
    await page.getByLabel("Their email address").fill("ruth");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    expect(await problemsOn(page, "a refused choice")).toEqual([]);
    await createLegacyLink(email, "sealed");
    expect(await walk(sealed, ["/legacy?token=sealed"])).toEqual([]);
    await sealed.getByRole("button", { name: "Save the file" }).click();
    await expect(sealed.locator("[aria-invalid=true]")).toBeVisible();
    expect(await problemsOn(sealed, "a missing recovery code")).toEqual([]);
  },
);

test(
  "has no accessibility violation or overflow on the prayer list",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email } = await signIn();
    await makeAdministrator(email);
    const switchList = async (label: RegExp) => {
      await byForms.goto("/admin/house");
      await byForms
        .getByRole("group", { name: "A prayer list for everyone here?" })
        .getByLabel(label)
        .check();
      await byForms.getByRole("button", { name: "Save", exact: true }).click();
    };
    await switchList(/^Yes, after/);
    try {
      await page.goto("/journal/prayers");
      await page.locator("summary").filter({ hasText: "Ask for prayer" }).click();
      expect(await problemsOn(page, "a request that is asked")).toEqual([]);
      await page.getByLabel("What would you like prayer for?").fill("For rain. ".repeat(40).trim());
      await page.getByLabel("A first name or an initial").fill("M.");
      await page.getByLabel("I name others", { exact: false }).check();
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await expect(page.getByText("Waiting for you to approve it")).toBeVisible();
      await page.getByText("Shorten or remove").click();
      await page.getByText("Take it off the list").click();
      expect(await problemsOn(page, "a request for its writer and keeper")).toEqual([]);
    } finally {
      await switchList(/^No$/);
    }
  },
);

test(
  "has no accessibility violation or overflow in wide spacing and another typeface",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email } = await signIn();
    const { entry } = await writeSeededJournal(byForms, email);
    await byForms.goto("/settings/appearance");
    await byForms.getByLabel("Letters that are easy to tell apart").check();
    await byForms.getByLabel("More room between lines and words").check();
    await byForms.getByRole("button", { name: "Save", exact: true }).click();
    const pages = [
      entry,
      "/settings/appearance",
      "/journal/morning",
      "/bible/psalms/23",
      "/ways/year-looked-back-on",
    ];
    expect(await walk(page, pages)).toEqual([]);
  },
);

/** Writes entries on days of the last week. */
async function writeLastWeek(page: FormPage): Promise<void> {
  await page.goto("/insights");
  const line = await page.locator("main").textContent();
  const end = Date.parse(`${/to (\d+ \w+ \d{4})/.exec(line)?.[1]} UTC`);
  for (const before of [5, 4, 3]) {
    const day = new Date(end - before * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/journal/free?date=${day}`);
    await page.locator("[name=body]").fill("I am grateful for the robin. The hospital letter came.");
    await page.locator("button[value=finish]").click();
  }
}

test(
  "has no accessibility violation or overflow on insight pages",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email } = await signIn();
    await setPlan(email, "tier2", "lectio_examen");
    await writeLastWeek(byForms);
    await page.goto("/insights");
    const hrefs = await page
      .locator("main a[href^='/insights/']")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
    const weeks = hrefs.filter((href) => /\/\d{4}-\d{2}-\d{2}$/.test(href));
    const seasons = hrefs.filter((href) => href.includes("/seasons/"));
    const last = [weeks[0] ?? "", seasons.at(-1) ?? ""];
    expect(last).not.toContain("");
    expect(await walk(page, ["/insights", ...last])).toEqual([]);
    await page.goto("/insights/settings");
    await page.locator("main summary").last().click();
    expect(await problemsOn(page, "what would be sent")).toEqual([]);
  },
);

test(
  "has no accessibility violation or overflow on a full conversation page",
  { tag: "@release" },
  async ({ page, signIn, byForms }) => {
    const { email } = await signIn();
    await setPlan(email, "tier2", "lectio_examen");
    await byForms.goto("/journal/free");
    await byForms
      .locator("[name=body]")
      .fill(`A long line about the robin. ${"And it went on and on. ".repeat(20)}`);
    await byForms.locator("button[value=finish]").click();
    await page.goto("/coaches/reader");
    await page.getByText("Choose entries to talk about").click();
    await page.getByRole("checkbox").check();
    expect(await problemsOn(page, "before a conversation")).toEqual([]);
    await page.getByRole("button", { name: "Begin a conversation" }).click();
    await page.waitForURL(/\/coaches\/threads\//);
    await page.getByLabel("Your answer").fill("What stays with me is the morning.");
    await page.getByRole("button", { name: "Show what would be sent" }).click();
    await expect(page.locator("#sent")).toContainText("What stays with me is the morning.");
    expect(await problemsOn(page, "what would be sent to a model")).toEqual([]);
    await page.getByRole("button", { name: /^Agree to send/ }).click();
    await expect(page.locator("#latest")).toContainText("That sounds like a full day.");
    const address = page.url();
    for (const words of ["(500) It was long.", "I want to kill myself."]) {
      await byForms.goto(address);
      await byForms.getByLabel("Your answer").fill(words);
      await byForms.getByRole("button", { name: "Send", exact: true }).click();
    }
    await page.goto(address);
    await page.getByText("Delete this conversation").click();
    expect(await problemsOn(page, "a conversation")).toEqual([]);
  },
);
