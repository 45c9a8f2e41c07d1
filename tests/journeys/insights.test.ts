import { setPlan } from "#tests/support/browser-database";
import { expect, test, writePage, type FormPage } from "./fixtures";

/** The middle days of the last week, valid in every zone. */
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
  // A slow answer of the model comes after the page.
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

test("uses a model only with consent to the shown text", async ({ page, signIn }) => {
  const person = await signIn();
  await setPlan(person.email, "tier1", "daily_habit");
  await writeLastWeek(page);
  await openLastWeek(page);
  expect(page.getByText("A language model can help with the threads, if you agree.")).toBeVisible();
  await page.getByRole("link", { name: "See what would be sent" }).click();
  const host = process.env.E2E_AI_HOST ?? "";
  expect(page.getByRole("heading", { name: `Exactly this text will be sent to ${host}` })).toBeVisible();
  await page.getByText("Your entries", { exact: false }).last().click();
  expect(page.locator("pre").last()).toContainText("I opened the hospital letter with my sister.");
  await page.getByRole("button", { name: `Agree to send each week’s entries to ${host}` }).click();
  expect(page.getByText(`you agreed that the entries of your week are sent to ${host}`)).toBeVisible();

  await openLastWeek(page);
  await page.locator("summary", { hasText: "How this was made" }).click();
  await page.getByRole("button", { name: "Make it again" }).click();
  const text = async () => {
    await page.goto(page.url());
    return page.locator("main").textContent();
  };
  await expect.poll(text).toContain(`They were sent to ${host}`);
  expect(page.getByText("A letter on the table", { exact: true })).toBeVisible();

  await page.goto("/insights/settings");
  await page.getByRole("link", { name: "under Privacy", exact: true }).click();
  expect(page.getByText("Weekly insights, answered")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await page.goto("/insights/settings");
  expect(
    page.getByRole("heading", { name: "Let a language model write your weekly insight?" }),
  ).toBeVisible();
});

test("falls back to the rules when the model fails, and says why", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier1", "daily_habit");
  await writeLastWeek(page, "(garbage) Nothing else.");
  await page.goto("/insights/settings");
  await page.getByRole("button", { name: /^Agree to send each week’s entries/ }).click();
  expect(page.getByText("you agreed that the entries of your week are sent")).toBeVisible();
  await openLastWeek(page);
  expect(page.getByRole("note").filter({ hasText: "A language model was asked" })).toContainText(
    "because the answer could not be used. The rules wrote it instead.",
  );
  expect(page.getByRole("region", { name: "What came back" })).toContainText("“hospital letter”");
  expect(page.getByRole("button", { name: "Ask the model again" })).toBeVisible();
});

test("neither sends nor quotes excluded entries, and offers the model by plan", async ({ page, signIn }) => {
  const { email } = await signIn();
  const [first] = await writeLastWeek(page);
  await page.goto(first ?? "");
  await page.getByRole("button", { name: /exclude/i }).click();
  expect(page.getByRole("button", { name: /include/i })).toBeVisible();
  await page.goto("/insights/settings");
  expect(page.getByText("With the Growth Plan and the Formation Plan a language model")).toBeVisible();
  expect(page.getByText("Exactly this text will be sent")).toHaveCount(0);
  await setPlan(email, "tier1", "daily_habit");
  await page.goto("/insights/settings");
  expect(page.getByText("One is excluded and not included.")).toBeVisible();
  await page.getByText("Your entries", { exact: false }).last().click();
  expect(page.locator("pre").last()).not.toContainText("and I put it on the table");
  await page.goto("/insights");
  expect(page.getByText("Too few entries to say anything honest.")).toBeVisible();
});
