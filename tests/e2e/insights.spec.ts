import type { Page } from "playwright/test";
import { givePlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";
import { expectSound } from "./sound-page";

/** Days of the week that is over, as the page of insights names it: the middle ones, for every zone. */
async function daysOfLastWeek(page: Page): Promise<string[]> {
  await page.goto("/insights");
  const line = (await page.getByText(/Last week, .* nothing was written/).textContent()) ?? "";
  const end = Date.parse(`${/to (\d+ \w+ \d{4})/.exec(line)?.[1]} UTC`);
  return [5, 4, 3].map((before) => new Date(end - before * 86_400_000).toISOString().slice(0, 10));
}

const PAGES = [
  "I am grateful for the robin on the sill. The hospital letter came, and I put it on the table.",
  "The hospital letter is still there. My sister called, and we laughed about the robin.",
  "I opened the hospital letter with my sister. I am grateful for her voice.",
];

/** @returns the addresses of the entries */
async function writeLastWeek(page: Page, also = ""): Promise<string[]> {
  const written: string[] = [];
  for (const [at, day] of (await daysOfLastWeek(page)).entries()) {
    await page.goto(`/journal/free?date=${day}`);
    await page.locator("[name=body]").fill(`${PAGES[at] ?? ""} ${also}`.trim());
    await page.getByRole("button", { name: "Finish" }).click();
    await page.waitForURL(/\/journal\/entries\//);
    written.push(page.url());
  }
  return written;
}

const openLastWeek = async (page: Page) => {
  await page.goto("/insights");
  await page
    .getByRole("main")
    .getByRole("link", { name: /What came back|free pages/ })
    .click();
  await page.waitForURL(/\/insights\/\d{4}-\d{2}-\d{2}$/);
};

test("a week is looked back on in one's own words, judged, prayed and deleted", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await writeLastWeek(page);
  await openLastWeek(page);
  await expect(page.getByRole("heading", { name: "Your week", exact: true })).toBeVisible();
  await expect(page.getByText("Three free pages.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "“hospital letter”" })).toBeVisible();
  await expect(page.getByText("I am grateful for the robin on the sill.").first()).toBeVisible();
  await expect(page.getByText("Nothing was sent anywhere.")).toBeVisible();
  await page.getByText("The same as a table").click();
  await expect(page.getByRole("columnheader", { name: "Free pages" })).toBeVisible();
  await expectSound(page, javaScriptEnabled);
  const address = page.url();

  await page.getByRole("textbox", { name: "Prayer" }).fill("Stay with us at the table.\nAmen.");
  await page.getByRole("button", { name: "Keep as an entry" }).click();
  await page.waitForURL(/\/journal\/entries\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A prayer after");
  await expect(page.getByText("Stay with us at the table.")).toBeVisible();

  await page.goto("/dashboard");
  await expect(page.getByText(/What came back: .*“hospital letter”/)).toBeVisible();
  await page.getByRole("link", { name: "Look back" }).click();
  await page.waitForURL(address);
  await page.getByRole("button", { name: "Not quite" }).click();
  await expect(page.getByText("You said: not quite.")).toBeVisible();

  await page.getByRole("button", { name: "Delete this insight" }).click();
  await page.waitForURL(/\/insights$/);
  await page.goto(address);
  await expect(page.getByText("You deleted the insight for this week.")).toBeVisible();
  await page.getByRole("button", { name: "Make it now" }).click();
  await expect(page.getByRole("heading", { name: "Threads" })).toBeVisible();
});

test("a model helps after a yes, with the very text that was shown, until it is withdrawn", async ({
  page,
  signIn,
}) => {
  const person = await signIn();
  await givePlan(person.email, "tier1", "daily_habit");
  await writeLastWeek(page);
  await openLastWeek(page);
  await expect(page.getByText("A language model can help with the threads, if you agree.")).toBeVisible();
  await page.getByRole("link", { name: "See what would be sent" }).click();
  const host = process.env.E2E_AI_HOST ?? "";
  await expect(
    page.getByRole("heading", { name: `Exactly this text will be sent to ${host}` }),
  ).toBeVisible();
  await page.getByText("Your entries", { exact: false }).last().click();
  await expect(page.locator("pre").last()).toContainText("I opened the hospital letter with my sister.");
  await page.getByRole("button", { name: `Agree to send each week’s entries to ${host}` }).click();
  await expect(page.getByText(`you agreed that the entries of your week are sent to ${host}`)).toBeVisible();

  await openLastWeek(page);
  await page.getByRole("button", { name: "Make it again" }).click();
  await expect(page.getByText(`They were sent to ${host}`)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "A letter on the table" })).toBeVisible();

  await page.goto("/insights/settings");
  await expect(page.getByRole("cell", { name: "answered" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw this" }).click();
  await expect(
    page.getByRole("heading", { name: "Let a language model write your weekly insight?" }),
  ).toBeVisible();
});

test("a model that fails leaves the week to the rules, and the page says why", async ({ page, signIn }) => {
  const { email } = await signIn();
  await givePlan(email, "tier1", "daily_habit");
  await writeLastWeek(page, "(garbage) Nothing else.");
  await page.goto("/insights/settings");
  await page.getByRole("button", { name: /^Agree to send each week’s entries/ }).click();
  await expect(page.getByText("you agreed that the entries of your week are sent")).toBeVisible();
  await openLastWeek(page);
  await expect(page.getByRole("note").filter({ hasText: "A language model was asked" })).toContainText(
    "because the answer could not be used. The rules wrote it instead.",
  );
  await expect(page.getByRole("heading", { name: "“hospital letter”" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask the model again" })).toBeVisible();
});

test("what is excluded is neither sent nor quoted, and the plan decides about the model", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  const { email } = await signIn();
  const [first] = await writeLastWeek(page);
  await page.goto(first ?? "");
  await page.getByRole("button", { name: /exclude/i }).click();
  await expect(page.getByRole("button", { name: /include/i })).toBeVisible();
  await page.goto("/insights/settings");
  await expect(page.getByText("With the Growth Plan and the Formation Plan a language model")).toBeVisible();
  await expect(page.getByText("Exactly this text will be sent")).toHaveCount(0);
  await givePlan(email, "tier1", "daily_habit");
  await page.goto("/insights/settings");
  await expect(page.getByText("One is excluded and not included.")).toBeVisible();
  await page.getByText("Your entries", { exact: false }).last().click();
  await expectSound(page, javaScriptEnabled);
  await expect(page.locator("pre").last()).not.toContainText("and I put it on the table");
  await page.goto("/insights");
  await expect(page.getByText("Two free pages. Too few entries to say anything honest.")).toBeVisible();
});

test("a season is looked back on with the Formation Plan", async ({ page, signIn, javaScriptEnabled }) => {
  const { email } = await signIn();
  await writeLastWeek(page);
  await page.goto("/insights");
  await expect(page.getByRole("heading", { name: "Seasons" })).toHaveCount(0);
  await givePlan(email, "tier2", "lectio_examen");
  await page.goto("/insights");
  const season = page.getByRole("region", { name: "Seasons" }).getByRole("link").last();
  const name = (await season.textContent()) ?? "";
  await season.click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("I am grateful for the robin on the sill.").first()).toBeVisible();
  await expect(page.getByText("Nothing is sent anywhere, and none of it is kept.")).toBeVisible();
  await expectSound(page, javaScriptEnabled);
});

test("a new person is told that nothing was written, and that it is all right", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/insights");
  await expect(page.getByText("That is all right.")).toBeVisible();
  await page.getByRole("link", { name: "How insights are made for you" }).click();
  await expect(page.getByRole("heading", { name: "How insights are made", exact: true })).toBeVisible();
  await page.getByLabel("Email me when a new insight is ready").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Email me when a new insight is ready")).toBeChecked();
});
