import { setPlan } from "./browser-database";
import type { FormPage } from "./form-browser/page";

/** The body of the entry that has versions. */
export const RICH =
  "I went out **before** the light.\n\n# What I saw\n\n- a robin\n- [a hymn](https://example.org/h)\n\n> Be still";

async function write(page: FormPage, title: string, body: string): Promise<string> {
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill(title);
  await page.locator("[name=body]").fill(body);
  await page.locator("[name=tags]").fill("walking");
  await page.locator("button[value=finish]").click();
  return new URL(page.url()).pathname;
}

/** Writes records of every kind. @returns the path of an entry with versions, and today's date */
export async function writeSeededJournal(
  page: FormPage,
  email: string,
): Promise<{ entry: string; today: string }> {
  await setPlan(email, "tier1", "random_prompts");
  await page.goto("/journal/free");
  const today = await page.locator("[name=forDate]").inputValue();
  const thrown = await write(page, "Thrown away", "x");
  await page.goto(thrown);
  await page.getByRole("button", { name: "Delete" }).click();
  const entry = await write(page, "First frost", "It was cold.");
  await page.goto(`${entry}/edit`);
  await page.locator("[name=body]").fill(RICH);
  await page.locator("button[value=save]").click();
  await page.goto("/journal/prompts");
  await page.getByLabel("A new question").fill("Where was water today?");
  await page.getByRole("button", { name: "Add the question" }).click();
  return { entry, today };
}

/** Paths of all pages of the journal that `writeSeededJournal` wrote. */
export function pagesOf({ entry, today }: { entry: string; today: string }): string[] {
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
    "/bible/mark/5?verse=25-34",
    "/settings/prayer",
  ];
}
