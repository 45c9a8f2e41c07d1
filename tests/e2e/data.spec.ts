import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import { expect, signInAs, test } from "./fixtures";

const PHRASE = "The heron stood still by the water";

async function writePage(page: Page, title: string, body: string, tags = ""): Promise<void> {
  await page.goto("/journal/free");
  await page.getByLabel("Title").fill(title);
  await page.locator("[name=body]").fill(body);
  if (tags) await page.locator("[name=tags]").fill(tags);
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL(/\/journal\/entries\//);
}

async function takeFile(page: Page, format: string, password: string): Promise<string> {
  await page.getByRole("radio", { name: new RegExp(`^${format}`) }).check();
  await page.getByLabel("Current password").fill(password);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^still-and-know-\d{4}-\d\d-\d\d/);
  return download.path();
}

test("a journal goes out in every format, and comes into another account as it was", async ({
  page,
  signIn,
  newVisitor,
}) => {
  const person = await signIn();
  await writePage(page, "Rain", PHRASE, "bird");
  await writePage(page, "Sky", "Blue, all day.");
  await page.goto("/settings/data");

  const json = await takeFile(page, "JSON", person.password);
  expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({
    entries: [{ title: "Rain", body: PHRASE, tags: ["bird"] }, { title: "Sky" }],
    complete: true,
  });
  const html = await takeFile(page, "Web page", person.password);
  expect(readFileSync(html, "utf8")).toContain(PHRASE);
  const csv = await takeFile(page, "Table", person.password);
  expect(readFileSync(csv, "utf8").split("\r\n")).toHaveLength(4);
  const dayOne = await takeFile(page, "Day One", person.password);
  const markdown = await takeFile(page, "Markdown", person.password);
  expect(readFileSync(dayOne).subarray(0, 2).toString()).toBe("PK");
  await page.goto("/settings/security");
  await expect(page.getByText("Journal exported").first()).toBeVisible();

  // The same person brings it back: it is all here.
  await page.goto("/settings/data");
  await page.getByLabel("File", { exact: true }).setInputFiles(dayOne);
  await page.getByRole("button", { name: "Look at the file" }).click();
  await page.waitForURL(/\/settings\/data\/import\//);
  await expect(page.getByRole("heading", { name: "No new entries" })).toBeVisible();
  await expect(page.getByText("2 entries are already in your journal")).toBeVisible();

  // Someone else, as if on another server.
  const other = await newVisitor();
  await signInAs(other);
  await other.goto("/settings/data");
  await other.getByLabel("File", { exact: true }).setInputFiles(markdown);
  await other.getByRole("button", { name: "Look at the file" }).click();
  await other.waitForURL(/\/settings\/data\/import\//);
  await expect(other.getByRole("heading", { name: "2 entries to import" })).toBeVisible();
  await other.goto("/journal/history");
  await expect(other.getByText("Nothing written yet.")).toBeVisible();
  await other.goBack();
  await other.getByRole("button", { name: "Import 2 entries" }).click();
  await expect(other.getByRole("heading", { name: "2 entries imported" })).toBeVisible();
  await other.getByRole("link", { name: "Open your history" }).click();
  await expect(other.getByText(PHRASE)).toBeVisible();
  await expect(other.getByText("#bird")).toBeVisible();

  const log = readFileSync(path.join(".prepare", "e2e-server.log"), "utf8");
  expect(log).toContain('"route":"/settings/data/download"');
  for (const secret of [PHRASE, "ticket=", person.password]) expect(log).not.toContain(secret);
});
