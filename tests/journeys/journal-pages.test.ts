import { furnish, pagesOf, RICH } from "#tests/support/seeded-journal";
import { expect, test, writePage } from "./fixtures";

test("renders every journal page in a text browser", { tags: ["release"] }, async ({ page, signIn }) => {
  const { email } = await signIn();
  const journal = await furnish(page, email);
  const problems: string[] = [];
  for (const path of pagesOf(journal)) {
    await page.goto(path);
    expect(page.locator("main h1")).toHaveCount(1);
    // Adjacent links and buttons need a space to be separate words.
    const html = await page.locator("main").innerHTML();
    problems.push(
      ...(html.match(/.{25}<\/(?:a|button)><(?:a|button)\b.{60}/g) ?? []).map((at) => `${path}: ${at}`),
    );
  }
  expect(problems).toEqual([]);
});

test("renders Markdown for reading and keeps its source for editing", async ({ page, signIn }) => {
  const { email } = await signIn();
  const { entry } = await furnish(page, email);
  await page.goto(entry);
  expect(page.locator("strong", { hasText: "before" })).toBeVisible();
  expect(page.getByRole("heading", { level: 2, name: "What I saw" })).toBeVisible();
  expect(page.getByRole("listitem").filter({ hasText: "a robin" })).toBeVisible();
  expect(page.getByRole("link", { name: "a hymn" })).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await page.goto(`${entry}/edit`);
  expect(page.locator("[name=body]")).toHaveValue(RICH);
  await page.goto(`${entry}/versions?version=1`);
  expect(page.getByText("It was cold.").first()).toBeVisible();
  await page.getByRole("button", { name: "Restore this version" }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  expect(page.getByText("It was cold.")).toBeVisible();
});

test("filters the history by liturgical season together with other filters", async ({ page, signIn }) => {
  await signIn();
  for (const [day, title] of Object.entries({
    "2026-02-25": "In Lent",
    "2025-12-25": "At Christmas",
    "2025-03-20": "In Lent before",
  }))
    await writePage(page, { title, body: "some words" }, `?date=${day}`);
  await page.goto("/journal/history");
  await page.locator("summary", { hasText: "Filter" }).click();
  await page.getByLabel("Season of the church year").selectOption("Lent");
  await page.getByRole("button", { name: "Show" }).click();
  expect(page).toHaveURL(/season=lent/);
  expect(page.getByRole("link", { name: /In Lent/ })).toHaveCount(2);
  expect(page.getByRole("link", { name: /At Christmas/ })).toHaveCount(0);
  await page.locator("summary", { hasText: "Filter" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  expect(page).toHaveURL(/from=2026-01-01/);
  expect(page.getByRole("link", { name: /In Lent/ })).toHaveCount(1);
});

test("searches by prefix, phrase and exclusion", async ({ page, signIn }) => {
  await signIn();
  await writePage(page, { title: "By the sea", body: "We prayed by the sea, and it was calm." });
  await writePage(page, { title: "At night", body: "A prayer for those at sea, and fear." });
  await writePage(page, { title: "At noon", body: "The spray was cold." });
  await page.goto("/journal/prayers");
  await page.getByLabel("Who or what are you praying for?").fill("The prayer group");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.goto("/journal/history");
  const search = async (words: string) => {
    await page.getByLabel("Search your journal").fill(words);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const shown: string[] = [];
    for (const title of ["By the sea", "At night", "At noon"])
      if ((await page.getByRole("link", { name: new RegExp(title) }).count()) > 0) shown.push(title);
    return shown;
  };
  expect(await search("pray")).toEqual(["By the sea", "At night"]);
  expect(page.locator("mark", { hasText: "prayed" })).toBeVisible();
  expect(page.getByRole("link", { name: "The prayer group" })).toBeVisible();
  expect(await search("“at sea”")).toEqual(["At night"]);
  expect(await search("sea -fear")).toEqual(["By the sea"]);
  expect(await search("p")).toEqual([]);
  expect(page.getByText("Please type at least two letters.")).toBeVisible();
  expect(page.getByLabel("Search your journal")).toHaveValue("p");
});

test("asks only for the first-run choices on the first visit", async ({ page, signIn }) => {
  await signIn({ firstRun: true });
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Peace be with you");
  expect(page.getByText("Today’s passage")).toHaveCount(0);
  expect(page.locator("main fieldset, main select, main input[type=time]")).toHaveCount(4);
  await page.getByLabel("What may we call you?").fill("Margaret");
  await page.getByLabel("Time zone").fill("New York");
  await page.getByLabel("Which church calendar do you follow?").selectOption("Roman Catholic");
  await page.getByLabel("Morning", { exact: true }).fill("05:30");
  await page.getByRole("button", { name: "Begin" }).click();
  expect(page).toHaveURL(/\/journal\/(morning|evening)/);
  await page.goto("/dashboard");
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Peace be with you, Margaret");
  expect(page.getByText("Today’s passage")).toBeVisible();
  expect(page.getByText("Which time zone are you in?")).toHaveCount(0);
  await page.goto("/settings/prayer");
  expect(page.getByLabel("Length")).toHaveValue("10");
  expect(page.getByLabel("Tradition")).toHaveValue("roman");
  expect(page.getByLabel("Morning", { exact: true })).toHaveValue("05:30");
  await page.goto("/journal/silence");
  expect(page.getByLabel("Minutes")).toHaveValue("3");
});

test("asks one question alone for one day, and says nothing about it afterwards", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.getByRole("link", { name: "Only one question today" }).click();
  expect(page).toHaveURL(/\/journal\/(morning|evening)\?only=1$/);
  expect(page.locator("main textarea")).toHaveCount(1);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page.locator("main textarea")).toHaveCount(1);
  await page.locator("main textarea").fill("Bread was broken.");
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page).toHaveURL(/\?only=1$/);
  expect(page.locator("main textarea")).toHaveValue("Bread was broken.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  const entry = page.url();
  for (const path of [entry, "/dashboard", "/journal/history", "/journal/rhythm"]) {
    await page.goto(path);
    expect(await page.locator("main").textContent()).not.toMatch(
      /only one question|I thank God for|What was heavy/i,
    );
  }
  // The whole reflection is there as before.
  await page.goto("/journal/evening");
  expect(page.locator("main textarea")).toHaveCount(3);
});
