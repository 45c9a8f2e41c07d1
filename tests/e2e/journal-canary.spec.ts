import { readFileSync } from "node:fs";
import { findLeaks } from "#tests/support/canary";
import { expect, test } from "./fixtures";

test(
  "leaks no entry text into logs, URLs, cookies or files",
  { tag: "@release" },
  async ({ page, context, signIn }) => {
    const [title, body, draft, question] = ["Zebulonite", "Naphtalian", "Reubenesque", "Simeonstone"];
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await signIn();
    await page.goto("/journal/free");
    await page.getByText("More: title, tags, mood").click();
    await page.getByLabel("Title").fill(title);
    await page.locator("[name=body]").fill(`${body} at the door`);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
    await page.waitForURL(/\/journal\/entries\//);
    const entry = page.url();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.locator("[name=body]").fill(`${body} at the window`);
    await page.locator("button[value=save]").click();
    await page.waitForURL(/\/journal\/entries\/[\w-]+$/);
    await page.goto("/journal/evening");
    // The draft is saved in the background.
    await page.getByLabel("A moment of grace").fill(draft);
    await expect(page.getByText(/Saved as draft/)).toBeVisible({ timeout: 15_000 });
    await page.goto(entry);
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("This entry is in the trash")).toBeVisible();
    await page.goto("/journal/history/trash");
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("Restored").first()).toBeVisible();
    // The search URL contains the word but must not be logged.
    await page.goto(`/journal/history?q=${question}`);
    const leaks = findLeaks([title, body, draft, question], {
      requestedUrls: requestedUrls.filter((url) => !url.includes(`q=${question}`)),
      cookies: await context.cookies(),
      log: readFileSync(process.env.E2E_LOG ?? "", "utf8"),
    });
    expect(leaks).toEqual([]);
  },
);
