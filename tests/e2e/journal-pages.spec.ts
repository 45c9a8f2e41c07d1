import { barriersOn } from "#tests/support/axe";
import type { Page } from "playwright/test";
import { givePlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

const RICH =
  "I went out **before** the light.\n\n# What I saw\n\n- a robin\n- [a hymn](https://example.org/h)\n\n> Be still";

/** A journal with a little of everything. Answers the address of an entry that has versions. */
async function furnish(page: Page, email: string): Promise<string> {
  await givePlan(email, "tier1", "random_prompts");
  await page.goto("/journal/free");
  const today = await page.locator("[name=forDate]").inputValue();
  const write = async (title: string, body: string) => {
    await page.goto("/journal/free");
    await page.getByLabel("Title").fill(title);
    await page.locator("[name=body]").fill(body);
    await page.locator("[name=tags]").fill("walking");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
    return new URL(page.url()).pathname;
  };
  const thrown = await write("Thrown away", "x");
  await page.goto(thrown);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This entry is in the trash")).toBeVisible();
  const entry = await write("First frost", "It was cold.");
  await page.goto(`${entry}/edit`);
  await page.locator("[name=body]").fill(RICH);
  await page.locator("button[value=save]").click();
  await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/journal/prompts");
  await page.getByLabel("A new question").fill("Where was water today?");
  await page.getByRole("button", { name: "Add the question" }).click();
  await expect(page.getByText("Where was water today?").first()).toBeVisible();
  return `${entry}#${today}`;
}

function pagesOf(entry: string, today: string): string[] {
  return [
    "/dashboard",
    "/journal/morning",
    "/journal/evening",
    "/journal/free",
    "/journal/guide",
    entry,
    `${entry}/edit`,
    `${entry}/versions`,
    `${entry}/versions?version=1`,
    "/journal/history",
    "/journal/history?q=robin",
    "/journal/history?season=lent&kind=free",
    `/journal/history/calendar?month=${today.slice(0, 7)}`,
    `/journal/history/calendar?year=${today.slice(0, 4)}`,
    `/journal/history/month?month=${today.slice(0, 7)}`,
    "/journal/history/trash",
    "/journal/rhythm",
    "/journal/prompts",
    "/journal/silence",
    "/journal/silence?minutes=5",
    "/journal/silence?minutes=5&end=1",
    "/journal/passage?ref=Mark%205%3A25-34",
    "/settings/prayer",
  ];
}

test("every page of the journal is without barriers, by day and by night", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "axe is a script itself");
  test.setTimeout(480_000);
  const { email } = await signIn();
  const [entry = "", today = ""] = (await furnish(page, email)).split("#");
  const barriers: string[] = [];
  for (const path of pagesOf(entry, today)) {
    await page.goto(path);
    barriers.push(...(await barriersOn(page, path)));
  }
  expect(barriers).toEqual([]);
});

test("every page of the journal reads well in a text browser, and is no wider than a phone", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const { email } = await signIn();
  const [entry = "", today = ""] = (await furnish(page, email)).split("#");
  await page.setViewportSize({ width: 360, height: 740 });
  const problems: string[] = [];
  for (const path of pagesOf(entry, today)) {
    await page.goto(path);
    await expect(page.locator("main h1")).toHaveCount(1);
    // What is on one line has a space between: links and buttons that touch would read as one word.
    const html = await page.locator("main").innerHTML();
    problems.push(
      ...(html.match(/.{25}<\/(?:a|button)><(?:a|button)\b.{60}/g) ?? []).map((at) => `${path}: ${at}`),
    );
    const wide = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
    if (wide) problems.push(`${path} is wider than the window`);
  }
  expect(problems).toEqual([]);
});

test("light Markdown is set for reading, and stays as typed for writing", async ({ page, signIn }) => {
  const { email } = await signIn();
  const [entry = ""] = (await furnish(page, email)).split("#");
  await page.goto(entry);
  await expect(page.locator("strong", { hasText: "before" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "What I saw" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "a robin" })).toBeVisible();
  await expect(page.getByRole("link", { name: "a hymn" })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow",
  );
  await page.goto(`${entry}/edit`);
  await expect(page.locator("[name=body]")).toHaveValue(RICH);
  await page.goto(`${entry}/versions?version=1`);
  await expect(page.getByText("It was cold.").first()).toBeVisible();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
  await expect(page.getByText("It was cold.")).toBeVisible();
});

test("the history is narrowed by a season of the Church's year, together with the rest", async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [day, title] of [
    ["2026-02-25", "In Lent"],
    ["2025-12-25", "At Christmas"],
    ["2025-03-20", "In Lent before"],
  ] as const) {
    await page.goto(`/journal/free?date=${day}`);
    await page.getByLabel("Title").fill(title);
    await page.locator("[name=body]").fill("some words");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.waitForURL(/\/journal\/entries\//);
  }
  await page.goto("/journal/history");
  await page.locator("summary", { hasText: "Filter" }).click();
  await page.getByLabel("Season of the church year").selectOption("Lent");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/season=lent/);
  await expect(page.getByRole("link", { name: /In Lent/ })).toHaveCount(2);
  await expect(page.getByRole("link", { name: /At Christmas/ })).toHaveCount(0);
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/from=2026-01-01/);
  await expect(page.getByRole("link", { name: /In Lent/ })).toHaveCount(1);
});

test("the first visit asks three things and nothing else", async ({ page, signIn, javaScriptEnabled }) => {
  const { username } = await signIn(undefined, { firstRun: true });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(username);
  await expect(page.getByText("Today’s passage")).toHaveCount(0);
  const zone = page.getByLabel("Time zone");
  if (javaScriptEnabled === false) await zone.fill("New York");
  await expect(zone).toHaveValue(javaScriptEnabled === false ? "New York" : "America/New_York");
  await page.getByLabel("20 minutes").check();
  await page.getByLabel("What tradition do you pray in?").selectOption("Roman Catholic");
  await page.getByLabel("Morning", { exact: true }).fill("05:30");
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByText("Today’s passage")).toBeVisible();
  await expect(page.getByText("Where do your days begin?")).toHaveCount(0);
  await page.goto("/settings/prayer");
  await expect(page.getByLabel("Length")).toHaveValue("20");
  await expect(page.getByLabel("Tradition")).toHaveValue("roman");
  await expect(page.getByLabel("Morning", { exact: true })).toHaveValue("05:30");
  await page.goto("/journal/silence");
  await expect(page.getByLabel("Minutes")).toHaveValue("7");
});
