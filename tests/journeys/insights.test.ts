import { expect, test, writePage, type FormPage } from "./fixtures";

/** Days in the middle of the last week, so that they belong to it in every time zone. */
async function daysOfLastWeek(page: FormPage): Promise<string[]> {
  await page.goto("/insights");
  const text = (await page.locator("main").textContent()) ?? "";
  const end = Date.parse(`${/last week, .*?to (\d+ \w+ \d{4})/.exec(text)?.[1]} UTC`);
  return [5, 4, 3].map((before) => new Date(end - before * 86_400_000).toISOString().slice(0, 10));
}

const PAGES = [
  "I am grateful for the robin on the sill. The hospital letter came, and I put it on the table.",
  "The hospital letter is still there. My sister called, and we laughed about the robin.",
  "I opened the hospital letter with my sister. I am grateful for her voice.",
];

/** @returns the URLs of the entries */
async function writeLastWeek(page: FormPage, also = ""): Promise<string[]> {
  const written: string[] = [];
  for (const [at, day] of (await daysOfLastWeek(page)).entries())
    written.push(await writePage(page, { body: `${PAGES[at] ?? ""} ${also}`.trim() }, `?date=${day}`));
  return written;
}

const openLastWeek = async (page: FormPage) => {
  const link = page.getByRole("main").getByRole("link", { name: /What came back|Too few/ });
  // The page can be rendered before the model has answered, so it is loaded again.
  const count = async () => {
    await page.goto("/insights");
    return link.count();
  };
  await expect.poll(count).toBe(1);
  await link.click();
  expect(page).toHaveURL(/\/insights\/\d{4}-\d{2}-\d{2}$/);
};

test("shows, rates, prays and deletes a weekly insight", { tags: ["release"] }, async ({ page, signIn }) => {
  await signIn();
  await writeLastWeek(page);
  await openLastWeek(page);
  const threads = page.getByRole("region", { name: "What came back" });
  expect(threads).toContainText("“hospital letter”");
  for (const line of [
    "I am grateful for the robin on the sill.",
    "I opened the hospital letter with my sister.",
  ])
    expect(page.locator("main q", { hasText: line })).toHaveCount(1);
  await page.locator("summary", { hasText: "How this was made" }).click();
  expect(page.getByText("Nothing was sent anywhere.")).toBeVisible();
  const address = page.url();

  await page.locator("summary", { hasText: "A prayer from your lines" }).click();
  await page.getByRole("textbox", { name: "Prayer" }).fill("Stay with us at the table.\nAmen.");
  await page.getByRole("button", { name: "Keep as an entry" }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  expect(page.getByRole("heading", { level: 1 })).toContainText("A prayer after");
  expect(page.getByText("Stay with us at the table.")).toBeVisible();

  await page.goto("/dashboard");
  expect(page.getByText(/What came back: .*“hospital letter”/)).toBeVisible();
  await page.getByRole("link", { name: "Read it" }).click();
  expect(page).toHaveURL(address);
  await page.getByRole("button", { name: "Not quite" }).click();
  expect(page.getByText("You said: not quite.")).toBeVisible();

  await page.locator("summary", { hasText: "How this was made" }).click();
  await page.getByRole("button", { name: "Delete this insight" }).click();
  expect(page).toHaveURL(/\/insights$/);
  await page.goto(address);
  expect(page.getByText("You deleted the insight for this week.")).toBeVisible();
  await page.getByRole("button", { name: "Make it now" }).click();
  expect(page.getByRole("heading", { name: "What came back" })).toBeVisible();
});
