import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

/** Days of the week that is over, as the page of insights names it: the middle ones, for every zone. */
async function daysOfLastWeek(page: Page): Promise<string[]> {
  await page.goto("/insights");
  const text = (await page.locator("main").textContent()) ?? "";
  const end = Date.parse(`${/Last week, .*?to (\d+ \w+ \d{4})/.exec(text)?.[1]} UTC`);
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

test("a week is looked back on in one's own words, judged, prayed and deleted", async ({ page, signIn }) => {
  await signIn();
  await writeLastWeek(page);
  await openLastWeek(page);
  await expect(page.getByRole("heading", { name: "Your week", exact: true })).toBeVisible();
  await expect(page.getByText("Three free pages.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "“hospital letter”" })).toBeVisible();
  await expect(page.getByText("I am grateful for the robin on the sill.").first()).toBeVisible();
  await expect(page.getByText("Nothing was sent anywhere.")).toBeVisible();
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
