import { pagesOf, writeSeededJournal } from "#tests/support/seeded-journal";
import { expect, test } from "./fixtures";

test("renders every journal page in a text browser", { tags: ["release"] }, async ({ page, signIn }) => {
  const { email } = await signIn();
  const journal = await writeSeededJournal(page, email);
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
