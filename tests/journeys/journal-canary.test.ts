import { readFileSync } from "node:fs";
import { findLeaks } from "#tests/support/canary";
import { expect, test, writePage } from "./fixtures";

test("leaks no entry text into logs, URLs, cookies or files", async ({ page, signIn }) => {
  const [title, body, tag, mood] = ["Zebulonite", "Naphtalian", "Issacharite", "Asherwood"];
  const [answer, draft, question] = ["Gadfielder", "Reubenesque", "Simeonstone"];
  await signIn();
  const entry = await writePage(page, { title, body: `${body} at the door`, tags: tag, mood });
  await page.goto(`${entry}/edit`);
  await page.locator("[name=body]").fill(`${body} at the window`);
  await page.locator("button[value=save]").click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/journal/morning");
  await page.getByLabel("I thank God for…").fill(answer);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/journal/evening");
  await page.getByLabel("A moment of grace").fill(draft);
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page.getByText(/Saved as draft/)).toBeVisible();
  for (const path of [`${entry}/versions`, `${entry}/versions?version=1`, "/journal/history", "/dashboard"])
    await page.goto(path);
  await page.goto(entry);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.goto("/journal/history/trash");
  expect(page.getByText(title).first()).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  // The search URL contains the word but must not be logged.
  await page.goto(`/journal/history?q=${question}`);
  const { requestedUrls } = page.context();
  const leaks = findLeaks([title, body, tag, mood, answer, draft, question], {
    requestedUrls: requestedUrls.filter((url) => !url.includes(`q=${question}`)),
    cookies: await page.context().cookies(),
    log: readFileSync(process.env.E2E_LOG ?? "", "utf8"),
  });
  expect(leaks).toEqual([]);
});
