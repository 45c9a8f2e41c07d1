import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "./fixtures";

/** Canary words, one for each text field. */
const WORDS = [
  "Zebulonite",
  "Naphtalian",
  "Issacharite",
  "Asherwood",
  "Gadfielder",
  "Reubenesque",
  "Simeonstone",
];
const [TITLE, BODY, TAG, MOOD, ANSWER, DRAFT, QUESTION] = WORDS as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** As written, in lower case, and in base64. */
const shapesOf = (word: string) => [
  word.toLowerCase(),
  ...[word, ` ${word}`, `  ${word}`].map((text) =>
    Buffer.from(text).toString("base64").slice(4, 12).toLowerCase(),
  ),
];

function found(text: string): string[] {
  const small = text.toLowerCase();
  return WORDS.filter((word) => shapesOf(word).some((shape) => small.includes(shape)));
}

test("leaks no entry text into logs, URLs, cookies or files", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill(TITLE);
  await page.locator("[name=body]").fill(`${BODY} at the door`);
  await page.locator("[name=tags]").fill(TAG);
  await page.locator("[name=mood]").fill(MOOD);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  const entry = page.url();
  await page.goto(`${entry}/edit`);
  await page.locator("[name=body]").fill(`${BODY} at the window`);
  await page.locator("button[value=save]").click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await page.goto("/journal/morning");
  await page.getByLabel("I thank God for…").fill(ANSWER);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.goto("/journal/evening");
  await page.getByLabel("A moment of grace").fill(DRAFT);
  await page.getByRole("button", { name: "Save for later" }).click();
  expect(page.getByText(/Saved as draft/)).toBeVisible();
  for (const address of [
    `${entry}/versions`,
    `${entry}/versions?version=1`,
    "/journal/history",
    "/dashboard",
  ])
    await page.goto(address);
  await page.goto(entry);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.goto("/journal/history/trash");
  expect(page.getByText(TITLE).first()).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  // The search URL contains the word but must not be logged.
  await page.goto(`/journal/history?q=${QUESTION}`);
  const addresses = page.context().addresses.filter((address) => !address.includes(`q=${QUESTION}`));
  expect(addresses.flatMap((address) => found(decodeURIComponent(address)))).toEqual([]);
  const cookies = (await page.context().cookies()).map(({ value }) => decodeURIComponent(value)).join("\n");
  expect(found(cookies + Buffer.from(cookies, "base64").toString("latin1"))).toEqual([]);
  const folder = process.env.E2E_DATA_DIR ?? "";
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const bytes = readFileSync(path.join(file.parentPath, file.name)).toString("latin1");
    expect(found(bytes), file.name).toEqual([]);
  }
  const log = readFileSync(process.env.E2E_LOG ?? "", "utf8");
  expect(log).toContain("/journal/free");
  expect(found(log)).toEqual([]);
});
